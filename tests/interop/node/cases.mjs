// The table of calls, and how an answer is compared with it.
import { readFileSync } from "node:fs";

export const address = process.env.TABULEIRO_ADDRESS;
export const token = process.env.TABULEIRO_TOKEN;
export const cases = JSON.parse(readFileSync(process.env.TABULEIRO_CALLS, "utf8"));

let passed = 0;
let failed = 0;

export function check(name, found, expected) {
  if (JSON.stringify(found) === JSON.stringify(expected)) {
    passed += 1;
  } else {
    failed += 1;
    console.error(`FAILED ${name}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
  }
}

/**
 * Calls every case and compares; `answerOf` gives JSON, a list of JSON for a stream, or an error's code and reason.
 * @param {string} client
 * @param {(each: any) => Promise<unknown>} answerOf
 * @param {(each: any) => boolean} takes
 */
export async function drive(client, answerOf, takes = () => true) {
  for (const each of cases.filter(takes)) {
    const answer = await answerOf(each);
    for (const [path, expected] of Object.entries(each.expect ?? each.error)) {
      const found = path.split(".").reduce((value, step) => value?.[step], answer);
      check(`${client}: ${each.name}: ${path}`, found, expected);
    }
  }
}

export function finish(client) {
  console.log(`${client}: ${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}

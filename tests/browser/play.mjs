// Plays in a real browser against the running server: the board, the moves by origin, a capture of two jumps, a promotion.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const server = process.env.TABULEIRO_ADDRESS;
const shots = process.env.TABULEIRO_SCREENSHOTS;
const types = { html: "text/html", css: "text/css", js: "text/javascript" };
const pages = createServer((request, response) => {
  const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
  if (!["index.html", "page.css", "page.js"].includes(name)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": types[name.split(".").at(-1)] });
  response.end(readFileSync(name === "page.js" ? join("dist", name) : name));
});
await new Promise((resolve) => pages.listen(Number(process.env.TABULEIRO_PAGE_PORT), "127.0.0.1", resolve));
const origin = `http://localhost:${pages.address().port}`;

const browser = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "tabuleiro-browser-")), {
  executablePath: "/usr/bin/chromium",
  viewport: { width: 1000, height: 700 },
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
let passed = 0;
let failed = 0;

async function play(name, variant, position, script) {
  const page = await browser.newPage();
  page.setDefaultTimeout(15_000);
  const query = new URLSearchParams({ server: `http://${server}`, variant, position });
  try {
    await page.goto(`${origin}/?${query}`);
    await script(board(page), page);
    passed += 1;
  } catch (error) {
    failed += 1;
    console.error(`FAILED ${name}: ${error.message}\n${await page.locator("#message").textContent()}`);
    await page.screenshot({ path: join(shots, "failed.png") });
  }
  await page.close();
}

const board = (page) => ({
  click: (square) => page.click(`[data-square="${square}"]`),
  /** Waits until these squares, and no others, are marked so. */
  async marked(mark, wanted) {
    const found = () => page.$$eval(`.square.${mark}`, (all) => all.map((it) => it.dataset.square).sort());
    for (let n = 0; n < 150 && JSON.stringify(await found()) !== JSON.stringify(wanted); n += 1) {
      await page.waitForTimeout(100);
    }
    assert.deepEqual(await found(), wanted, mark);
  },
  /** Waits until so many moves are played. */
  played: (count) => page.waitForFunction((n) => document.querySelectorAll("#moves li").length === n, count),
  piece: (square) => page.$eval(`[data-square="${square}"]`, (it) => {
    const piece = it.querySelector(".piece");
    return piece && `${piece.classList[1]} ${piece.dataset.kind}`;
  }),
  shot: (name) => page.screenshot({ path: join(shots, `${name}.png`) }),
});

await play("a board and its first moves", "brazilian", "", async (board, page) => {
  await board.marked("origin", ["a3", "c3", "e3", "g3"]);
  assert.equal(await page.locator(".piece.white").count(), 12);
  assert.equal(await page.locator(".piece.black").count(), 12);
  await board.click("c3");
  await board.marked("target", ["b4", "d4"]);
  await board.shot("start");
  await board.click("d4");
  await board.played(1);
  assert.equal(await board.piece("d4"), "white MAN");
  assert.equal(await page.textContent("#turn"), "Black to move");
});

await play("a capture of two jumps, click by click", "brazilian", "W:Wc3,a1,e1:Bd4,f6,h8,b8", async (board, page) => {
  await board.marked("origin", ["c3"]);
  await board.click("c3");
  await board.marked("target", ["e5"]);
  await board.click("e5");
  await board.marked("target", ["g7"]);
  await board.marked("entered", ["c3", "e5"]);
  assert.equal(await page.locator("#moves li").count(), 0);
  await board.shot("capture");
  await board.click("g7");
  await board.played(1);
  assert.equal(await board.piece("g7"), "white MAN");
  assert.equal(await board.piece("d4"), null);
  assert.equal(await board.piece("f6"), null);
});

await play("a promotion to a knight", "chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", async (board, page) => {
  await board.marked("origin", ["a1", "a7"]);
  await board.click("a7");
  await board.marked("target", ["a8"]);
  await board.click("a8");
  await page.waitForSelector("#promotion button");
  const choices = await page.$$eval("#promotion button", (all) => all.map((it) => it.dataset.promotion).sort());
  assert.deepEqual(choices, ["BISHOP", "KNIGHT", "QUEEN", "ROOK"]);
  await board.shot("promotion");
  await page.click('[data-promotion="KNIGHT"]');
  await board.played(1);
  assert.equal(await board.piece("a8"), "white KNIGHT");
});

await play("a wrong position is told in the server's words", "chess", "nonsense", async (_, page) => {
  await page.waitForFunction(() => document.querySelector("#message").textContent.includes("position"));
});

await browser.close();
pages.close();
console.log(`browser: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

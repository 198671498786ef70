import { createClient, type Transport } from "@connectrpc/connect";
import { RulesService } from "./gen/tabuleiro/v1/rules_service_pb.js";

export async function play(transport: Transport, variant: string, moves: string[]): Promise<string> {
  const rules = createClient(RulesService, transport);
  const actions = moves.map((text) => ({ kind: { case: "move", value: { input: { case: "text", value: text } } } }) as const);
  const answer = await rules.applyMove({ game: { ruleset: { variant } }, actions });
  return answer.rejection?.violations[0]?.message ?? answer.status?.position?.fen ?? "";
}

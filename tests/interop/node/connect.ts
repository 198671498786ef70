// Drives every RPC with Connect: gRPC, and gRPC-Web as browsers speak it (HTTP/1.1, fetch) and over HTTP/2.
import { createRegistry, fromJson, toJson, type DescMessage, type DescMethod, type DescService, type JsonValue } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import * as node from "@connectrpc/connect-node";
import * as web from "@connectrpc/connect-web";
import { address, check, drive, finish, token } from "./cases.mjs";
import { ErrorInfoSchema, file_google_rpc_error_details } from "./gen/google/rpc/error_details_pb.js";
import { ArbiterService } from "./gen/tabuleiro/v1/arbiter_service_pb.js";
import { RecordService } from "./gen/tabuleiro/v1/record_service_pb.js";
import { RulesService } from "./gen/tabuleiro/v1/rules_service_pb.js";
import { play } from "./play.js";

interface Case {
  method: string;
  send: JsonValue[];
}

const services: Record<string, DescService> = { RulesService, ArbiterService, RecordService };
const baseUrl = `http://${address}`;
const withToken: Interceptor = (next) => (request) => {
  request.header.set("authorization", `Bearer ${token}`);
  return next(request);
};
const interceptors = [withToken];
/** The types of the details of an error, which JSON names. */
const registry = createRegistry(file_google_rpc_error_details);

/** Each transport, and whether a client can stream over it. */
const transports: [string, Transport, boolean][] = [
  ["connect-node gRPC", node.createGrpcTransport({ baseUrl, interceptors }), true],
  ["connect-node gRPC-Web, HTTP/2", node.createGrpcWebTransport({ baseUrl, httpVersion: "2", interceptors }), true],
  ["connect-node gRPC-Web, HTTP/1.1", node.createGrpcWebTransport({ baseUrl, httpVersion: "1.1", interceptors }), false],
  ["connect-web gRPC-Web, fetch", web.createGrpcWebTransport({ baseUrl, interceptors }), false],
];

function methodOf(each: Case): [DescService, DescMethod] {
  const [service, name] = each.method.split("/") as [string, string];
  const described = services[service]!;
  return [described, described.methods.find((method) => method.name === name)!];
}

async function answerOf(transport: Transport, each: Case): Promise<unknown> {
  const [service, method] = methodOf(each);
  const client = createClient(service, transport) as Record<string, (message: unknown) => unknown>;
  const call = client[method.localName]!;
  const messages = each.send.map((json) => fromJson(method.input as DescMessage, json));
  const json = (message: unknown) => toJson(method.output, message as never, { registry });
  try {
    if (method.methodKind === "unary") {
      return json(await call(messages[0]));
    }
    const sent = (async function* () {
      yield* messages;
    })();
    const answers = [];
    for await (const answer of call(sent) as AsyncIterable<unknown>) {
      answers.push(json(answer));
    }
    return answers;
  } catch (error) {
    const failure = ConnectError.from(error);
    const [info] = failure.findDetails(ErrorInfoSchema);
    const code = Code[failure.code]!.replace(/(?<=.)[A-Z]/g, "_$&").toUpperCase();
    return { code, reason: info?.reason };
  }
}

for (const [name, transport, streams] of transports) {
  const takes = (each: Case) => streams || methodOf(each)[1].methodKind === "unary";
  await drive(name, (each: Case) => answerOf(transport, each), takes);
  check(`${name}: play`, (await play(transport, "chess", ["e4"])).split(" ")[1], "b");
}
const bare = node.createGrpcTransport({ baseUrl });
const list = { method: "RulesService/ListVariants", send: [{}] };
check("without a token", await answerOf(bare, list), { code: "UNAUTHENTICATED", reason: "UNAUTHENTICATED" });
finish("connect");

// Drives every RPC with @grpc/grpc-js, whose types are made at run time from the contract.
import { credentials, loadPackageDefinition, Metadata, status } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { fromBinary } from "@bufbuild/protobuf";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { address, check, drive, finish, token } from "./cases.mjs";
import { ErrorInfoSchema } from "./gen/google/rpc/error_details_pb.js";
import { StatusSchema } from "./gen/google/rpc/status_pb.js";

const names = ["rules", "arbiter", "record"].map((name) => `tabuleiro/v1/${name}_service.proto`);
const contract = loadSync(names, {
  includeDirs: [process.env.TABULEIRO_PROTO],
  longs: String,
  enums: String,
  bytes: String,
  oneofs: true,
});
const { v1 } = loadPackageDefinition(contract).tabuleiro;
const metadata = new Metadata();
metadata.set("authorization", `Bearer ${token}`);

function errorOf(error) {
  const details = error.metadata?.get("grpc-status-details-bin")[0];
  const infos = details ? fromBinary(StatusSchema, details).details : [];
  const info = infos.map((any) => anyUnpack(any, ErrorInfoSchema)).find(Boolean);
  return { code: status[error.code], reason: info?.reason };
}

function call(each, sent = metadata) {
  const [service, method] = each.method.split("/");
  const client = new v1[service](address, credentials.createInsecure());
  const { requestStream } = client[method];
  const options = { deadline: Date.now() + 20_000 };
  return new Promise((resolve) => {
    if (!requestStream) {
      client[method](each.send[0], sent, options, (error, answer) => resolve(error ? errorOf(error) : answer));
      return;
    }
    const answers = [];
    const stream = client[method](sent, options);
    stream.on("data", (answer) => answers.push(answer));
    stream.on("error", (error) => resolve(errorOf(error)));
    stream.on("end", () => resolve(answers));
    for (const message of each.send) {
      stream.write(message);
    }
    stream.end();
  });
}

await drive("grpc-js", (each) => call(each));
const list = { method: "RulesService/ListVariants", send: [{}] };
check("grpc-js: without a token", await call(list, new Metadata()), { code: "UNAUTHENTICATED", reason: "UNAUTHENTICATED" });
finish("grpc-js");

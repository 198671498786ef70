"""Drives every RPC with Python's grpcio, then health and reflection as generic clients do."""

import json
import os
import sys
from pathlib import Path

import grpc
from google.protobuf import json_format, message_factory
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status

from play import play
from tabuleiro.v1 import arbiter_service_pb2, record_service_pb2, rules_service_pb2

HERE = Path(__file__).parent
ADDRESS = os.environ["TABULEIRO_ADDRESS"]
TOKEN = [("authorization", f"Bearer {os.environ['TABULEIRO_TOKEN']}")]
SERVICES = {
    service.name: service
    for module in (rules_service_pb2, arbiter_service_pb2, record_service_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
}
passed = failed = 0


def check(name, found, expected):
    global passed, failed
    if found == expected:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {name}: expected {expected!r}, found {found!r}", file=sys.stderr)


def at(value, path):
    for step in path.split("."):
        try:
            value = value[int(step)] if isinstance(value, list) else value[step]
        except (LookupError, ValueError):
            return None
    return value


def answer_of(channel, case):
    """The answer as JSON; a list of answers for a stream; an error as its code and reason."""
    service, name = case["method"].split("/")
    method = SERVICES[service].methods_by_name[name]
    request = message_factory.GetMessageClass(method.input_type)
    response = message_factory.GetMessageClass(method.output_type)
    messages = [json_format.ParseDict(message, request()) for message in case["send"]]
    kind = {(False, False): channel.unary_unary, (True, True): channel.stream_stream}
    call = kind[method.client_streaming, method.server_streaming](
        f"/{SERVICES[service].full_name}/{name}",
        request_serializer=request.SerializeToString,
        response_deserializer=response.FromString,
    )
    try:
        if method.client_streaming:
            return [json_format.MessageToDict(m) for m in call(iter(messages), metadata=TOKEN, timeout=20)]
        return json_format.MessageToDict(call(messages[0], metadata=TOKEN, timeout=20))
    except grpc.RpcError as error:
        info = error_details_pb2.ErrorInfo()
        for detail in rpc_status.from_call(error).details:
            detail.Unpack(info)
        return {"code": error.code().name, "reason": info.reason}


def main():
    cases = json.loads((HERE.parent / "calls.json").read_text())
    called = {case["method"] for case in cases}
    every = {f"{s.name}/{m.name}" for s in SERVICES.values() for m in s.methods}
    check("every RPC has a case", called, every)
    with grpc.insecure_channel(ADDRESS) as channel:
        for case in cases:
            answer = answer_of(channel, case)
            for path, expected in case.get("expect", case.get("error")).items():
                check(f"{case['name']}: {path}", at(answer, path), expected)

        check("play: a position", play(channel, "chess", ["e4"], TOKEN).split()[1], "b")
        check("play: a refusal", " " in play(channel, "brazilian", ["c3-d4", "f6-g5", "a3-a5"], TOKEN), True)

        health = health_pb2_grpc.HealthStub(channel)
        for service in ["", *(s.full_name for s in SERVICES.values())]:
            status = health.Check(health_pb2.HealthCheckRequest(service=service), timeout=5).status
            check(f"health of {service!r}", status, health_pb2.HealthCheckResponse.SERVING)

        try:
            play(channel, "chess", ["e4"])
            check("without a token", "an answer", "UNAUTHENTICATED")
        except grpc.RpcError as error:
            check("without a token", error.code().name, "UNAUTHENTICATED")

        authorized = grpc.intercept_channel(channel, WithToken())
        names = ProtoReflectionDescriptorDatabase(authorized).get_services()
        for service in SERVICES.values():
            check(f"reflection lists {service.full_name}", service.full_name in names, True)
    print(f"grpcio: {passed} passed, {failed} failed")
    return 1 if failed else 0


class WithToken(grpc.StreamStreamClientInterceptor):
    """Adds the token to a stream."""

    def intercept_stream_stream(self, continuation, details, requests):
        return continuation(details._replace(metadata=TOKEN), requests)


sys.exit(main())

import grpc
from tabuleiro.v1 import rules_service_pb2 as rules, rules_service_pb2_grpc as rules_grpc


def play(channel, variant, moves, metadata=()):
    service = rules_grpc.RulesServiceStub(channel)
    request = rules.ApplyMoveRequest(game={"ruleset": {"variant": variant}}, actions=[{"move": {"text": m}} for m in moves])
    answer = service.ApplyMove(request, metadata=metadata, timeout=5)
    if answer.HasField("rejection"):
        return answer.rejection.violations[0].message
    return answer.status.position.fen

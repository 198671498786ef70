"""Callers of all kinds at once: each RPC, whole files, searches, mistakes, and, each in its part of the time, too many calls and a client
that asks too often. Arguments: how many seconds, the replicas' addresses. What the answers say does not matter here; tests ask that."""

import asyncio
import base64
import contextlib
import itertools
import json
import pathlib
import sys

import grpc
from google.protobuf import json_format, message_factory
from tabuleiro.v1 import arbiter_service_pb2, record_service_pb2, rules_service_pb2

ROOT = pathlib.Path(__file__).parent.parent.parent
SERVICES = {
    service.name: service
    for module in (rules_service_pb2, arbiter_service_pb2, record_service_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
}
SECONDS, ADDRESSES = float(sys.argv[1]), sys.argv[2:]


def game(variant, start="", **house_rules):
    ruleset = {"variant": variant, **({"houseRules": house_rules} if house_rules else {})}
    return {"ruleset": ruleset, "record": {"startPosition": start}}


def ask(name, *messages, patience=10, client="198.51.100.1"):
    """A call, its messages written already, as a proxy passes it on from that client."""
    service, method = name.split("/")
    method = SERVICES[service].methods_by_name[method]
    request = message_factory.GetMessageClass(method.input_type)
    written = [json_format.ParseDict(message, request()).SerializeToString() for message in messages]
    return f"/{SERVICES[service].full_name}/{method.name}", method.client_streaming, written, patience, [("x-forwarded-for", client)]


async def call(channel, path, is_stream, messages, patience, headers):
    try:
        # Who has no patience any more hangs up.
        async with asyncio.timeout(patience):
            if is_stream:
                async for _ in channel.stream_stream(path)(iter(messages), metadata=headers):
                    pass
            else:
                await channel.unary_unary(path)(messages[0], metadata=headers)
    except (grpc.aio.AioRpcError, TimeoutError):
        pass


async def always(rate, asks, replicas=None):
    """So many a second, whatever becomes of them, to one replica after the other."""
    channels = itertools.cycle([grpc.aio.insecure_channel(address) for address in replicas or ADDRESSES])
    waiting = set()
    for each in itertools.cycle(asks):
        task = asyncio.ensure_future(call(next(channels), *each))
        waiting.add(task)
        task.add_done_callback(waiting.discard)
        await asyncio.sleep(1 / rate)


async def between(begin, end, rate, asks, replicas=None):
    """In a part of the time, in percent."""
    await asyncio.sleep(SECONDS * begin / 100)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(always(rate, asks, replicas), SECONDS * (end - begin) / 100)


def files():
    formats = {".pgn": "RECORD_FORMAT_PGN", ".pdn": "RECORD_FORMAT_PDN"}
    for file in sorted((ROOT / "tests/data").glob("*.p[gd]n")):
        chunk = base64.b64encode(file.read_bytes()).decode()
        yield ask("ArbiterService/AuditRecords", {"header": {"format": formats[file.suffix]}}, {"chunk": chunk})


# A search that ends with an answer.
SEARCH = {"game": game("chess", "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1"), "side": "SIDE_WHITE"}


def searches():
    yield ask("ArbiterService/CanMate", SEARCH)
    # One whose budget does not suffice for an answer.
    yield ask("ArbiterService/CanMate", {**SEARCH, "workBudget": "10"})


def illegal():
    """Moves that break a rule each."""
    for variant, start, move in [
        ("chess", "", "e2e5"),
        ("chess", "4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1", "Nd3"),
        ("chess", "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "O-O"),
        ("brazilian", "W:Wc3:Bd4", "c3-b4"),
        ("brazilian", "W:W11,12:B15,16", "11x18"),
        ("international", "", "35-30"),
        ("russian", "", "a3-a5"),
    ]:
        yield ask("RulesService/ApplyMove", {"game": game(variant, start), "actions": [{"move": {"text": move}}]})


def mistakes():
    """More items than a batch may have; a board of kings whose captures nobody can count; and somebody who does not wait for the answer."""
    yield ask("RulesService/BatchLegalMoves", {"requests": [{"game": game("chess")}] * 1001})
    kings = [f"K{(13 - rank) * 7 + file // 2 + 1}" for rank in range(1, 13, 2) for file in range(1, 13, 2)]
    crowded = game("frisian", f"W:WK92:B{','.join(kings)}", size={"files": 14, "ranks": 14})
    yield ask("RulesService/LegalMoves", {"game": crowded})
    yield ask("ArbiterService/BatchCanMate", {"requests": [SEARCH] * 200}, patience=0.05)


async def main():
    everything = asyncio.gather(
        always(25, [ask(call["method"], *call["send"]) for call in json.loads((ROOT / "tests/interop/calls.json").read_text())]),
        always(0.5, list(files())),
        always(2, list(searches())),
        always(5, list(illegal())),
        always(1.5, list(mistakes())),
        between(60, 65, 40, [ask("ArbiterService/BatchCanMate", {"requests": [SEARCH] * 300})], ADDRESSES[:2]),
        between(70, 76, 450, [ask("RulesService/LegalMoves", {"game": game("brazilian")}, client="203.0.113.7")], ADDRESSES[2:]),
    )
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(everything, SECONDS)


asyncio.run(main())

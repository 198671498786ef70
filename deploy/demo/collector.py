"""A collector of traces and metrics that takes everything and keeps nothing. Argument: where it listens."""

import sys
from concurrent import futures

import grpc


class Anything(grpc.GenericRpcHandler):
    """Answers each call with an empty message, which is what OTLP says when all was taken."""

    def service(self, _):
        return grpc.unary_unary_rpc_method_handler(lambda _request, _context: b"")


server = grpc.server(futures.ThreadPoolExecutor(2))
server.add_generic_rpc_handlers([Anything()])
server.add_insecure_port(sys.argv[1])
server.start()
server.wait_for_termination()

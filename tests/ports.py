"""Ports that are reserved for one test."""

import socket


def reserved() -> socket.socket:
    """A socket bound to a free port of 127.0.0.1 that does not listen, so that no other test gets
    the port. A server with SO_REUSEADDR, which all our servers set, can still listen on it."""
    bound_socket = socket.socket()
    bound_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound_socket.bind(("127.0.0.1", 0))
    return bound_socket


def port_of(bound_socket: socket.socket) -> int:
    """The port that the socket is bound to."""
    port: int = bound_socket.getsockname()[1]
    return port

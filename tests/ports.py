"""Ports that nobody else on this machine is given meanwhile."""

import socket


def reserved() -> socket.socket:
    """A socket that holds a free port of 127.0.0.1 without listening at it, so that no other test
    gets it; a server that sets SO_REUSEADDR, as all do, can listen there nevertheless."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    return holder


def port_of(holder: socket.socket) -> int:
    """Its number."""
    port: int = holder.getsockname()[1]
    return port

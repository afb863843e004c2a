"""How much of everything one peer may have, in one place; docs/why/security.md says why so much."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what the network may ask of the server. Tests take shorter times."""

    head_seconds: float = 10.0
    """From the connection, or the last answer, to the end of a request's headers; for a socket, to
    the end of its handshake."""
    body_seconds: float = 10.0
    """From the end of the headers to the end of the body."""
    answer_seconds: float = 60.0
    """For the answer to be read."""
    linger_seconds: float = 5.0
    """For what was written last to be read, once a connection is closed."""
    hello_seconds: float = 10.0
    """From the handshake to `hello`, in the lobby to `watch`."""
    head_bytes: int = 8 * 1024
    """Request line and headers together."""
    message_bytes: int = 64 * 1024
    """A whole request; what the API takes is less (`too_large`)."""
    url_bytes: int = 4 * 1024
    headers: int = 64
    pipelined: int = 8
    """Requests on one connection waiting for their turn."""
    connections: int = 20_000
    sockets_per_address: int = 1_000
    anonymous_sockets_per_address: int = 50
    """Of those who are not signed in: they can only watch."""
    sockets_per_account: int = 500
    posts_per_second: int = 10
    """Requests from one address that make something; `posts_at_once` is the burst."""
    posts_at_once: int = 200

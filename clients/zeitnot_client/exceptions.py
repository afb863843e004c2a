"""What can go wrong for a client, one tree:

    ZeitnotError
    ├── BadAddress       the server's address or the game's link cannot be read
    ├── Unreachable      no connection, after as many tries as were allowed
    ├── Closed           the server ended the connection for good; .code, .reason (RFC 6455)
    ├── Refused          the server refused a command; .code, .message
    │   └── HttpRefused  the same over HTTP; .status
    └── BadMessage       the server sent what this client cannot read

`Refused.code` is one of the protocol's [error codes](errors.md) and meant for programs, the text
for people.
"""

ROTATED = "token rotated"
"""The server's reason for the end of a connection whose token has been replaced."""


class ZeitnotError(Exception):
    """Base of all errors of the client."""


class BadAddress(ZeitnotError):
    """The server's address or the game's link cannot be read."""


class Unreachable(ZeitnotError):
    """No connection to the server, or no answer from it, after as many tries as were allowed."""


class Closed(ZeitnotError):
    """The server ended the connection, and a reconnect would be of no use. `code`: the close code
    of RFC 6455, or the status of HTTP where the socket was not opened; `reason`: the server's
    words."""

    def __init__(self, code: int, reason: str) -> None:
        text = "The token was rotated: use the new one." if reason == ROTATED else reason
        super().__init__(text or f"The server closed the connection (code {code}).")
        self.code = code
        self.reason = reason


class Refused(ZeitnotError):
    """The server refused a command; nothing has changed there. `code` is for programs, `message` a
    sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class HttpRefused(Refused):
    """The server refused a request; `status` is HTTP's. `code` is `http` where what answered was no
    Zeitnot server, as a proxy."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(code, message)
        self.status = status


class BadMessage(ZeitnotError):
    """The server sent what this client cannot read: no JSON, or without what it must have."""

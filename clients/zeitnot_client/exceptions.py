"""The client's exceptions, one tree:

    ZeitnotError
    ├── BadAddress       the text is not a server's address or a game's link
    ├── BadToken         the text cannot be a token: it is empty, for example
    ├── Unreachable      no connection to the server, or no answer from it
    ├── Closed           the server closed the connection for good; .code, .reason (RFC 6455)
    ├── Refused          the server refused a command; .code, .message
    │   └── HttpRefused  the server refused an HTTP request; .status
    └── BadMessage       the server sent something that this client cannot read

`Refused.code` is one of the protocol's [error codes](errors.md), for programs; the message is for
people.
"""

ROTATED = "token rotated"
"""The server's close reason for a connection whose token has been rotated."""


class ZeitnotError(Exception):
    """Base of all errors of the client."""


class BadAddress(ZeitnotError):
    """The text is not a server's address or a game's link."""


class BadToken(ZeitnotError):
    """The text cannot be a token: it is empty, or has characters that no token has."""


class Unreachable(ZeitnotError):
    """There is no connection to the server, or no answer from it, after all attempts."""


CHECK_SERVER = "Is the server running, and is this its address?"
"""What to check after a failed connection."""


def reason_of(error: Exception) -> str:
    """The text of an error, or its type: timeouts have no text."""
    return str(error).rstrip(".") or type(error).__name__


class Closed(ZeitnotError):
    """The server closed the connection, and reconnecting would not help. `code`: the close code of
    RFC 6455, or the HTTP status if the handshake was refused; `reason`: the server's text."""

    def __init__(self, code: int, reason: str) -> None:
        text = "The token was rotated: use the new one." if reason == ROTATED else reason
        super().__init__(text or f"The server closed the connection (code {code}).")
        self.code = code
        self.reason = reason


class Refused(ZeitnotError):
    """The server refused a command, and nothing has changed. `code` is for programs; `message` is a
    sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class HttpRefused(Refused):
    """The server refused an HTTP request with this `status`. `code` is `http` if the answer came
    from something other than a Zeitnot server, such as a proxy."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(code, message)
        self.status = status


class BadMessage(ZeitnotError):
    """The server sent something that this client cannot read: not JSON, or with fields missing."""

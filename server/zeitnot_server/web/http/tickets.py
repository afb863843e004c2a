"""The ticket that a browser's socket offers as its second subprotocol, `ticket.VALUE`.

A browser can set no header of a handshake but this one (`new WebSocket(url, protocols)`). The
server never selects the ticket's subprotocol, so no answer repeats it.
"""

import re

from starlette.requests import HTTPConnection

from .problems import ProblemError

TICKET = "ticket."
"""What the subprotocol of a ticket begins with."""
_VALUE = re.compile("[A-Za-z0-9_-]{43}")


def offered_ticket(connection: HTTPConnection) -> str | None:
    """The value of the ticket that a handshake offers; empty: it cannot be one; None: there is
    none."""
    offered = connection.scope.get("subprotocols") or ()
    values = [each.removeprefix(TICKET) for each in offered if each.startswith(TICKET)]
    if not values:
        return None
    return values[0] if len(values) == 1 and _VALUE.fullmatch(values[0]) else ""


def check_one_identity(connection: HTTPConnection) -> None:
    """Refuses a handshake with a ticket and a token: each may be another account's. A cookie does
    not count beside a ticket, because browsers send it unasked. Raises ProblemError 400."""
    if offered_ticket(connection) is not None and "authorization" in connection.headers:
        raise ProblemError(400, "malformed", "Send a token or a ticket, not both.")

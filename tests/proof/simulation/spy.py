"""Reports the frames of one socket to the judge."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .judge import Judge


class Spy:
    """Tells the judge what passes through one socket."""

    def __init__(self, judge: "Judge", account: str | None) -> None:
        self._judge = judge
        self._account = account

    def came(self, frame: str, at_ms: int, late: float) -> None:
        """A frame has reached the server, `late` seconds before it was read."""
        self._judge.arrived(self._account, frame, at_ms, late)

    def left(self, frame: str) -> None:
        """A frame leaves the server."""
        self._judge.left(self._account, frame)

    def denied(self, status: int) -> None:
        """A handshake was refused; in the simulation none may be."""
        self._judge.check(False, f"a handshake was answered {status}")

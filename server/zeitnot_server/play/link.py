"""What a room needs to know of a viewer's connection; `web.link` implements it."""

from collections.abc import Callable
from typing import Protocol


class Link(Protocol):
    """One connection: its lag, and its unread input. `leaving`: the peer has sent a close frame, or
    the connection is lost."""

    leaving: bool

    def measure(self) -> None:
        """The viewer's clock runs: what was written is flushed, and a round trip is measured, which
        `owed_ms` takes into account later."""

    def owed_ms(self, bot: bool) -> int:
        """The lag that this connection is owed for a move, before any quota (`rooms.lag`)."""

    def unread(self) -> Callable[[], bool]:
        """Notes how much input is unread now. The function returned, called repeatedly, has it read
        with priority, and returns whether it has reached the room's queue, or never will."""


class NullLink:
    """A viewer without a connection, as in tests: no lag, nothing unread."""

    leaving = False

    def measure(self) -> None:
        """Does nothing."""

    def owed_ms(self, bot: bool) -> int:
        """Always 0."""
        return 0

    def unread(self) -> Callable[[], bool]:
        """Nothing is unread."""
        return lambda: True

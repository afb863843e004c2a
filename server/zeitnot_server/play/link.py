"""What a room wants to know of a viewer's connection; the sockets know it (`web.link`)."""

from collections.abc import Callable
from typing import Protocol


class Link(Protocol):
    """One connection: its lag, and what has come over it unread. `leaving`: the peer has said
    goodbye, or is lost."""

    leaving: bool

    def measure(self) -> None:
        """The viewer's clock runs: what it was told leaves at once, and a round trip is taken; its
        answer comes into `owed_ms` later."""

    def owed_ms(self, bot: bool) -> int:
        """What lag this connection is owed for a move, before any quota (`rooms.lag`)."""

    def unread(self) -> Callable[[], bool]:
        """Looks at what lies unread at this instant; the answer, asked again and again, has it read
        before its turn, and says whether it is in the room's hands or never will be."""


class NoLink:
    """A viewer without a connection, as in tests: no lag, nothing unread."""

    leaving = False

    def measure(self) -> None:
        """Nothing to measure."""

    def owed_ms(self, bot: bool) -> int:
        """Nothing is owed."""
        return 0

    def unread(self) -> Callable[[], bool]:
        """All is read."""
        return lambda: True

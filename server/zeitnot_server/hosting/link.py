"""The part of a viewer's connection that a room uses; implemented by `web.sockets.link`."""

from collections.abc import Callable
from typing import Protocol


class Link(Protocol):
    """One connection: its lag, and its unread input. `leaving`: the peer has sent a close frame, or
    the connection is lost."""

    leaving: bool

    def measure(self) -> None:
        """Called when the viewer's clock starts: flushes written frames, and measures a round trip
        for later calls of `owed_ms`."""

    def owed_ms(self, bot: bool) -> int:
        """The lag that this connection is owed for a move, before any quota (`rooms.lag`)."""

    def unread(self) -> Callable[[], bool]:
        """Notes how much input is unread now. The returned function, called repeatedly, reads that
        input with priority, and returns whether all of it is in the room's queue, or is lost."""


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

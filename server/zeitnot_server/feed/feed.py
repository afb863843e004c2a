"""The feed as `play` sees it: a few calls that return at once and never raise."""

from typing import Protocol

import zeitnot_protocol as p


class Feed(Protocol):
    """Publishes what spectators see. Methods other than `start` and `stop` queue, and never raise.

    `listens`: whether there is a broker; if not, callers need not encode anything.
    """

    listens: bool

    async def start(self) -> None:
        """Begins to publish; does not wait for the broker."""

    async def stop(self) -> None:
        """Publishes the queued packets, for two seconds at most, and that this server stops."""

    def room_state(self, summary: p.GameSummary) -> None:
        """A game's newest summary, as spectators see it; retained."""

    def event(self, game: str, event: p.RoomEvent) -> None:
        """An event as spectators see it, after it is on disk."""

    def lobby(self, lobby: p.Lobby) -> None:
        """The lobby as anybody sees it; retained. `yours` is left out."""


class NullFeed:
    """The feed of a server without a broker."""

    listens = False

    async def start(self) -> None:
        """Does nothing."""

    async def stop(self) -> None:
        """Does nothing."""

    def room_state(self, summary: p.GameSummary) -> None:
        """Does nothing."""

    def event(self, game: str, event: p.RoomEvent) -> None:
        """Does nothing."""

    def lobby(self, lobby: p.Lobby) -> None:
        """Does nothing."""

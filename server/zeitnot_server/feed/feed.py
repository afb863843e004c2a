"""The feed as `play` sees it: a few calls that return at once and never raise."""

from typing import Protocol

import zeitnot_protocol as p


class Feed(Protocol):
    """Publishes what spectators see. All but `start` and `stop` only queue, and never raise.

    `listens` False: nobody does, so nothing need be encoded for it.
    """

    listens: bool

    async def start(self) -> None:
        """Begins to publish; does not wait for the broker."""

    async def stop(self) -> None:
        """Publishes what waits, for two seconds at most, and that this server stops."""

    def room_state(self, summary: p.GameSummary) -> None:
        """A game's newest state, as spectators see it; retained."""

    def event(self, game: str, event: p.RoomEvent) -> None:
        """An event as spectators see it, after it is on disk."""

    def lobby(self, lobby: p.Lobby) -> None:
        """The lobby as anybody sees it; retained. `yours` is left out."""


class NullFeed:
    """The feed of a server without a broker."""

    listens = False

    async def start(self) -> None:
        """Nothing to start."""

    async def stop(self) -> None:
        """Nothing to stop."""

    def room_state(self, summary: p.GameSummary) -> None:
        """Nobody to tell."""

    def event(self, game: str, event: p.RoomEvent) -> None:
        """Nobody to tell."""

    def lobby(self, lobby: p.Lobby) -> None:
        """Nobody to tell."""

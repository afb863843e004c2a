"""The feed as the rest of the server sees it: a few calls that return at once and never raise."""

from collections.abc import Callable
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

    def release(self, game: str) -> None:
        """Another server may publish this game's state from now on: what has been published of it
        is not published again."""

    def event(self, game: str, event: p.RoomEvent) -> None:
        """An event as spectators see it, after it is on disk."""

    def lobby(self, lobby: p.Lobby) -> None:
        """The lobby as anybody sees it; retained, if this server leads. `yours` is left out."""

    def lead(self, leads: bool) -> None:
        """Whether this server publishes the lobby and the bots, as one of several does; the only
        one does without being asked."""

    def hint(self) -> None:
        """Tells the other servers, if the broker is there, that they should look."""

    def hear(self, on_hint: Callable[[], None]) -> None:
        """Sets what is called with each hint of another server. It may be called without need, and
        may not be called."""


class NullFeed:
    """The feed of a server without a broker."""

    listens = False

    async def start(self) -> None:
        """Does nothing."""

    async def stop(self) -> None:
        """Does nothing."""

    def room_state(self, summary: p.GameSummary) -> None:
        """Does nothing."""

    def release(self, game: str) -> None:
        """Does nothing."""

    def event(self, game: str, event: p.RoomEvent) -> None:
        """Does nothing."""

    def lobby(self, lobby: p.Lobby) -> None:
        """Does nothing."""

    def lead(self, leads: bool) -> None:
        """Does nothing."""

    def hint(self) -> None:
        """Does nothing."""

    def hear(self, on_hint: Callable[[], None]) -> None:
        """Does nothing."""

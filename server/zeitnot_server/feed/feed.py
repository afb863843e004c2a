"""The interface of the feed: a few calls that return at once and never raise."""

from collections.abc import Callable
from typing import Protocol

import zeitnot_protocol as p


class Feed(Protocol):
    """Publishes what spectators see. Methods other than `start` and `stop` queue, and never raise.

    `enabled`: whether there is a broker; if not, callers need not encode anything.
    """

    enabled: bool

    async def start(self) -> None:
        """Begins to publish; does not wait for the broker."""

    async def stop(self) -> None:
        """Publishes the queued packets, for at most two seconds, and that this server stops."""

    def room_state(self, summary: p.GameSummary) -> None:
        """A game's newest summary, as spectators see it; retained."""

    def release(self, game: str) -> None:
        """Call it when another server may publish this game's state from now on: this one does not
        publish it again."""

    def event(self, game: str, event: p.RoomEvent) -> None:
        """An event as spectators see it, after it is on disk."""

    def lobby(self, lobby: p.Lobby) -> None:
        """The public lobby, without `yours`; retained. Only the leader publishes it."""

    def set_leader(self, leads: bool) -> None:
        """Sets whether this server publishes the lobby and the bots. Of several servers the leader
        does; a single server does by default."""

    def send_hint(self) -> None:
        """Tells the other servers, if the broker is up, that something has changed."""

    def set_hint_callback(self, callback: Callable[[], None]) -> None:
        """Sets the callback for hints of other servers. It may be called without a reason, and
        hints may be lost."""


class NullFeed:
    """The feed of a server without a broker."""

    enabled = False

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

    def set_leader(self, leads: bool) -> None:
        """Does nothing."""

    def send_hint(self) -> None:
        """Does nothing."""

    def set_hint_callback(self, callback: Callable[[], None]) -> None:
        """Does nothing."""

"""Who looks at one room: the viewers, their seats, and what all of them are told.

Presence and engines' thoughts have no number and are told once; a crowd hears them bit by bit.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from zeitnot_client import protocol as p

from ..rooms.room import Room
from .crowd import PORTION, tell_crowd
from .outbox import Viewer

CROWD_SECONDS = 0.25


class Scene(Protocol):
    """What is looked at: a hosted room."""

    room: Room


class Audience:
    """The viewers of one room. `changed` hears when a seat's player comes or goes."""

    def __init__(self, scene: Scene, changed: Callable[[], None]) -> None:
        self.viewers: set[Viewer] = set()
        self._scene = scene
        self._changed = changed
        self._presence: p.Presence | None = None
        self._counting: asyncio.TimerHandle | None = None
        self._spreading: set[asyncio.Task[None]] = set()
        self._seated: tuple[Any, dict[str, int]] = (None, {})  # account to seat, for these seats

    def seat(self, viewer: Viewer) -> int | None:
        """The viewer's seat, None for a spectator."""
        if viewer.actor is None:
            return None
        seats = self._scene.room.seats
        if self._seated[0] is not seats:
            self._seated = (seats, {s.actor.account: i for i, s in enumerate(seats) if s.actor})
        return self._seated[1].get(viewer.actor.account)

    def online(self, seat: int) -> bool:
        """Whether a socket of this seat's player is connected."""
        return any(self.seat(viewer) == seat for viewer in self.viewers)

    def movers(self) -> list[Viewer]:
        """The connections of the seat to move."""
        seat = self._scene.room.clock.running
        return [v for v in self.viewers if seat is not None and self.seat(v) == seat]

    def tell_presence(self, newcomer: Viewer | None = None) -> None:
        """Tells who is there, if that has changed, and a newcomer in any case."""
        seats = [self.online(seat) for seat in range(len(self._scene.room.seats))]
        watching = sum(1 for viewer in self.viewers if self.seat(viewer) is None)
        presence = p.Presence(game=self._scene.room.id, seats=seats, spectators=watching)
        if self._presence and presence.seats == self._presence.seats:
            if presence != self._presence:
                self._crowd_changed()
            if newcomer:
                newcomer.send(presence)
            return
        self._presence = presence
        self.tell_all(presence)
        self._changed()

    def tell_all(self, message: p.Presence | p.Countdown) -> None:
        """Tells everybody."""
        self.spread(list(self.viewers), p.encode(message))

    def spread(self, viewers: list[Viewer], frame: str) -> None:
        """Sends what has no number; to a crowd bit by bit."""
        if len(viewers) <= PORTION:
            for viewer in viewers:
                viewer.send_frame(frame)
            return
        task = asyncio.get_running_loop().create_task(tell_crowd(viewers, [frame]))
        self._spreading.add(task)
        task.add_done_callback(self._spreading.discard)

    def _crowd_changed(self) -> None:
        """Who comes and goes to watch is told a little later, all at once: a crowd that arrives
        would otherwise cost the square of its size."""
        if self._counting is None:
            loop = asyncio.get_running_loop()
            self._counting = loop.call_later(CROWD_SECONDS, self._tell_crowd)

    def _tell_crowd(self) -> None:
        self._counting = self._presence = None
        self.tell_presence()

"""The countdowns of a room: who is away in a running game, and how long the others still wait.

A countdown runs only while somebody is there to wait. With nobody there the clock alone decides,
so that a network which is down for all costs nobody a game.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import zeitnot_protocol as p

from ..rooms.absence import is_pressing, must_be_there_to_begin, patience_ms
from ..rooms.commands import Lapse, StandUp
from ..rooms.room import Now, Phase
from .scene import Closed, Scene

AGAIN_MS = 25


def lapsing(scene: Scene, seat: int | None, now: Now) -> list[Lapse]:
    """What lapses when `seat` wishes to go on with an adjourned game and another, who has wished
    it, is away: the clock would run for an empty chair. Nothing does where nothing is pressing, and
    people need not meet."""
    room = scene.room
    offer = room.offers.get("resume")
    if seat is None or offer is None or not is_pressing(room, now):
        return []
    others = sorted({offer.seat, *offer.agreed} - {seat})
    return [Lapse(other) for other in others if not scene.seat_online(other)][:1]


def absent_from_start(scene: Scene, seat: int | None) -> list[StandUp]:
    """Who loses the seat because `seat` is the last to be ready and they are away, where the clock
    would run at once. A seat that is kept for somebody stays theirs to take again."""
    room = scene.room
    others = [(i, other) for i, other in enumerate(room.seats) if i != seat]
    if seat is None or not must_be_there_to_begin(room) or not all(o.salt for _, o in others):
        return []
    away = (other.actor for i, other in others if not scene.seat_online(i))
    return [StandUp(actor.account) for actor in away if actor is not None]


@dataclass(frozen=True, slots=True)
class Wait:
    """One countdown: when it ends, and what will look at it then."""

    ends_ms: int
    timer: asyncio.TimerHandle


class Absence:
    """The countdowns of one room; `now_ms` is the adjusted clock.

    `tell` gets what all are to hear, `give_up` the seat for which nobody waits any more; it says
    False to be asked again.
    """

    def __init__(
        self,
        scene: Scene,
        now_ms: Callable[[], int],
        tell: Callable[[p.Countdown], None],
        give_up: Callable[[int], bool],
    ) -> None:
        self._scene = scene
        self._now_ms = now_ms
        self._tell = tell
        self._give_up = give_up
        self._waits: dict[int, Wait] = {}

    @property
    def seats(self) -> frozenset[int]:
        """The seats that are waited for."""
        return frozenset(self._waits)

    def check(self, halted: bool = False) -> None:
        """Starts and stops countdowns by who is there; to be called when that, or the game, has
        changed. `halted`: play is halted, so nobody is missed."""
        patience = patience_ms(self._scene.room.game_setup.control)
        missed = frozenset() if halted or patience is None else self._missed()
        for seat in self.seats - missed:
            self._waits.pop(seat).timer.cancel()
            if self._scene.room.phase is not Phase.FINISHED:
                self._tell(self._countdown(seat))
        for seat in sorted(missed - self.seats):
            self._wait(seat, self._now_ms() + (patience or 0))
            self._tell(self._countdown(seat))

    def close(self) -> None:
        """Waits for nobody any more, and tells nobody."""
        for wait in self._waits.values():
            wait.timer.cancel()
        self._waits.clear()
        self._scene = Closed(self._scene.room)
        self._tell, self._give_up = lambda told: None, lambda seat: True

    def told(self) -> list[p.Countdown]:
        """What a newcomer has to know."""
        return [self._countdown(seat) for seat in sorted(self._waits)]

    def _missed(self) -> frozenset[int]:
        room = self._scene.room
        seats = range(len(room.seats))
        away = frozenset(seat for seat in seats if not self._scene.seat_online(seat))
        # In a free first turn the 30 seconds that everybody sees are all that there is to wait.
        on = room.phase is Phase.RUNNING and not room.clock.is_free and len(away) < len(seats)
        return away if on else frozenset()

    def _countdown(self, seat: int) -> p.Countdown:
        wait = self._waits.get(seat)
        left = None if wait is None else max(0, wait.ends_ms - self._now_ms())
        return p.Countdown(game=self._scene.room.id, seat=seat, ends_in_ms=left)

    def _wait(self, seat: int, ends_ms: int) -> None:
        delay_ms = max(AGAIN_MS, ends_ms - self._now_ms())
        timer = asyncio.get_running_loop().call_later(delay_ms / 1000, self.on_timer, seat)
        self._waits[seat] = Wait(ends_ms, timer)

    def on_timer(self, seat: int) -> None:
        """The timer has fired; the adjusted clock may not be there yet: it leaves stalls out."""
        wait = self._waits.get(seat)
        if wait is None:
            return
        if self._now_ms() < wait.ends_ms or not self._give_up(seat):
            self._wait(seat, wait.ends_ms)

"""The countdowns of a room: which players are absent from a running game, and how long the others
still wait for them.

A countdown runs only while somebody is present to wait. If nobody is, the clock alone decides, so
that a network failure for everybody costs nobody a game.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import zeitnot_protocol as p

from ..rooms.absence import is_pressing, must_be_present_to_start, patience_ms
from ..rooms.commands import Lapse, StandUp
from ..rooms.room import Now, Phase
from .hosted_room import ClosedRoom, HostedRoom

MIN_DELAY_MS = 25  # of a timer: an early one would fire again at once


def lapsed_resumes(hosted: HostedRoom, seat: int | None, now: Now) -> list[Lapse]:
    """The offers to resume an adjourned game that lapse when `seat` accepts while the player who
    offered is absent: that clock would run for an empty chair. None lapses in a game whose time
    control does not need the players to be online together."""
    room = hosted.room
    offer = room.offers.get("resume")
    if seat is None or offer is None or not is_pressing(room, now):
        return []
    others = sorted({offer.seat, *offer.agreed} - {seat})
    return [Lapse(other) for other in others if not hosted.seat_online(other)][:1]


def absent_from_start(hosted: HostedRoom, seat: int | None) -> list[StandUp]:
    """The absent players who lose their seats when `seat` is the last to be ready and the clock
    would start at once. A reserved seat can be taken again by the player it is kept for."""
    room = hosted.room
    others = [(i, other) for i, other in enumerate(room.seats) if i != seat]
    if seat is None or not must_be_present_to_start(room) or not all(o.salt for _, o in others):
        return []
    away = (other.actor for i, other in others if not hosted.seat_online(i))
    return [StandUp(actor.account) for actor in away if actor is not None]


@dataclass(frozen=True, slots=True)
class Wait:
    """One countdown: when it ends, and the timer for that."""

    ends_ms: int
    timer: asyncio.TimerHandle


class Absence:
    """The countdowns of one room; `now_ms` is the adjusted clock.

    `tell` gets what is sent to all viewers, `give_up` the seat whose countdown has ended; it
    returns False to be asked again.
    """

    def __init__(
        self,
        hosted: HostedRoom,
        now_ms: Callable[[], int],
        tell: Callable[[p.Countdown], None],
        give_up: Callable[[int], bool],
    ) -> None:
        self._hosted = hosted
        self._now_ms = now_ms
        self._tell = tell
        self._give_up = give_up
        self._waits: dict[int, Wait] = {}

    @property
    def seats(self) -> frozenset[int]:
        """The seats that are waited for."""
        return frozenset(self._waits)

    def check(self, halted: bool = False) -> None:
        """Starts and stops countdowns; to be called when the game has changed, or who is connected.
        `halted`: play is halted, so nobody is waited for."""
        patience = patience_ms(self._hosted.room.game_setup.control)
        absent = frozenset() if halted or patience is None else self._absent_seats()
        for seat in self.seats - absent:
            self._waits.pop(seat).timer.cancel()
            if self._hosted.room.phase is not Phase.FINISHED:
                self._tell(self._countdown(seat))
        for seat in sorted(absent - self.seats):
            self._wait(seat, self._now_ms() + (patience or 0))
            self._tell(self._countdown(seat))

    def close(self) -> None:
        """Ends all countdowns and sends nothing more."""
        for wait in self._waits.values():
            wait.timer.cancel()
        self._waits.clear()
        self._hosted = ClosedRoom(self._hosted.room)
        self._tell, self._give_up = lambda told: None, lambda seat: True

    def told(self) -> list[p.Countdown]:
        """The countdowns that a new viewer is sent."""
        return [self._countdown(seat) for seat in sorted(self._waits)]

    def _absent_seats(self) -> frozenset[int]:
        room = self._hosted.room
        seats = range(len(room.seats))
        away = frozenset(seat for seat in seats if not self._hosted.seat_online(seat))
        # In a free first turn, the 30 seconds of that turn are the only wait.
        on = room.phase is Phase.RUNNING and not room.clock.is_free and len(away) < len(seats)
        return away if on else frozenset()

    def _countdown(self, seat: int) -> p.Countdown:
        wait = self._waits.get(seat)
        remaining_ms = None if wait is None else max(0, wait.ends_ms - self._now_ms())
        return p.Countdown(game=self._hosted.room.id, seat=seat, ends_in_ms=remaining_ms)

    def _wait(self, seat: int, ends_ms: int) -> None:
        delay_ms = max(MIN_DELAY_MS, ends_ms - self._now_ms())
        timer = asyncio.get_running_loop().call_later(delay_ms / 1000, self.on_timer, seat)
        self._waits[seat] = Wait(ends_ms, timer)

    def on_timer(self, seat: int) -> None:
        """The timer has fired; the adjusted clock may be behind it, since it leaves stalls out."""
        wait = self._waits.get(seat)
        if wait is None:
            return
        if self._now_ms() < wait.ends_ms or not self._give_up(seat):
            self._wait(seat, wait.ends_ms)

"""The countdowns of a room: which players are absent from a running game, and how long the others
still wait for them.

A countdown runs only while somebody is present to wait. If nobody is, the clock alone decides, so
that a network failure for everybody costs nobody a game.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import zeitnot_protocol as p

from ..rooms.absence import FIRST_TURN_MS, is_pressing, must_be_present_to_start, patience_ms
from ..rooms.commands import Lapse, StandUp
from ..rooms.room import LogEntry, Now, Phase, Room
from .hosted_room import ClosedRoom, HostedRoom

MIN_DELAY_MS = 25  # of a timer: one that fires too early is set again


def lapsed_resumes(hosted: HostedRoom, seat: int | None, now: Now) -> list[Lapse]:
    """The `resume` that lapses when `seat` accepts it while a player who has sent or accepted it is
    absent, since the clock would run for an absent player; at most one. None lapses in a game whose
    time control does not need the players to be online together."""
    room = hosted.room
    offer = room.offers.get("resume")
    if seat is None or offer is None or not is_pressing(room, now):
        return []
    others = sorted({offer.seat, *offer.agreed} - {seat})
    return [Lapse(other) for other in others if not hosted.seat_online(other)][:1]


def absent_from_start(hosted: HostedRoom, seat: int | None) -> list[StandUp]:
    """The absent players who lose their seats when `seat` is the last to be ready and the clock
    would start at once. A reserved seat stays reserved for its player."""
    room = hosted.room
    others = [(i, other) for i, other in enumerate(room.seats) if i != seat]
    if seat is None or not must_be_present_to_start(room) or not all(o.salt for _, o in others):
        return []
    away = [(i, other.actor) for i, other in others if not hosted.seat_online(i)]
    return [StandUp(actor.account, i) for i, actor in away if actor is not None]


def may_change_absence(before: Room, after: Room, entries: Sequence[LogEntry]) -> bool:
    """Whether countdowns may begin or end with these entries. A move changes nobody's presence, but
    in free turns there are no countdowns, and nobody waits for a seat that has finished."""
    if before.clock.is_free or after.clock.is_free:
        return True
    moves_only = all(isinstance(entry.event, p.Moved) for entry in entries)
    return not moves_only or before.playing_seats != after.playing_seats


@dataclass(frozen=True, slots=True)
class RunningCountdown:
    """One countdown: when it ends, and the timer for that."""

    ends_ms: int
    timer: asyncio.TimerHandle


class Absence:
    """The countdowns of one room; `now_ms` is the adjusted clock.

    `send_all` sends a countdown to all viewers. `abandon` is called with the seat whose countdown
    has ended; if it returns False, it is called again later. `awaited`: the seats whose players are
    not said to be away yet.
    """

    def __init__(
        self,
        hosted: HostedRoom,
        now_ms: Callable[[], int],
        send_all: Callable[[p.Countdown], None],
        abandon: Callable[[int], bool],
        awaited: Callable[[], frozenset[int]],
    ) -> None:
        self._hosted = hosted
        self._now_ms = now_ms
        self._send_all = send_all
        self._abandon = abandon
        self._awaited = awaited
        self._running: dict[int, RunningCountdown] = {}

    @property
    def seats(self) -> frozenset[int]:
        """The seats with a countdown."""
        return frozenset(self._running)

    def check(self, halted: bool = False) -> None:
        """Starts and stops countdowns; call it when the game has changed, or who is connected.
        `halted`: play is halted, so that no countdown runs."""
        room = self._hosted.room
        unbounded = room.clock.is_unbounded
        length_ms = FIRST_TURN_MS if unbounded else patience_ms(room.game_setup.control)
        absent = frozenset() if halted or length_ms is None else self._absent_seats()
        for seat in self.seats - absent:
            self._running.pop(seat).timer.cancel()
            if room.phase is not Phase.FINISHED:
                self._send_all(self._countdown(seat))
        for seat in sorted(absent - self.seats):
            self._start_timer(seat, self._now_ms() + (length_ms or 0))
            self._send_all(self._countdown(seat))

    def postpone(self, seat: int, ms: int) -> None:
        """The countdown of this seat, if there is one, ends so much later."""
        if (wait := self._running.get(seat)) is not None:
            wait.timer.cancel()
            self._start_timer(seat, wait.ends_ms + ms)
            self._send_all(self._countdown(seat))

    def close(self) -> None:
        """Ends all countdowns and sends nothing more."""
        for wait in self._running.values():
            wait.timer.cancel()
        self._running.clear()
        self._hosted = ClosedRoom(self._hosted.room)
        self._send_all, self._abandon = lambda countdown: None, lambda seat: True
        self._awaited = frozenset

    def countdowns(self) -> list[p.Countdown]:
        """The running countdowns, for a new viewer."""
        return [self._countdown(seat) for seat in sorted(self._running)]

    def _absent_seats(self) -> frozenset[int]:
        room = self._hosted.room
        seats = room.playing_seats
        away = frozenset(seat for seat in seats if not self._hosted.seat_online(seat))
        if room.phase is not Phase.RUNNING or len(away) == len(seats):
            return frozenset()
        # In a turn that costs no time, the bound of that turn is the only wait, if it has one.
        if room.clock.is_free:
            away = away & {room.turn} if room.clock.is_unbounded else frozenset()
        return away - self._awaited()

    def _countdown(self, seat: int) -> p.Countdown:
        wait = self._running.get(seat)
        remaining_ms = None if wait is None else max(0, wait.ends_ms - self._now_ms())
        return p.Countdown(game=self._hosted.room.id, seat=seat, ends_in_ms=remaining_ms)

    def _start_timer(self, seat: int, ends_ms: int) -> None:
        delay_ms = max(MIN_DELAY_MS, ends_ms - self._now_ms())
        timer = asyncio.get_running_loop().call_later(delay_ms / 1000, self.on_timer, seat)
        self._running[seat] = RunningCountdown(ends_ms, timer)

    def on_timer(self, seat: int) -> None:
        """The timer has fired; the adjusted clock may be behind it, since it does not count
        stalls."""
        wait = self._running.get(seat)
        if wait is None:
            return
        if self._now_ms() < wait.ends_ms or not self._abandon(seat):
            self._start_timer(seat, wait.ends_ms)

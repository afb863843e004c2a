"""Frees the seats of players of listed games who are absent, or not ready, before the game begins.

Otherwise a player who takes a seat and leaves, or is never ready, would keep others from a game in
which somebody waits. No countdown is sent.
"""

from collections.abc import Callable

from ..rooms.absence import READY_MS, UNBEGUN_MS, may_lose_seat, ready_deadline_ms
from ..rooms.commands import StandUp
from ..rooms.room import Now, Phase
from .hosted_room import ClosedRoom, HostedRoom
from .timer import Timer

MIN_DELAY_MS = 25  # of a timer: one that fires too early is set again
LEAST_MS = 10_000
"""A player who was not ready in time has this long once the room is loaded or no longer halted."""


class SeatTimeouts:
    """The seats of one room that are about to become free. `stand_up` is called with the command
    for a player who has been absent, or not ready, for too long; if it returns False, it is called
    again later."""

    def __init__(
        self, hosted: HostedRoom, now: Callable[[], Now], stand_up: Callable[[StandUp], bool]
    ) -> None:
        self._hosted = hosted
        self._now = now
        self._stand_up = stand_up
        self._deadlines: dict[StandUp, int] = {}  # on the adjusted clock
        self._timer: Timer[None] = Timer(lambda _: self.on_timer())

    @property
    def accounts(self) -> frozenset[str]:
        """The accounts that are about to lose a seat."""
        return frozenset(command.account for command in self._deadlines)

    def check(self, halted: bool = False) -> None:
        """Sets the timer; call it when the seats have changed, or who is connected. `halted`:
        nothing can be stored, so that nobody loses a seat."""
        if self._hosted.room.phase is not Phase.OPEN and not self._deadlines:
            return
        now = self._now()
        new = {} if halted else {**self._away(now), **self._unready(now)}
        old = self._deadlines
        self._deadlines = {command: old.get(command, at_ms) for command, at_ms in new.items()}
        self._set_timer()

    def on_timer(self) -> None:
        """The timer has fired; the adjusted clock may be a little behind."""
        now_ms = self._now().ms
        for command, at_ms in list(self._deadlines.items()):
            if now_ms >= at_ms and self._stand_up(command):
                del self._deadlines[command]
        self._set_timer()

    def close(self) -> None:
        """Stops the timer for good."""
        self._timer.close()
        self._deadlines.clear()
        self._hosted, self._stand_up = ClosedRoom(self._hosted.room), lambda command: True

    def _away(self, now: Now) -> dict[StandUp, int]:
        room, online = self._hosted.room, self._hosted.seat_online
        return {
            StandUp(seat.actor.account, index): now.ms + UNBEGUN_MS
            for index, seat in enumerate(room.seats)
            if seat.actor and may_lose_seat(room, index) and not online(index)
        }

    def _unready(self, now: Now) -> dict[StandUp, int]:
        """Counted from the log's time, so that a restart does not start the wait again; bounded,
        since the wall clock may have been set meanwhile."""
        room = self._hosted.room
        timeouts: dict[StandUp, int] = {}
        for index, seat in enumerate(room.seats):
            deadline_ms = ready_deadline_ms(room, index)
            if seat.actor is not None and deadline_ms is not None:
                left_ms = min(READY_MS, max(LEAST_MS, deadline_ms - now.wall))
                timeouts[StandUp(seat.actor.account, index, seat.since)] = now.ms + left_ms
        return timeouts

    def _set_timer(self) -> None:
        if self._deadlines:
            left_ms = min(self._deadlines.values()) - self._now().ms
            self._timer.set_within(max(MIN_DELAY_MS, left_ms), None)
        else:
            self._timer.stop()

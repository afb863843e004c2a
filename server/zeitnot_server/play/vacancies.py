"""Who sits in a listed game that has not begun, and is away or not ready: after a while the seat is
free again.

Else one who takes the seat and goes, or does nothing, would keep everybody from a game in which
somebody waits. There is no countdown to tell: the seat is simply free.
"""

from collections.abc import Callable

from ..rooms.absence import READY_MS, UNBEGUN_MS, may_be_stood_up, ready_by
from ..rooms.commands import StandUp
from ..rooms.room import Now, Phase
from .scene import Closed, Scene
from .timer import Timer

AGAIN_MS = 25
LEAST_MS = 10_000
"""Who was not ready in time has so long from when the room is loaded, or can store things again."""


class Vacancies:
    """The seats of one room that are about to become free. `now` tells the time; `stand_up` gets
    the command for who has been away, or not ready, for too long, and says False to be asked again.
    """

    def __init__(
        self, scene: Scene, now: Callable[[], Now], stand_up: Callable[[StandUp], bool]
    ) -> None:
        self._scene = scene
        self._now = now
        self._stand_up = stand_up
        self._deadlines: dict[StandUp, int] = {}  # when it is, on the adjusted clock
        self._timer: Timer[None] = Timer(lambda _: self.on_timer())

    @property
    def accounts(self) -> frozenset[str]:
        """Who is away or not ready, and still has a seat."""
        return frozenset(command.account for command in self._deadlines)

    def check(self, halted: bool = False) -> None:
        """By who is there; to be called when that, or the seats, have changed. `halted`: nothing
        can be stored, so nobody is stood up."""
        if self._scene.room.phase is not Phase.OPEN and not self._deadlines:
            return
        now = self._now()
        awaited = {} if halted else {**self._away(now), **self._unready(now)}
        self._deadlines = {command: self._deadlines.get(command, at_ms) for command, at_ms in awaited.items()}
        self._set_timer()

    def on_timer(self) -> None:
        """The timer has rung; the adjusted clock may not be there yet."""
        now_ms = self._now().ms
        for command, due_ms in list(self._deadlines.items()):
            if now_ms >= due_ms and self._stand_up(command):
                del self._deadlines[command]
        self._set_timer()

    def close(self) -> None:
        """Waits for nobody any more."""
        self._timer.close()
        self._deadlines.clear()
        self._scene, self._stand_up = Closed(self._scene.room), lambda command: True

    def _away(self, now: Now) -> dict[StandUp, int]:
        room, online = self._scene.room, self._scene.seat_online
        return {
            StandUp(seat.actor.account): now.ms + UNBEGUN_MS
            for index, seat in enumerate(room.seats)
            if seat.actor and may_be_stood_up(room, index) and not online(index)
        }

    def _unready(self, now: Now) -> dict[StandUp, int]:
        """By the log's time, so that a restart does not begin anew; but the wall clock may have
        been set meanwhile."""
        room = self._scene.room
        found: dict[StandUp, int] = {}
        for index, seat in enumerate(room.seats):
            by = ready_by(room, index)
            if seat.actor is not None and by is not None:
                left_ms = min(READY_MS, max(LEAST_MS, by - now.wall))
                found[StandUp(seat.actor.account, seat.since)] = now.ms + left_ms
        return found

    def _set_timer(self) -> None:
        if self._deadlines:
            left_ms = min(self._deadlines.values()) - self._now().ms
            self._timer.at_latest(max(AGAIN_MS, left_ms), None)
        else:
            self._timer.stop()

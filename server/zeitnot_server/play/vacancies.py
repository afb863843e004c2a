"""Who sits in a listed game that has not begun, and is away: after a while the seat is free again.

Else one who takes the seat and goes would keep everybody from a game in which somebody waits. There
is no countdown to tell: the seat is simply free.
"""

from collections.abc import Callable

from ..rooms.absence import UNBEGUN_MS, may_be_stood_up
from ..rooms.room import Phase
from .scene import Closed, Scene
from .timer import Timer

AGAIN_MS = 25


class Vacancies:
    """The seats of one room that are about to become free. `now_ms` is the adjusted clock;
    `stand_up` gets the account that has been away for too long, and says False to be asked again.
    """

    def __init__(
        self, scene: Scene, now_ms: Callable[[], int], stand_up: Callable[[str], bool]
    ) -> None:
        self._scene = scene
        self._now_ms = now_ms
        self._stand_up = stand_up
        self._away: dict[str, int] = {}  # accounts, and when their time is over
        self._timer: Timer[None] = Timer(lambda _: self.due())

    @property
    def accounts(self) -> frozenset[str]:
        """Who is away, and still has a seat."""
        return frozenset(self._away)

    def look(self, still: bool = False) -> None:
        """By who is there; to be called when that, or the seats, have changed. `still`: nothing
        can be stored, so nobody is stood up."""
        if self._scene.room.phase is not Phase.OPEN and not self._away:
            return
        away = frozenset() if still else self._missed()
        ends_ms = self._now_ms() + UNBEGUN_MS
        self._away = {account: self._away.get(account, ends_ms) for account in away}
        self._set_timer()

    def due(self) -> None:
        """The timer has rung; the adjusted clock may not be there yet."""
        now = self._now_ms()
        for account, ends_ms in list(self._away.items()):
            if now >= ends_ms and self._stand_up(account):
                del self._away[account]
        self._set_timer()

    def close(self) -> None:
        """Waits for nobody any more."""
        self._timer.close()
        self._away.clear()
        self._scene, self._stand_up = Closed(self._scene.room), lambda account: True

    def _missed(self) -> frozenset[str]:
        room, online = self._scene.room, self._scene.seat_online
        return frozenset(
            seat.actor.account
            for index, seat in enumerate(room.seats)
            if seat.actor and may_be_stood_up(room, index) and not online(index)
        )

    def _set_timer(self) -> None:
        if self._away:
            self._timer.at_latest(max(AGAIN_MS, min(self._away.values()) - self._now_ms()), None)
        else:
            self._timer.stop()

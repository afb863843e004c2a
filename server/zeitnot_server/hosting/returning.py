"""The players who are waited for after an outage, since it has cut their connections, too.

Each is waited for once, as long as RETURN_MS from when the first of them is back: until then nobody
is said to be away; and if the turn of one begins, the clock stands until the player is back, for
RETURN_MS at most. So who connects later than the opponent pays nothing for the outage, and who
stays away on purpose gains no more than the player whose turn it was then.
"""

from collections.abc import Callable

from ..rooms.commands import Command, Resume
from ..rooms.room import Phase
from .deadline import RETURN_MS
from .hosted_room import ClosedRoom, HostedRoom
from .timer import Timer


class Returning:
    """Those of one room. `over` is called when one is waited for no longer without being back."""

    def __init__(self, hosted: HostedRoom, over: Callable[[], None]) -> None:
        self.seats: frozenset[int] = frozenset()
        self._hosted = hosted
        self._over = over
        self.timer: Timer[None] = Timer(lambda _: self.on_timer())

    def begin(self) -> None:
        """The room has been loaded, or nothing could be stored for a while. If the game was in
        progress there has been an outage, or it was paused and all had left: whoever was to come
        back is waited for, either way."""
        room = self._hosted.room
        if room.phase in (Phase.RUNNING, Phase.PAUSED) and not room.by_utc:
            self.seats = frozenset(room.playing_seats)

    def check(self) -> None:
        """Call it when somebody has connected."""
        back = frozenset(filter(self._hosted.seat_online, self.seats))
        self.seats -= back
        if not self.seats:
            self.timer.stop()
        elif back:
            self.timer.set_within(RETURN_MS, None)

    def stops(self, command: Command) -> bool:
        """Whether the clock has to stand after this command, which has been carried out."""
        room = self._hosted.room
        if isinstance(command, Resume) and room.turn in self.seats:  # has been waited for
            self.seats -= {room.turn}
            self._over()
        ticks = room.phase is Phase.RUNNING and room.clock.deadline_ms() is not None
        return ticks and room.turn in self.seats

    def postpone(self, seat: int, ms: int) -> None:
        """This player, if it has not come back yet, is waited for so much longer."""
        if seat in self.seats:
            self.timer.postpone(ms)

    def on_timer(self) -> None:
        """The wait is over."""
        self.seats = frozenset()
        self._over()

    def close(self) -> None:
        """Stops the timer for good."""
        self.timer.close()
        self._hosted, self._over = ClosedRoom(self._hosted.room), lambda: None

"""When a room looks at its clock again, and whether a flag has fallen by then."""

from collections.abc import Callable, Sequence

from ..rooms.commands import Flag, Resume
from ..rooms.room import Now, Phase
from .input_drain import owed_ms
from .now import AdjustedClock
from .outbox import Viewer
from .scene import Closed, Scene, a_player_is_online
from .terms import Retry, ServerCommand
from .timer import Timer

FLAG_MARGIN_MS = 25
RETURN_MS = 15_000  # how long a paused game waits for the seat to move, once a player is back
RETRY_MS = 1000
FLAG, RESUME = ServerCommand(Flag()), ServerCommand(Resume())


class Deadline:
    """The next deadline of one room. `movers`: the connections of the seat to move; `post` hands
    the room something to do, and says False to be asked again."""

    def __init__(
        self,
        scene: Scene,
        clock: AdjustedClock,
        movers: Callable[[], Sequence[Viewer]],
        post: Callable[[ServerCommand | Retry], bool],
    ) -> None:
        self._scene = scene
        self._clock = clock
        self._movers = movers
        self._post = post
        self.timer: Timer[ServerCommand | Retry] = Timer(self.due)

    def at(self, ms: int, lines: Sequence[Viewer] | None = None) -> Now:
        """An instant of the adjusted clock, with the lag that the seat to move is owed on these
        connections; None: on all of its own. The slowest counts."""
        return self._clock.at(ms, owed_ms(self._movers() if lines is None else lines))

    def fallen(self, now: Now) -> bool:
        """Whether the flag has fallen, with what lag is owed."""
        room = self._scene.room
        return room.clock.flagged(room.instant(now), now.lag_ms)

    def arm(self, lag_ms: int = 0) -> None:
        """Sets the timer for the next deadline. `lag_ms`: what the mover is owed; without it the
        timer may ring before the flag falls, and is set again then."""
        room = self._scene.room
        if room.phase is Phase.PAUSED:
            if a_player_is_online(self._scene):
                self.timer.at_latest(RETURN_MS, RESUME)
            else:  # who only looks on makes no clock run
                self.timer.stop()
            return
        deadline = room.clock.deadline_ms(lag_ms)
        if deadline is None:
            self.timer.stop()
            return
        left_ms = deadline - room.instant(self._clock.now())
        self.timer.at_latest(left_ms + FLAG_MARGIN_MS, FLAG)

    def retry_soon(self) -> None:
        """No flag can fall while play stands still; it is tried again after a second."""
        self.timer.stop()
        self.timer.at_latest(RETRY_MS, Retry())

    def due(self, item: ServerCommand | Retry) -> None:
        """The timer has rung. It only asks: the clock decides, once the mover has been heard."""
        if item is FLAG and not self.fallen(now := self.at(self._clock.ms())):
            self.arm(now.lag_ms)
        elif not self._post(item):
            self.timer.at_latest(FLAG_MARGIN_MS, item)

    def close(self) -> None:
        """Nothing is due any more."""
        self.timer.close()
        self._scene = Closed(self._scene.room)
        self._movers, self._post = lambda: (), lambda item: True

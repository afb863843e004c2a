"""When a room has to check its clock next, and whether a flag has fallen."""

import asyncio
from collections.abc import Callable, Iterable, Sequence

from ..rooms.commands import Flag, Resume
from ..rooms.room import Now, Phase
from .hosted_room import ClosedRoom, HostedRoom, any_player_online
from .now import AdjustedClock
from .outbox import Viewer
from .terms import Retry, ServerCommand
from .timer import Timer

FLAG_MARGIN_MS = 25
RETURN_MS = 15_000  # how long a paused game waits for the seat to move, once a player is back
RETRY_MS = 1000
PASS_SECONDS = 0.001
MOST_PASSES = 1000
FLAG, RESUME = ServerCommand(Flag()), ServerCommand(Resume())


class Deadline:
    """The next deadline of one room. `movers`: the connections of the seat to move; `post` puts an
    item into the room's queue, and returns False if that has to be tried again."""

    def __init__(
        self,
        hosted: HostedRoom,
        clock: AdjustedClock,
        movers: Callable[[], Sequence[Viewer]],
        post: Callable[[ServerCommand | Retry], bool],
    ) -> None:
        self._hosted = hosted
        self._clock = clock
        self._movers = movers
        self._post = post
        self.timer: Timer[ServerCommand | Retry] = Timer(self.on_timer)

    def at(self, ms: int, viewers: Sequence[Viewer] | None = None) -> Now:
        """An instant of the adjusted clock, with the lag that the seat to move is owed on these
        connections; None: on all of its connections. The slowest counts."""
        return self._clock.at(ms, owed_ms(self._movers() if viewers is None else viewers))

    def fallen(self, now: Now) -> bool:
        """Whether the flag has fallen, with the owed lag taken into account."""
        room = self._hosted.room
        return room.clock.flagged(room.instant(now), now.lag_ms)

    def arm(self, lag_ms: int = 0) -> None:
        """Sets the timer for the next deadline. `lag_ms`: what the mover is owed; without it the
        timer may fire before the flag falls, and is set again then."""
        room = self._hosted.room
        if room.phase is Phase.PAUSED:
            if any_player_online(self._hosted):
                self.timer.set_within(RETURN_MS, RESUME)
            else:  # a spectator does not start the clock
                self.timer.stop()
            return
        deadline = room.clock.deadline_ms(lag_ms)
        if deadline is None:
            self.timer.stop()
            return
        left_ms = deadline - room.instant(self._clock.now())
        self.timer.set_within(left_ms + FLAG_MARGIN_MS, FLAG)

    def postpone(self, seat: int, ms: int) -> None:
        """A paused game waits so much longer for this seat, if it is to move."""
        room = self._hosted.room
        if room.phase is Phase.PAUSED and room.turn == seat:
            self.timer.postpone(ms)

    def retry_soon(self) -> None:
        """No flag can fall while play is halted; after a second, storing is tried again."""
        self.timer.stop()
        self.timer.set_within(RETRY_MS, Retry())

    def on_timer(self, item: ServerCommand | Retry) -> None:
        """The timer has fired. It only posts the command: the clock decides, once the mover's
        unread input has been processed."""
        if item is FLAG and not self.fallen(now := self.at(self._clock.ms())):
            self.arm(now.lag_ms)
        elif not self._post(item):
            self.timer.set_within(FLAG_MARGIN_MS, item)

    def close(self) -> None:
        """Stops the timer for good."""
        self.timer.close()
        self._hosted = ClosedRoom(self._hosted.room)
        self._movers, self._post = lambda: (), lambda item: True


def owed_ms(viewers: Iterable[Viewer]) -> int:
    """The lag owed to a player with these connections: that of the slowest."""
    return max((v.link.owed_ms(v.actor is not None and v.actor.bot) for v in viewers), default=0)


async def drain_input(viewers: Iterable[Viewer]) -> None:
    """Returns when all input that these connections have sent so far is in the room's queue."""
    unread = [viewer.link.unread() for viewer in viewers]
    for _ in range(MOST_PASSES):
        unread = [is_read for is_read in unread if not is_read()]
        if not unread:
            return
        await asyncio.sleep(PASS_SECONDS)

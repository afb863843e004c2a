"""The timer of one room: puts the commands of `rooms.timeouts` into its queue when they are due."""

import asyncio
from collections.abc import Iterable, Mapping

import zeitnot_protocol as p

from ...rooms.absence import Presence
from ...rooms.commands import Abandon
from ...rooms.room import Now, Phase, Room, Seat
from ...rooms.timeouts import FLAG, EndReconnectGrace, Timeout, due, flag_due, waits_for
from .inbox import Item, ServerCommand
from .mailbox import PriorityMailbox
from .now import AdjustedClock

MARGIN_MS = 25
"""How long after a deadline the timer fires: the adjusted clock may lag behind the loop's."""
POSTPONE_MS = 15_000
"""How far a refusal postpones a countdown: longer than a client's retry delay."""
MIN_POSTPONED_MS = 5_000
"""Shorter postponements are skipped, because each one is sent to all viewers of the room."""
MAX_POSTPONED_MS = 60_000
"""How far the countdowns of one seat are postponed in all, because a client could get itself
refused on purpose to keep its opponent waiting."""


class Deadlines:
    """The deadlines of one room, with one timer for all of them.

    `reconnecting`: the seats whose players have not come back since an outage, which has also cut
    their connections. None of them counts as absent until RECONNECT_GRACE_MS after the first player
    is back. If the turn of one begins, its clock is paused until that player returns, for at most
    RECONNECT_GRACE_MS. So a player who connects later than the opponent pays nothing for the
    outage, and one who stays away on purpose gains no more than the player whose turn it was
    then.
    """

    def __init__(self, clock: AdjustedClock, queue: PriorityMailbox[Item]) -> None:
        self.reconnecting: frozenset[int] = frozenset()
        self._clock = clock
        self._queue = queue
        self._flag_ms: int | None = None
        self._due_ms: dict[Timeout, int] = {}  # all but the flag, which every move changes
        self._posted: set[Timeout] = set()  # those of `_due_ms` that are in the queue
        self._postponed: dict[int, tuple[int, int]] = {}  # by seat: until when, and how long in all
        self._seats: tuple[Seat, ...] = ()  # of the room at the last update
        self._timer: asyncio.TimerHandle | None = None
        self._fires_ms = 0  # when the timer is set for, if it is set

    @property
    def due_ms(self) -> Mapping[Timeout, int]:
        """The commands that will be given, and when; without the flag."""
        return self._due_ms

    def start_reconnect_grace(self, room: Room) -> None:
        """Gives all players of a game in progress time to reconnect. Call it when the room has been
        loaded, or when storing works again."""
        if room.phase in (Phase.RUNNING, Phase.PAUSED) and not room.clock.uses_utc:
            self.reconnecting = frozenset(room.playing_seats)

    def must_pause_clock(self, room: Room) -> bool:
        """Whether the running clock, if there is one, has to be paused because its player has not
        reconnected yet."""
        if room.clock.running not in self.reconnecting:
            return False
        return room.phase is Phase.RUNNING and room.clock.deadline_ms() is not None

    def update(self, room: Room, presence: Presence, now: Now) -> list[p.Countdown]:
        """Recomputes the deadlines and sets the timer. Call it when the room or its viewers have
        changed. Returns the countdowns that have begun or ended, in the order in which they are to
        be sent."""
        self.reconnecting = presence.reconnecting
        if room.seats is not self._seats:
            self._drop_countdowns_of_former_players(room)
        before, self._due_ms = self._due_ms, due(room, presence, now, self._due_ms)
        self._flag_ms = self._due_ms.pop(FLAG, None)
        self._posted.intersection_update(self._due_ms)
        self._set_timer()
        ended = () if room.phase is Phase.FINISHED else before.keys() - self._due_ms.keys()
        begun = self._due_ms.keys() - before.keys()
        seats = *_countdown_seats(ended), *_countdown_seats(begun)
        return [self._countdown(room, seat) for seat in seats]

    def _drop_countdowns_of_former_players(self, room: Room) -> None:
        """Drops the countdowns of seats that have another player now: a bot that takes a seat has
        the full time to come."""
        for index, (before, now) in enumerate(zip(self._seats, room.seats, strict=False)):
            if now.left is not before.left:
                self._due_ms.pop(Abandon(index), None)
        self._seats = room.seats

    def update_clock(self, room: Room, now: Now) -> None:
        """Like `update`, after a move that has changed nothing but the clock. A timer that fires
        soon enough is kept, so that most moves set none."""
        self._flag_ms = flag_ms = flag_due(room, now)
        if self._timer is None or flag_ms is None or flag_ms < self._fires_ms:
            self._set_timer()

    def is_premature(self, command: Timeout) -> bool:
        """Whether a command from the queue has been given a later deadline meanwhile."""
        return self._due_ms.get(command, 0) > self._clock.ms()

    def end_reconnect_grace(self, seat: int | None) -> None:
        """Ends this seat's grace period: its player has had the time to come back."""
        self.reconnecting -= {seat}

    def note_taken(self, command: Timeout) -> bool:
        """Notes that this command has come out of the queue. Returns whether `update` is needed,
        which sets a new deadline if the command's condition still holds."""
        if isinstance(command, EndReconnectGrace):
            self.end_reconnect_grace(command.seat)
        self._posted.discard(command)
        return command == FLAG or self._due_ms.pop(command, None) is not None

    def postpone(self, room: Room, seat: int) -> list[p.Countdown]:
        """Postpones the deadlines of this absent player, because the server has refused to let it
        in. Returns the countdowns to be sent."""
        now_ms = self._clock.ms()
        until_ms, used_ms = self._postponed.get(seat, (now_ms, 0))
        since_ms = max(now_ms, until_ms)
        missing_ms = now_ms + POSTPONE_MS - since_ms
        added_ms = min(missing_ms, MAX_POSTPONED_MS - used_ms)
        if missing_ms < MIN_POSTPONED_MS or added_ms <= 0:
            return []
        self._postponed[seat] = since_ms + added_ms, used_ms + added_ms
        for timeout in self._due_ms:
            if waits_for(timeout, room, seat):
                self._due_ms[timeout] += added_ms
                self._posted.discard(timeout)
        self._set_timer()
        return [self._countdown(room, seat)] if Abandon(seat) in self._due_ms else []

    def countdowns(self, room: Room) -> list[p.Countdown]:
        """The countdowns that run, for a new viewer."""
        return [self._countdown(room, seat) for seat in _countdown_seats(self._due_ms)]

    def absences_end_at(self, room: Room) -> list[int | None]:
        """When the countdowns end (Unix ms), one item per seat; empty: none runs."""
        now, seats = self._clock.now(), range(len(room.seats))
        ends = [self._due_ms.get(Abandon(seat)) for seat in seats]
        if all(at_ms is None for at_ms in ends):
            return []
        return [None if at_ms is None else at_ms - now.ms + now.wall for at_ms in ends]

    def close(self) -> None:
        """Stops the timer for good."""
        self._flag_ms = None
        self._due_ms.clear()
        self._set_timer()

    def fire(self) -> None:
        """Posts the commands that are due; none, if the timer has fired too early. They are queued
        behind what has arrived before. If the queue is full, they are soon tried again."""
        self._timer, now_ms = None, self._clock.ms()
        if self._flag_ms is not None and self._flag_ms <= max(now_ms, self._fires_ms):
            self._flag_ms = None if self._queue.try_put(ServerCommand(FLAG)) else now_ms
        for command, at_ms in self._due_ms.items():
            if at_ms > now_ms or command in self._posted:
                continue
            if self._queue.try_put(ServerCommand(command)):
                self._posted.add(command)
            else:
                self._due_ms[command] = now_ms
        self._set_timer()

    def _set_timer(self) -> None:
        waiting = [ms for timeout, ms in self._due_ms.items() if timeout not in self._posted]
        if self._flag_ms is not None:
            waiting.append(self._flag_ms)
        next_ms = min(waiting, default=None)
        if self._timer is not None and (next_ms is None or next_ms < self._fires_ms):
            self._timer.cancel()
            self._timer = None
        if next_ms is not None and self._timer is None:
            delay_ms = max(0, next_ms - self._clock.ms() + MARGIN_MS)
            self._timer = asyncio.get_running_loop().call_later(delay_ms / 1000, self.fire)
            self._fires_ms = next_ms

    def _countdown(self, room: Room, seat: int) -> p.Countdown:
        at_ms = self._due_ms.get(Abandon(seat))
        left_ms = None if at_ms is None else max(0, at_ms - self._clock.ms())
        return p.Countdown(game=room.id, seat=seat, ends_in_ms=left_ms)


def _countdown_seats(timeouts: Iterable[Timeout]) -> list[int]:
    """The seats of the countdowns among these."""
    return sorted(timeout.seat for timeout in timeouts if isinstance(timeout, Abandon))

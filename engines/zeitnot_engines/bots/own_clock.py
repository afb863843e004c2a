"""A bot's clock in one room, by the clock policy (`zeitnot_client.turn_clock`)."""

from collections.abc import Callable

from zeitnot_client.room import Room
from zeitnot_client.turn_clock import TurnClock, turn_clock

from ..timing import Budget, budget
from .situation import control_of


class OwnClock:
    """The bot's current clock, which later `clock` messages may correct. `queue_clock`: the time of
    the search queue, in ms."""

    def __init__(self, room: Room, queue_clock: Callable[[], int]) -> None:
        self._room = room
        self._queue_clock = queue_clock

    def turn(self) -> TurnClock:
        """The clock of our turn."""
        return turn_clock(self._room.state, self._room.now_ms())

    def remaining_ms(self) -> int | None:
        """The time on our clock."""
        state = self._room.state
        return state.remaining_ms(state.you or 0, self._room.now_ms())

    def budget(self, max_ms: int | None) -> Budget:
        """The time that the clock allows for this move, at most `max_ms`."""
        turn, state = self.turn(), self._room.state
        free_ms = turn.flag_in_ms if turn.is_free else None
        return budget(self.remaining_ms(), control_of(state), state.ply, max_ms, free_ms=free_ms)

    def deadline_ms(self) -> int | None:
        """When this turn, or its current period, must have ended, by the queue's clock."""
        left_ms = self.turn().period_ends_in_ms
        return None if left_ms is None else self._queue_clock() + left_ms

"""How long a bot's turn may last, and from when a move is too late. Pure.

This is the clock policy of `run_bot`, the house bots and external programs. A bot may use all of
its time for a move. The time of a turn ends

- when the flag falls: after the time shown, the delay, and all overtime periods;
- earlier, when the limit for a single move is used up;
- in a turn that costs no time (a free first turn, or the marking of dead stones), when that turn
  must end, whatever the clock shows.

A move must be sent `MOVE_OVERHEAD_MS` before that end, which are reserved for the network and the
server. After that it is too late, because the move would not arrive in time, and the clock decides
the game. A turn that begins even later may last until the flag falls. The bot's owner may set a
shorter time for each move (`move_timeout_ms`).
"""

from dataclasses import dataclass

from .clocks import ClockReading
from .state import RoomState

MOVE_OVERHEAD_MS = 120


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The time left of a seat's turn, in ms; None: unlimited.

    `flag_in_ms`: until the flag falls, or until a turn that costs no time must end.
    `period_ends_in_ms`: until the time on the clock is used up and a byo-yomi period is lost; equal
    to `flag_in_ms` without periods. `is_free`: the turn costs no time.
    """

    flag_in_ms: int | None = None
    period_ends_in_ms: int | None = None
    is_free: bool = False

    @property
    def send_within_ms(self) -> int | None:
        """The time until the move must be sent; 0 if it is too late."""
        return None if self.flag_in_ms is None else max(0, self.flag_in_ms - MOVE_OVERHEAD_MS)

    def give_up_in_ms(self, move_timeout_ms: int | None = None) -> int | None:
        """The time until it is too late. `move_timeout_ms`: what is left of the owner's limit."""
        return min_bound(self.send_within_ms, move_timeout_ms)


def turn_clock(state: RoomState, now_ms: int) -> TurnClock:
    """Your turn at `now_ms` of the client's clock. If your clock is not running, it is
    unlimited."""
    if (free_ms := state.free_ms(now_ms)) is not None:
        return TurnClock(free_ms, free_ms, is_free=True)
    if state.phase == "running" and state.has_any_time:
        return TurnClock(is_free=True)
    clock, seat = state.clock, state.you or 0
    if clock is None or clock.running != seat or state.phase != "running":
        return TurnClock()
    reading = state.clock_of(seat, now_ms)
    if reading is None or reading.remaining_ms is None:
        limit_ms = None if reading is None else reading.limit_ms
        return TurnClock(limit_ms, limit_ms)
    delay_ms = max(0, clock.delay_ms - max(0, now_ms - state.clock_at_ms))
    period_ends_in_ms = reading.remaining_ms + delay_ms
    flag_in_ms = period_ends_in_ms + _reserve_ms(state, reading)
    return TurnClock(
        min_bound(flag_in_ms, reading.limit_ms), min_bound(period_ends_in_ms, reading.limit_ms)
    )


def min_bound(*bounds: int | None) -> int | None:
    """The smallest bound that is not None; None if there is none."""
    return min((bound for bound in bounds if bound is not None), default=None)


def _reserve_ms(state: RoomState, reading: ClockReading) -> int:
    """The time after the time shown: byo-yomi periods, or the first Canadian period."""
    control = state.room.control if state.room else None
    period_ms = (control and control.period_ms) or 0
    if control is not None and control.kind == "canadian":
        return period_ms if reading.moves is None else 0
    return (reading.periods or 0) * period_ms

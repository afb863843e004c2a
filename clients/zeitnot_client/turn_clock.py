"""One turn on a bot's clock: how long it may last, and from when a move is too late. Pure.

This is the one clock policy: `run_bot`, the house bots and external programs all follow it. A bot
may use all of its time for a move. The time of a turn ends

- when the flag falls: after the time shown, a delay, and all periods that follow;
- before that, when the limit for a single move is used up;
- in a turn that costs no time (a free first turn, or the marking of dead stones) when that turn
  must end, whatever the clock shows.

`MOVE_OVERHEAD_MS` of it are reserved for the network and the server: a move must be sent so long
before the end. After that it is too late, since the move could not arrive in time, and the clock
decides the game. A turn that begins even later has what is left until the flag falls. An owner may
set a shorter time for each move (`move_timeout_ms`).
"""

from dataclasses import dataclass

from .clocks import ClockReading
from .state import RoomState

MOVE_OVERHEAD_MS = 120


@dataclass(frozen=True, slots=True)
class TurnClock:
    """A seat's turn at one instant. All in ms; None: without end.

    `flag_in_ms`: until the flag falls, or a turn that costs no time must end. `period_ends_in_ms`:
    until the time that the clock shows is used up, after which a period of byo-yomi would be lost;
    the same as `flag_in_ms` without periods. `is_free`: the turn costs no time.
    """

    flag_in_ms: int | None = None
    period_ends_in_ms: int | None = None
    is_free: bool = False

    @property
    def send_within_ms(self) -> int | None:
        """Until the move must be sent; 0 if it is too late."""
        return None if self.flag_in_ms is None else max(0, self.flag_in_ms - MOVE_OVERHEAD_MS)

    def give_up_in_ms(self, move_timeout_ms: int | None = None) -> int | None:
        """Until it is too late. `move_timeout_ms`: what is left of the owner's time for a move."""
        return least(self.send_within_ms, move_timeout_ms)


def turn_clock(state: RoomState, now_ms: int) -> TurnClock:
    """One's own turn at `now_ms` of the client's clock. A clock that does not run never ends."""
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
        least(flag_in_ms, reading.limit_ms), least(period_ends_in_ms, reading.limit_ms)
    )


def least(*bounds: int | None) -> int | None:
    """The smallest of these bounds; None: there is none."""
    return min((bound for bound in bounds if bound is not None), default=None)


def _reserve_ms(state: RoomState, reading: ClockReading) -> int:
    """What follows the time that is shown: periods of byo-yomi, or the first Canadian period."""
    control = state.room.control if state.room else None
    period_ms = (control and control.period_ms) or 0
    if control is not None and control.kind == "canadian":
        return period_ms if reading.moves is None else 0
    return (reading.periods or 0) * period_ms

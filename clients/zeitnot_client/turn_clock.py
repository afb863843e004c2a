"""One turn on a bot's clock: how long it may last, and from when a move is too late. Pure.

This is the one clock policy: `run_bot`, the house bots and external programs all follow it. A bot
has its whole clock for a move. The whole clock of a turn ends

- when the flag falls: after the time shown, a delay, and all periods that follow;
- before that, when the limit for a single move is used up;
- in a turn that costs no time (a free first turn, or the marking of dead stones) when that turn
  must end, whatever the clock shows.

`KEPT_BACK_MS` of it are kept back for the network and the server. So a move must be out
`KEPT_BACK_MS` before the end of the whole clock. After that it is too late: the move could not
arrive in time, and the clock decides the game. An owner may set a shorter time for each move
(`move_timeout_ms`).
"""

from dataclasses import dataclass

from .clocks import ClockReading
from .state import RoomState

KEPT_BACK_MS = 120


@dataclass(frozen=True, slots=True)
class TurnClock:
    """A seat's turn at one instant. All in ms; None: without end.

    `whole_ms`: until the whole clock ends. `shown_ms`: until the time that the clock shows is used
    up, after which a period of byo-yomi would be lost; the same as `whole_ms` without periods.
    `is_free`: the turn costs no time.
    """

    whole_ms: int | None = None
    shown_ms: int | None = None
    is_free: bool = False

    @property
    def out_by_ms(self) -> int | None:
        """Until the move must be out; 0 if it is too late."""
        return None if self.whole_ms is None else max(0, self.whole_ms - KEPT_BACK_MS)

    def too_late_in_ms(self, move_timeout_ms: int | None = None) -> int | None:
        """Until it is too late. `move_timeout_ms`: what is left of the owner's time for a move."""
        return least(self.out_by_ms, move_timeout_ms)


def turn_clock(state: RoomState, now_ms: int) -> TurnClock:
    """One's own turn at `now_ms` of the client's clock. A clock that does not run never ends."""
    if (free_ms := state.free_ms(now_ms)) is not None:
        return TurnClock(free_ms, free_ms, is_free=True)
    clock, seat = state.clock, state.you or 0
    if clock is None or clock.running != seat or state.phase != "running":
        return TurnClock()
    reading = state.clock_of(seat, now_ms)
    if reading is None or reading.remaining_ms is None:
        limit_ms = None if reading is None else reading.limit_ms
        return TurnClock(limit_ms, limit_ms)
    delay_ms = max(0, clock.delay_ms - max(0, now_ms - state.clock_at_ms))
    shown_ms = reading.remaining_ms + delay_ms
    whole_ms = shown_ms + _reserve_ms(state, reading)
    return TurnClock(least(whole_ms, reading.limit_ms), least(shown_ms, reading.limit_ms))


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

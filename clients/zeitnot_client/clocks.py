"""What the clocks show between server messages; for display only."""

from dataclasses import dataclass, replace

from zeitnot_protocol import ClockView, Control


@dataclass(frozen=True, slots=True)
class ClockReading:
    """One seat's clock. `remaining_ms`: of the main time or of the current period, without the
    periods that follow (unlike `Turn.remaining_ms`); None: unlimited. `periods` and `moves` as in
    ClockView, None if the control has none. `limit_ms`: what is left of the limit per move, for the
    seat whose clock is running."""

    remaining_ms: int | None
    periods: int | None = None
    moves: int | None = None
    limit_ms: int | None = None


def read_clock(view: ClockView, control: Control, seat: int, elapsed_ms: int) -> ClockReading:
    """This seat's clock `elapsed_ms` after the server showed `view`."""
    reading = _without_move_limit(view, control, seat, elapsed_ms)
    if seat != view.running or view.limit_ms is None:
        return reading
    return replace(reading, limit_ms=max(0, view.limit_ms - max(0, elapsed_ms)))


def free_turn_left_ms(view: ClockView, elapsed_ms: int) -> int | None:
    """What is left of a free first turn `elapsed_ms` after the server showed `view`; None if the
    turn is not free."""
    return None if view.free_ms is None else max(0, view.free_ms - max(0, elapsed_ms))


def _without_move_limit(
    view: ClockView, control: Control, seat: int, elapsed_ms: int
) -> ClockReading:
    left_ms = view.remaining_ms[seat]
    clock = ClockReading(
        left_ms,
        view.periods[seat] if view.periods else None,
        view.moves[seat] if view.moves else None,
    )
    if left_ms is None or view.running is None:
        return clock
    charged_ms = max(0, elapsed_ms - view.delay_ms)
    if seat == view.running:
        return _run_down(clock, control, left_ms - charged_ms)
    if control.kind != "hourglass":
        return clock
    return ClockReading(left_ms + _hourglass_share_ms(view, charged_ms))


def _run_down(clock: ClockReading, control: Control, left_ms: int) -> ClockReading:
    period_ms = control.period_ms
    if left_ms > 0 or period_ms is None:
        return ClockReading(max(0, left_ms), clock.periods, clock.moves)
    if control.kind == "canadian" and clock.moves is not None:
        return ClockReading(0, moves=clock.moves)
    if control.kind == "canadian":
        return ClockReading(max(0, period_ms + left_ms), moves=control.moves)
    periods_used, overrun_ms = divmod(-left_ms, period_ms)
    periods_left = (clock.periods or 0) - 1 - periods_used
    return (
        ClockReading(0, 0)
        if periods_left < 0
        else ClockReading(period_ms - overrun_ms, periods_left)
    )


def _hourglass_share_ms(view: ClockView, elapsed_ms: int) -> int:
    """What each other seat of an hourglass gains, in whole milliseconds."""
    running = view.running or 0
    return min(elapsed_ms, view.remaining_ms[running] or 0) // (len(view.remaining_ms) - 1)

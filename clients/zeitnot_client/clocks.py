"""The clocks between two messages of the server: for display; the server decides."""

from dataclasses import dataclass, replace

from zeitnot_protocol import ClockView, Control


@dataclass(frozen=True, slots=True)
class Shown:
    """One seat's clock. `periods` and `moves` as in ClockView, None without. `limit_ms`:
    what the seat whose time passes has left of the limit per move."""

    remaining_ms: int | None
    periods: int | None = None
    moves: int | None = None
    limit_ms: int | None = None


def shown(view: ClockView, control: Control, seat: int, gone_ms: int) -> Shown:
    """This seat's clock `gone_ms` after the server showed `view`."""
    shown_ = _shown(view, control, seat, gone_ms)
    if seat != view.running or view.limit_ms is None:
        return shown_
    return replace(shown_, limit_ms=max(0, view.limit_ms - max(0, gone_ms)))


def free_left(view: ClockView, gone_ms: int) -> int | None:
    """What is left of a free first turn `gone_ms` after the server showed `view`; None: this
    turn is not free."""
    return None if view.free_ms is None else max(0, view.free_ms - max(0, gone_ms))


def _shown(view: ClockView, control: Control, seat: int, gone_ms: int) -> Shown:
    left_ms = view.remaining_ms[seat]
    clock = Shown(
        left_ms,
        view.periods[seat] if view.periods else None,
        view.moves[seat] if view.moves else None,
    )
    if left_ms is None or view.running is None:
        return clock
    gone_after_delay_ms = max(0, gone_ms - view.delay_ms)
    if seat == view.running:
        return _run_down(clock, control, left_ms - gone_after_delay_ms)
    if control.kind != "hourglass":
        return clock
    return Shown(left_ms + _share(view, gone_after_delay_ms))


def _run_down(clock: Shown, control: Control, left_ms: int) -> Shown:
    period = control.period_ms
    if left_ms > 0 or period is None:
        return Shown(max(0, left_ms), clock.periods, clock.moves)
    if control.kind == "canadian" and clock.moves is not None:
        return Shown(0, moves=clock.moves)
    if control.kind == "canadian":
        return Shown(max(0, period + left_ms), moves=control.moves)
    periods, over = divmod(-left_ms, period)
    behind = (clock.periods or 0) - 1 - periods
    return Shown(0, 0) if behind < 0 else Shown(period - over, behind)


def _share(view: ClockView, gone: int) -> int:
    """What an hourglass gives to each of the others, but for an odd millisecond."""
    running = view.running or 0
    return min(gone, view.remaining_ms[running] or 0) // (len(view.remaining_ms) - 1)

"""The clock: one immutable value for every time control and any number of seats.

Integer milliseconds. A control is one row of `CONTROLS`: what a seat starts with, what it may use
in this turn, and what it has after using some of it. Everything else is the same for all.
The clock of a turn may be interrupted (an outage); `used_ms` is what the turn cost before that.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from zeitnot_client.protocol import ClockView, Control, Receipt


class BadControl(ValueError):
    """A time control that makes no sense; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class SeatTime:
    """What one seat has left; `remaining_ms` None is unlimited."""

    remaining_ms: int | None


@dataclass(frozen=True, slots=True)
class Rule:
    """One time control: the fields it needs, and its two formulas."""

    needs: tuple[str, ...]
    start: Callable[[Control], SeatTime]
    after: Callable[[Control, SeatTime, int], SeatTime]


def _need(value: int | None) -> int:
    if value is None:
        raise AssertionError("checked by Clock.new")
    return value


def _spend(_: Control, time: SeatTime, charged: int) -> SeatTime:
    return SeatTime(_need(time.remaining_ms) - charged)


def _fischer(control: Control, time: SeatTime, charged: int) -> SeatTime:
    left = _need(time.remaining_ms) - charged + _need(control.increment_ms)
    return SeatTime(left if control.cap_ms is None else min(left, control.cap_ms))


CONTROLS: dict[str, Rule] = {
    "sudden_death": Rule(("base_ms",), lambda c: SeatTime(_need(c.base_ms)), _spend),
    "fischer": Rule(("base_ms", "increment_ms"), lambda c: SeatTime(_need(c.base_ms)), _fischer),
    "per_move": Rule(
        ("time_ms",),
        lambda c: SeatTime(_need(c.time_ms)),
        lambda c, _time, _charged: SeatTime(_need(c.time_ms)),
    ),
    "unlimited": Rule((), lambda _: SeatTime(None), lambda _c, time, _charged: time),
}
_FIELDS = ("base_ms", "increment_ms", "cap_ms", "time_ms")


def check(control: Control) -> None:
    """Raises BadControl unless exactly the fields that the kind needs are there and sensible."""
    rule = CONTROLS[control.kind]
    allowed = (*rule.needs, "cap_ms") if control.kind == "fischer" else rule.needs
    for field in _FIELDS:
        value = getattr(control, field)
        if value is None and field in rule.needs:
            raise BadControl(f"{control.kind} needs {field}")
        if value is not None and field not in allowed:
            raise BadControl(f"{control.kind} has no {field}")
    if control.move_limit_ms is not None and control.move_limit_ms < 1:
        raise BadControl("move_limit_ms must be at least 1")
    if control.cap_ms is not None and control.cap_ms < _need(control.base_ms):
        raise BadControl("cap_ms must be at least base_ms")
    if control.kind != "unlimited" and _need(rule.start(control).remaining_ms) < 1:
        raise BadControl(f"{control.kind} must start with at least 1 ms")


@dataclass(frozen=True, slots=True)
class Clock:
    """All seats' clocks. `running` is the seat whose turn it is; `since_ms` when it last started.

    `since_ms` None with a running seat: the turn is paused. Instants are of the server's own
    adjusted clock and mean nothing beyond one run.
    """

    control: Control
    times: tuple[SeatTime, ...]
    running: int | None = None
    since_ms: int | None = None
    used_ms: int = 0

    @staticmethod
    def new(control: Control, seats: int) -> "Clock":
        """Clocks before the first move, none running. Raises BadControl."""
        check(control)
        return Clock(control, (CONTROLS[control.kind].start(control),) * seats)

    def begin(self, seat: int | None, now_ms: int) -> "Clock":
        """A new turn of `seat` starts; None stops all clocks. The same seat goes on unbroken."""
        if seat is not None and seat == self.running and self.since_ms is not None:
            return self
        return replace(self, running=seat, since_ms=None if seat is None else now_ms, used_ms=0)

    def started_at(self, now_ms: int) -> "Clock":
        """The same turn, counted from `now_ms`: what came before is nobody's time."""
        return replace(self, since_ms=now_ms) if self.since_ms is not None else self

    def pause(self, elapsed_ms: int) -> "Clock":
        """Stops within a turn that has lasted `elapsed_ms` since it was last started."""
        return replace(self, since_ms=None, used_ms=self.used_ms + elapsed_ms)

    def stopped(self, shown: ClockView) -> "Clock":
        """Stops for good; what the end showed is what stays."""
        return replace(
            self,
            times=tuple(
                replace(t, remaining_ms=m)
                for t, m in zip(self.times, shown.remaining_ms, strict=True)
            ),
            running=None,
            since_ms=None,
            used_ms=0,
        )

    def resume(self, now_ms: int) -> "Clock":
        """Goes on with a paused turn."""
        return replace(self, since_ms=now_ms) if self.running is not None else self

    def elapsed_ms(self, now_ms: int) -> int:
        """What the running turn has cost so far, never less than nothing."""
        since = 0 if self.since_ms is None else max(0, now_ms - self.since_ms)
        return self.used_ms + since

    def budget_ms(self) -> int | None:
        """What the running seat may use in this turn, None without bound."""
        if self.running is None:
            return None
        bounds = (self.times[self.running].remaining_ms, self.control.move_limit_ms)
        return min((b for b in bounds if b is not None), default=None)

    def deadline_ms(self) -> int | None:
        """The instant at which the running seat's flag falls; None if it never does."""
        budget = self.budget_ms()
        if budget is None or self.since_ms is None:
            return None
        return self.since_ms + budget - self.used_ms

    def flagged(self, now_ms: int) -> bool:
        """Whether the running seat has used all it had. A move at the very deadline is late."""
        budget = self.budget_ms()
        return (
            budget is not None and self.since_ms is not None and self.elapsed_ms(now_ms) >= budget
        )

    def charge(self, now_ms: int) -> tuple["Clock", Receipt]:
        """Ends the running turn at `now_ms`: the clock with no seat running, and the account."""
        elapsed = self.elapsed_ms(now_ms)
        receipt = Receipt(
            elapsed_ms=elapsed, compensated_ms=0, charged_ms=elapsed, remaining_ms=None
        )
        after = self.charged(elapsed)
        receipt.remaining_ms = after.times[self._mover()].remaining_ms
        return after, receipt

    def charged(self, charged_ms: int) -> "Clock":
        """Ends the running turn at a cost already known: how a stored receipt is replayed."""
        seat = self._mover()
        time = CONTROLS[self.control.kind].after(self.control, self.times[seat], charged_ms)
        times = (*self.times[:seat], time, *self.times[seat + 1 :])
        return replace(self, times=times, running=None, since_ms=None, used_ms=0)

    def view(self, now_ms: int) -> ClockView:
        """What everybody is shown at `now_ms`."""
        left = [time.remaining_ms for time in self.times]
        if self.running is not None and (mine := left[self.running]) is not None:
            left[self.running] = max(0, mine - self.elapsed_ms(now_ms))
        going = self.running if self.since_ms is not None else None
        return ClockView(remaining_ms=left, running=going)

    def _mover(self) -> int:
        if self.running is None:
            raise AssertionError("no clock is running")
        return self.running

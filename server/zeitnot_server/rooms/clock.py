"""The clock: one immutable value for every time control and any number of seats.

All times are integer milliseconds. `controls` has what differs between the controls, `lag` the lag
compensation; the rest is here. A turn may be interrupted by an outage: `used_ms` is what the coming
move had cost before that. A turn may have several moves: `spent_ms` is what the earlier ones were
charged, and the control sees the turn as one. So does lag compensation: a turn is compensated once,
since otherwise a turn of many moves would cost nothing.

A seat's first turn may be free, so that loading the page or noticing the game costs no time:
nothing is charged, compensated or added, and its moves do not count for a stage or period. It lasts
at most `free_ms`, or as long as the player likes (`unbounded`); the room decides what happens when
that time is over. Some games also have uncharged turns; `begin` is given their limit.
"""

from collections.abc import Sequence

from zeitnot_protocol import ClockView, Control, Receipt

from . import lag
from .controls import (
    CONTROLS,
    FREE_TURN_MS,
    BadControl,
    SeatTime,
    check,
    max_turn_ms,
    require,
    total_ms,
)
from .value import Value, replace

__all__ = ["CONTROLS", "FREE_TURN_MS", "BadControl", "Clock", "SeatTime", "check"]


class Clock(Value, frozen=True):
    """The clocks of all seats. `running`: the seat whose turn it is; `since_ms`: when it last
    started.

    `since_ms` None with a running seat: the turn is paused. Instants are those of the server's
    adjusted clock, valid within one run only (in correspondence: UTC). `quotas_ms`: how much lag
    each seat may still be given back; `gain_ms`: what a move adds to that. `free`: the seats whose
    free first turn is not over. `uncharged_ms`: how long the present turn may last, if the game
    does not charge it. `left`: the seats that have left the game, whose clocks do not run.
    `free_ms`: how long a free first turn may last; `unbounded`: the seats whose free first turn may
    last for ever. Of the present turn: `is_free`: whether it costs no time, as a free first turn or
    an uncharged one; `budget_ms`: how long it may last, None: without bound; `repaid_ms`: the lag
    that its earlier moves were compensated for. `uses_utc`: the clock runs while the server is
    down, in correspondence."""

    control: Control
    times: tuple[SeatTime, ...]
    quotas_ms: tuple[int, ...]
    gain_ms: int
    running: int | None = None
    since_ms: int | None = None
    used_ms: int = 0
    spent_ms: int = 0
    repaid_ms: int = 0
    free: frozenset[int] = frozenset()
    uncharged_ms: int | None = None
    left: frozenset[int] = frozenset()
    free_ms: int = FREE_TURN_MS
    unbounded: frozenset[int] = frozenset()
    is_free: bool = False
    budget_ms: int | None = None
    uses_utc: bool = False

    @staticmethod
    def new(
        control: Control, seats: int, *, free: bool = False, free_ms: int = FREE_TURN_MS
    ) -> "Clock":
        """Clocks before the first move, none running; `free`: whether first turns are free, for
        `free_ms` each. Raises BadControl."""
        check(control)
        start, gain = CONTROLS[control.kind].start(control), lag.gain_ms(control)
        quotas = (lag.initial_quota_ms(gain),) * seats
        first_turns = frozenset(range(seats)) if free else frozenset()
        return Clock(
            control,
            (start,) * seats,
            quotas,
            gain,
            free=first_turns,
            free_ms=free_ms,
            uses_utc=control.kind == "correspondence",
        )

    @property
    def is_unbounded(self) -> bool:
        """Whether the present turn is a free first turn without a bound."""
        return self.is_free and self.budget_ms is None

    def begin(self, seat: int | None, now_ms: int, uncharged_ms: int | None = None) -> "Clock":
        """The clocks at the start of a turn of `seat`; None: no clock runs. If it is this seat's
        turn already, the turn continues. `uncharged_ms`: the limit of the turn, if it is not
        charged."""
        if seat is not None and seat == self.running:
            return self if self.since_ms is not None else replace(self, since_ms=now_ms)
        if seat is None:
            return self._without_turn()
        is_first = seat in self.free
        if uncharged_ms is not None:
            budget_ms: int | None = uncharged_ms
        elif is_first:
            budget_ms = None if seat in self.unbounded else self.free_ms
        else:
            budget_ms = max_turn_ms(self.control, self.times[seat])
        return replace(
            self,
            running=seat,
            since_ms=now_ms,
            used_ms=0,
            spent_ms=0,
            repaid_ms=0,
            uncharged_ms=uncharged_ms,
            is_free=is_first or uncharged_ms is not None,
            budget_ms=budget_ms,
        )

    def is_same_turn(self, seat: int | None, uncharged_ms: int | None) -> bool:
        """Whether a turn of `seat` would be the present one: it is the same seat's, and both are
        charged or neither is."""
        return seat == self.running and uncharged_ms == self.uncharged_ms

    def started_at(self, now_ms: int) -> "Clock":
        """The same turn, counted from `now_ms`; the time before that is not charged."""
        return replace(self, since_ms=now_ms) if self.since_ms is not None else self

    def pause(self, elapsed_ms: int) -> "Clock":
        """The same turn, stopped after it has lasted `elapsed_ms` since it was last started."""
        return replace(self, since_ms=None, used_ms=self.used_ms + elapsed_ms)

    def stopped(self, view: ClockView) -> "Clock":
        """The stopped clocks, with the times that `view` shows."""
        periods: Sequence[int | None] = view.periods or [time.periods for time in self.times]
        moves = view.moves or [time.moves for time in self.times]
        parts = zip(self.times, view.remaining_ms, periods, moves, strict=True)
        times = tuple(replace(t, remaining_ms=r, periods=p, moves=m) for t, r, p, m in parts)
        return replace(self, times=times)._without_turn()

    def _without_turn(self) -> "Clock":
        """The clocks when none runs."""
        return replace(
            self,
            running=None,
            since_ms=None,
            used_ms=0,
            spent_ms=0,
            repaid_ms=0,
            uncharged_ms=None,
            is_free=False,
            budget_ms=None,
        )

    def without(self, seat: int) -> "Clock":
        """The clocks after this seat, whose turn it is not, has left the game."""
        return replace(self, free=self.free - {seat}, left=self.left | {seat})

    def with_time_of(self, seat: int, view: ClockView) -> "Clock":
        """The clocks with the time that `view` shows for this seat, whose turn it is not."""
        shown = self.stopped(view).times[seat]
        return replace(self, times=(*self.times[:seat], shown, *self.times[seat + 1 :]))

    def with_least_time(self, seat: int, least_ms: int) -> "Clock":
        """The clocks with at least this time for a seat that has a clock and whose turn it is
        not."""
        time = self.times[seat]
        total = total_ms(self.control, time)
        if total is None or time.remaining_ms is None or total >= least_ms:
            return self
        more = replace(time, remaining_ms=time.remaining_ms + least_ms - total)
        return replace(self, times=(*self.times[:seat], more, *self.times[seat + 1 :]))

    def end_without_move(self, now_ms: int, is_last: bool = False) -> "Clock":
        """The clocks after a turn that has ended without a move: its time is spent, and no
        increment is added; but time that belongs to each turn is reset, unless this was the seat's
        last turn (`is_last`). A turn can last longer than the seat's time only because of lag
        compensation, and then costs all of that time."""
        if self.is_free:
            return self._without_turn()
        seat, rule = self._mover(), CONTROLS[self.control.kind]
        cost = self.spent_ms + self.elapsed_ms(now_ms)
        cost = cost if self.budget_ms is None else min(cost, self.budget_ms)
        times = list(self._run_down(seat, cost))
        if rule.per_turn and not is_last:
            times[seat] = rule.end_turn(self.control, times[seat], cost)
        return replace(self, times=tuple(times))._without_turn()

    def resume(self, now_ms: int) -> "Clock":
        """The paused turn, running again from `now_ms`."""
        return replace(self, since_ms=now_ms) if self.running is not None else self

    def elapsed_ms(self, now_ms: int) -> int:
        """How long the coming move has taken so far; at least 0."""
        since = 0 if self.since_ms is None else max(0, now_ms - self.since_ms)
        return self.used_ms + since

    def deadline_ms(self, owed_ms: int = 0) -> int | None:
        """When the running seat's flag falls if it is owed `owed_ms` of lag; None: never."""
        if self.budget_ms is None or self.since_ms is None:
            return None
        left_ms = self.budget_ms - self.spent_ms - self.used_ms
        return self.since_ms + left_ms + self._compensable_ms(owed_ms)

    def flagged(self, now_ms: int, owed_ms: int = 0) -> bool:
        """Whether the running seat's time is used up. A move at the deadline itself is too late."""
        deadline_ms = self.deadline_ms(owed_ms)
        if deadline_ms is None or self.since_ms is None:
            return False
        return max(now_ms, self.since_ms) >= deadline_ms

    def charge(
        self, now_ms: int, owed_ms: int = 0, turn_continues: bool = False
    ) -> tuple["Clock", Receipt]:
        """The stopped clock and the receipt of a move at `now_ms`, over a connection that is owed
        `owed_ms` of lag.

        `turn_continues`: the turn does not end with the move.
        """
        seat, elapsed = self._mover(), self.elapsed_ms(now_ms)
        if self.is_free:
            receipt = Receipt(
                elapsed_ms=elapsed,
                compensated_ms=0,
                charged_ms=0,
                remaining_ms=self.times[seat].remaining_ms,
                quota_ms=self.quotas_ms[seat],
                free=True,
            )
            return self.apply_receipt(receipt, turn_continues), receipt
        compensated = min(elapsed, self._compensable_ms(owed_ms))
        quota = lag.quota_after_move(self.gain_ms, self.quotas_ms[seat], compensated)
        receipt = Receipt(
            elapsed_ms=elapsed,
            compensated_ms=compensated,
            charged_ms=elapsed - compensated,
            remaining_ms=None,
            quota_ms=quota,
        )
        after = self._charged(seat, receipt, turn_continues)
        receipt.remaining_ms = after._shown_times(0)[seat].remaining_ms
        return after, receipt

    def apply_receipt(self, receipt: Receipt, turn_continues: bool = False) -> "Clock":
        """The stopped clock after a move with this receipt."""
        seat = self._mover()
        if not receipt.free:
            return self._charged(seat, receipt, turn_continues)
        if turn_continues:  # the limit is that of the whole turn, not of each move
            turn_ms = self.spent_ms + receipt.elapsed_ms
            return replace(self, since_ms=None, used_ms=0, spent_ms=turn_ms)
        is_first = self.uncharged_ms is None
        free = self.free - {seat} if is_first else self.free
        return replace(self._without_turn(), free=free)

    def _charged(self, seat: int, receipt: Receipt, turn_continues: bool) -> "Clock":
        quotas = (*self.quotas_ms[:seat], receipt.quota_ms, *self.quotas_ms[seat + 1 :])
        cost = self.spent_ms + receipt.charged_ms
        if turn_continues:
            return replace(
                self,
                quotas_ms=quotas,
                since_ms=None,
                used_ms=0,
                spent_ms=cost,
                repaid_ms=self.repaid_ms + receipt.compensated_ms,
            )
        times = list(self._run_down(seat, cost))
        times[seat] = CONTROLS[self.control.kind].end_turn(self.control, times[seat], cost)
        return replace(self, times=tuple(times), quotas_ms=quotas)._without_turn()

    def view(self, now_ms: int) -> ClockView:
        """The clocks as all viewers see them at `now_ms`."""
        elapsed_ms = self.elapsed_ms(now_ms)
        turn_ms = self.spent_ms + elapsed_ms
        times = self._shown_times(elapsed_ms)
        clock_view = ClockView(remaining_ms=[time.remaining_ms for time in times])
        clock_view.running = self.running if self.since_ms is not None else None
        if self.is_free:
            budget_ms = self.budget_ms
            clock_view.running = None
            clock_view.free_ms = None if budget_ms is None else max(0, budget_ms - turn_ms)
            clock_view.uncharged = self.uncharged_ms is not None
        elif self.running is not None:
            if self.control.kind == "delay":
                clock_view.delay_ms = max(0, require(self.control.delay_ms) - turn_ms)
            if self.control.move_limit_ms is not None:
                clock_view.limit_ms = max(0, self.control.move_limit_ms - turn_ms)
        if self.control.kind == "byoyomi":
            clock_view.periods = [require(time.periods) for time in times]
        if self.control.kind in ("canadian", "stages"):
            clock_view.moves = [time.moves for time in times]
        return clock_view

    def first_instant_of(self, clock_view: ClockView) -> int:
        """The first instant of the turn at which `view` returns `clock_view`; to check a record."""
        if self.running is None or self.since_ms is None:
            return 0
        if self.is_free:
            free_ms = self.budget_ms or 0
            turn_ms = free_ms - (free_ms if clock_view.free_ms is None else clock_view.free_ms)
            return self.since_ms + turn_ms - self.spent_ms - self.used_ms
        seat = self.running
        time_left = self.stopped(clock_view).times[seat]
        before, after = total_ms(self.control, self.times[seat]), total_ms(self.control, time_left)
        turn_ms = (self.control.move_limit_ms or 0) - (clock_view.limit_ms or 0)
        if before is not None and after is not None:
            delay_ms = (self.control.delay_ms or 0) if self.control.kind == "delay" else 0
            turn_ms = max(turn_ms, before - after + delay_ms - clock_view.delay_ms)
        return self.since_ms + turn_ms - self.spent_ms - self.used_ms

    def _shown_times(self, elapsed_ms: int) -> tuple[SeatTime, ...]:
        if self.running is None or self.is_free:
            return self.times
        return self._run_down(self.running, self.spent_ms + elapsed_ms)

    def _run_down(self, seat: int, turn_ms: int) -> tuple[SeatTime, ...]:
        """The times of all seats when the turn of `seat` has lasted for `turn_ms` and continues."""
        rule = CONTROLS[self.control.kind]
        times = list(self.times)
        times[seat] = rule.run_down(self.control, times[seat], turn_ms)
        if rule.others_gain:
            lost_ms = min(turn_ms, require(self.times[seat].remaining_ms))
            for other, gain_ms in self._hourglass_gains(seat, lost_ms):
                before_ms = require(times[other].remaining_ms)
                times[other] = replace(times[other], remaining_ms=before_ms + gain_ms)
        return tuple(times)

    def _hourglass_gains(self, seat: int, lost_ms: int) -> list[tuple[int, int]]:
        """The other seats still in the game, each with the time that it gains from an hourglass:
        equal parts, the remainder going to the seats next in turn."""
        count = len(self.times)
        following = (index % count for index in range(seat + 1, seat + count))
        others = [other for other in following if other not in self.left]
        share_ms, remainder = divmod(lost_ms, len(others))
        return [(other, share_ms + (place < remainder)) for place, other in enumerate(others)]

    def _compensable_ms(self, owed_ms: int) -> int:
        if self.running is None or self.is_free:
            return 0
        return max(0, min(owed_ms - self.repaid_ms, self.quotas_ms[self.running]))

    def _mover(self) -> int:
        if self.running is None:
            raise AssertionError("no clock is running")
        return self.running

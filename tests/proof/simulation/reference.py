"""A second implementation of the clocks, written from the rules of each time control. It shares no
code with the server's rooms, so that the judge can check them against it.

Times are in whole milliseconds of the judge's clock.
"""

from dataclasses import dataclass, field

from zeitnot_protocol import Control


@dataclass
class SeatTime:
    """One seat's time: milliseconds on the clock (None: unlimited), and the periods after it."""

    remaining_ms: int | None
    periods: int = 0


@dataclass
class Reference:
    """The clocks of all seats under one control. `free_ms`: the limit of each seat's first turn,
    which costs nothing."""

    control: Control
    seats: int
    free_ms: int | None = None
    seat_times: list[SeatTime] = field(default_factory=list)
    unmoved: set[int] = field(default_factory=set)  # seats that have not used their free turn

    def __post_init__(self) -> None:
        self.unmoved = set(range(self.seats)) if self.free_ms else set()
        control = self.control
        start = control.time_ms if control.kind == "per_move" else control.base_ms
        self.seat_times = [SeatTime(start, control.periods or 0) for _ in range(self.seats)]

    @property
    def remaining_ms(self) -> list[int | None]:
        """The remaining times between two turns."""
        return [time.remaining_ms for time in self.seat_times]

    def budget(self, seat: int) -> int | None:
        """The longest turn of the seat, in milliseconds."""
        if seat in self.unmoved:
            return self.free_ms
        time, control = self.seat_times[seat], self.control
        limits = [control.move_limit_ms]
        if time.remaining_ms is not None:
            periods_ms = time.periods * (control.period_ms or 0)
            delay_ms = control.delay_ms or 0 if control.kind == "delay" else 0
            limits.append(time.remaining_ms + periods_ms + delay_ms)
        known = [limit for limit in limits if limit is not None]
        return min(known) if known else None

    def charge(self, seat: int, charged: int) -> None:
        """Ends a turn that costs this many milliseconds."""
        if seat in self.unmoved:
            self.unmoved.remove(seat)
            return
        time, control = self.seat_times[seat], self.control
        if time.remaining_ms is None:
            return
        match control.kind:
            case "per_move":
                time.remaining_ms = control.time_ms
            case "delay":
                time.remaining_ms -= max(0, charged - (control.delay_ms or 0))
            case "bronstein":
                time.remaining_ms += min(0, (control.delay_ms or 0) - charged)
            case "byoyomi":
                self._use_periods(time, charged)
            case "fischer":
                time.remaining_ms += (control.increment_ms or 0) - charged
                time.remaining_ms = min(time.remaining_ms, control.cap_ms or time.remaining_ms)
            case "hourglass":
                time.remaining_ms -= charged
                other = self.seat_times[1 - seat]
                other.remaining_ms = (other.remaining_ms or 0) + charged
            case _:
                time.remaining_ms -= charged

    def _use_periods(self, time: SeatTime, charged: int) -> None:
        """Charges a byo-yomi turn: a period that is not used up is restored."""
        period = self.control.period_ms or 0
        in_periods = time.periods < (self.control.periods or 0)
        time.remaining_ms = time.remaining_ms or 0
        while charged >= time.remaining_ms:
            if time.periods == 0:  # a last period that was interrupted
                time.remaining_ms = period
                return
            charged -= time.remaining_ms
            time.remaining_ms, time.periods, in_periods = period, time.periods - 1, True
        time.remaining_ms = period if in_periods else time.remaining_ms - charged

    def leave(self, seat: int, used: int) -> None:
        """The seat leaves the game after `used` ms of its turn, or 0 in another seat's turn. Its
        clock then stops, and no increment or period is added."""
        is_free = seat in self.unmoved
        self.unmoved.discard(seat)
        time, budget = self.seat_times[seat], self.budget(seat)
        if is_free or time.remaining_ms is None or budget is None:
            return
        used = min(used, budget)
        if self.control.kind == "delay":
            used = max(0, used - (self.control.delay_ms or 0))
        while self.control.kind == "byoyomi" and used >= time.remaining_ms and time.periods:
            used -= time.remaining_ms
            time.remaining_ms, time.periods = self.control.period_ms or 0, time.periods - 1
        time.remaining_ms = max(0, time.remaining_ms - used)

    def give_at_least(self, seat: int, least: int) -> None:
        """Another player takes the seat, with at least this time on a clock."""
        time = self.seat_times[seat]
        delay_ms = self.control.delay_ms or 0 if self.control.kind == "delay" else 0
        total = (time.remaining_ms or 0) + time.periods * (self.control.period_ms or 0) + delay_ms
        if time.remaining_ms is not None and total < least:
            time.remaining_ms += least - total

    def spend(self, seat: int, used: int) -> None:
        """Charges a turn that a takeback ended, without increment. It costs at most the budget,
        even if lag compensation let it last longer. A free turn remains free."""
        if seat in self.unmoved:
            return
        before, budget = self.seat_times[seat].remaining_ms, self.budget(seat)
        used = used if budget is None else min(used, budget)
        if self.control.kind == "fischer" and before is not None:
            self.seat_times[seat].remaining_ms = before - used
        else:
            self.charge(seat, used)

"""The clock once more, kept apart from the server's: each control as its rule says it.

Whole milliseconds; instants are the judge's. Nothing here is shared with the rooms.
"""

from dataclasses import dataclass, field

from zeitnot_protocol import Control

FREE_MS = 30_000


@dataclass
class Purse:
    """One seat's time: what is on the clock (None: without end), and the periods after it."""

    left: int | None
    periods: int = 0


@dataclass
class Reference:
    """All seats' clocks under one control; `free`: each seat's first turn costs nothing."""

    control: Control
    seats: int
    free: bool = False
    purses: list[Purse] = field(default_factory=list)
    unmoved: set[int] = field(default_factory=set)  # whose free turn is to come

    def __post_init__(self) -> None:
        self.unmoved = set(range(self.seats)) if self.free else set()
        control = self.control
        start = control.time_ms if control.kind == "per_move" else control.base_ms
        self.purses = [Purse(start, control.periods or 0) for _ in range(self.seats)]

    @property
    def left(self) -> list[int | None]:
        """What the clocks show between two turns."""
        return [purse.left for purse in self.purses]

    def budget(self, seat: int) -> int | None:
        """What the seat may use in one turn."""
        if seat in self.unmoved:
            return FREE_MS
        purse, control = self.purses[seat], self.control
        limits = [control.move_limit_ms]
        if purse.left is not None:
            later = purse.periods * (control.period_ms or 0)
            before = control.delay_ms or 0 if control.kind == "delay" else 0
            limits.append(purse.left + later + before)
        known = [limit for limit in limits if limit is not None]
        return min(known) if known else None

    def charge(self, seat: int, charged: int) -> None:
        """Ends a turn that is charged so much."""
        if seat in self.unmoved:
            self.unmoved.remove(seat)
            return
        purse, control = self.purses[seat], self.control
        if purse.left is None:
            return
        match control.kind:
            case "per_move":
                purse.left = control.time_ms
            case "delay":
                purse.left -= max(0, charged - (control.delay_ms or 0))
            case "bronstein":
                purse.left += min(0, (control.delay_ms or 0) - charged)
            case "byoyomi":
                self._use_periods(purse, charged)
            case "fischer":
                purse.left += (control.increment_ms or 0) - charged
                purse.left = min(purse.left, control.cap_ms or purse.left)
            case "hourglass":
                purse.left -= charged
                other = self.purses[1 - seat]
                other.left = (other.left or 0) + charged
            case _:
                purse.left -= charged

    def _use_periods(self, purse: Purse, charged: int) -> None:
        """A period that is not used up is whole again."""
        period = self.control.period_ms or 0
        in_periods = purse.periods < (self.control.periods or 0)
        purse.left = purse.left or 0
        while charged >= purse.left:
            if purse.periods == 0:  # the last one, broken off
                purse.left = period
                return
            charged -= purse.left
            purse.left, purse.periods, in_periods = period, purse.periods - 1, True
        purse.left = period if in_periods else purse.left - charged

    def spend(self, seat: int, used: int) -> None:
        """A turn was broken off: it is paid for, and the next has all that every turn has for
        itself; but an increment is for a move. If lag let it last for longer than there was time,
        that time is what it costs. A free turn is still to come."""
        if seat in self.unmoved:
            return
        before, most = self.purses[seat].left, self.budget(seat)
        used = used if most is None else min(used, most)
        if self.control.kind == "fischer" and before is not None:
            self.purses[seat].left = before - used
        else:
            self.charge(seat, used)

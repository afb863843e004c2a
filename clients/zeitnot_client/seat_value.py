"""Values that say which seat sees them so. Callers ask for another seat's, and never negate one:
after a move the same seat may be to move again."""

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class SeatValue(Generic[Number]):
    """A value as `seat` sees it, in a game of `seats` seats. `unit`: as in `EngineReport`; `points`
    too for values that are 1 won, 0 drawn and -1 lost."""

    seat: int
    value: Number
    unit: str = "points"
    seats: int = 2

    def seen_by(self, seat: int) -> "SeatValue[Number] | None":
        """As another seat sees it. None: not known, as of several opponents, or of tricks, which
        say nothing of how many there are."""
        if seat == self.seat:
            return self
        if self.seats != 2 or self.unit == "tricks":
            return None
        opposite = 1 - self.value if self.unit == "win_probability" else 0 - self.value
        return replace(self, seat=seat, value=opposite)

    def value_for(self, seat: int) -> Number:
        """The value as this seat sees it. Raises ValueError if it is not known."""
        seen = self.seen_by(seat)
        if seen is None:
            raise ValueError(f"A value of seat {self.seat} in {self.unit} is none of seat {seat}.")
        return seen.value

    @property
    def above_level(self) -> float:
        """How much better than an equal position; 0 level. Of tricks all are counted."""
        return self.value - 1 / self.seats if self.unit == "win_probability" else self.value

    @property
    def sign(self) -> int:
        """1 better than an equal position, 0 level, -1 worse."""
        return (self.above_level > 0) - (self.above_level < 0)

"""Values, each with the seat from whose point of view it is. Callers convert them by seat and never
negate them, because the same seat may be to move again after a move."""

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class SeatValue(Generic[Number]):
    """A value from the side of `seat`, in a game with `seats` seats. `unit`: as in `EngineReport`;
    use `points` for values that are 1 for a win, 0 for a draw and -1 for a loss."""

    seat: int
    value: Number
    unit: str = "points"
    seats: int = 2

    def seen_by(self, seat: int) -> "SeatValue[Number] | None":
        """The value from another seat's side. None: it is not known, with several opponents or in
        tricks, because the total of the tricks is not known."""
        if seat == self.seat:
            return self
        if self.seats != 2 or self.unit == "tricks":
            return None
        opposite = 1 - self.value if self.unit == "win_probability" else 0 - self.value
        return replace(self, seat=seat, value=opposite)

    def value_for(self, seat: int) -> Number:
        """The value from this seat's side. Raises ValueError if it is not known."""
        seen = self.seen_by(seat)
        if seen is None:
            raise ValueError(
                f"A value of seat {self.seat} in {self.unit} says nothing about seat {seat}."
            )
        return seen.value

    @property
    def above_level(self) -> float:
        """The advantage over an equal position, 0 if equal. Tricks are counted from 0."""
        return self.value - 1 / self.seats if self.unit == "win_probability" else self.value

    @property
    def sign(self) -> int:
        """1 if better than an equal position, 0 if equal, -1 if worse."""
        return (self.above_level > 0) - (self.above_level < 0)

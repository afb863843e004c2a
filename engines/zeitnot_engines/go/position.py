"""Parses and writes the text of a Go position."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from .points import Point, points

GAME = "go"
BLACK, WHITE = "x", "o"
SIDES = (BLACK, WHITE)  # by seat
_RUN = re.compile(r"[0-9]+|.")


@dataclass(frozen=True, slots=True)
class Position:
    """A Go position. `stones`: BLACK or WHITE by point; `side`: the seat to move; `rest`: the other
    fields of the text: the ko point or `-`, the passes in a row, the stones captured; `dead`:
    stones that are marked as dead."""

    size: int
    stones: Mapping[Point, str]
    side: int
    rest: tuple[str, ...] = ("-", "0", "0,0")
    dead: frozenset[Point] = frozenset()

    @classmethod
    def read(cls, text: str) -> "Position":
        """Parses a text written by the rules."""
        board, side, *rest = text.split()
        rows = board.split("/")
        stones: dict[Point, str] = {}
        dead: set[Point] = set()
        for row, runs in enumerate(rows):
            column = 0
            for run in _RUN.findall(runs):
                if run.isdecimal():
                    column += int(run)
                    continue
                stones[column, row] = run.lower()
                if run.isupper():
                    dead.add((column, row))
                column += 1
        return cls(len(rows), stones, SIDES.index(side), tuple(rest), frozenset(dead))

    @property
    def text(self) -> str:
        """The text as the rules write it, without marks of dead stones."""
        rows = []
        for row in range(self.size):
            cells = "".join(self.stones.get((column, row), ".") for column in range(self.size))
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), cells))
        return " ".join(["/".join(rows), SIDES[self.side], *self.rest])

    @property
    def passes(self) -> int:
        """The number of passes in a row up to now."""
        return int(self.rest[1])

    def of(self, colour: str) -> list[Point]:
        """The points of the stones of BLACK or of WHITE, by rows from the top."""
        return [point for point in points(self.size) if self.stones.get(point) == colour]

    def to_move(self, side: int) -> "Position":
        """The same stones with this seat to move, without ko, passes and marks."""
        return replace(self, side=side, rest=("-", "0", self.rest[2]), dead=frozenset())

    def with_stones(self, colour: str | None, at: Iterable[Point]) -> "Position":
        """The position with stones of a colour on these points, or without stones there (None)."""
        stones = dict(self.stones)
        for point in at:
            stones.pop(point, None)
            if colour is not None:
                stones[point] = colour
        return replace(self, stones=stones)


def empty(size: int) -> Position:
    """An empty board with Black to move."""
    return Position(size, {}, 0)

"""Boards of the protocol, with the stones of the brain and of its opponent in the order in which
they were placed, and their conversion to and from our positions.

The protocol does not say who is black. The brain, which is to move, is black unless it has fewer
stones than its opponent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from zeitnot_client.drivers.gomocup_text import OWN, Point, write_point

GAME = "gomoku"
BLACK, WHITE = "x", "o"


@dataclass(frozen=True, slots=True)
class Board:
    """A square board. Raises ValueError with a sentence."""

    size: int
    stones: tuple[tuple[Point, int], ...] = ()

    def with_stone(self, point: Point, owner: int) -> "Board":
        """The board with one more stone."""
        if not all(0 <= at < self.size for at in point):
            raise ValueError(f"{write_point(point)} is not on the board")
        if any(point == at for at, _ in self.stones):
            raise ValueError(f"{write_point(point)} is not empty")
        return replace(self, stones=(*self.stones, (point, owner)))

    def without(self, point: Point) -> "Board":
        """The board without the stone on this point."""
        stones = tuple(stone for stone in self.stones if stone[0] != point)
        if len(stones) == len(self.stones):
            raise ValueError(f"there is no stone on {write_point(point)}")
        return replace(self, stones=stones)

    def position(self) -> str:
        """Our text of the position, with the brain to move."""
        own = sum(owner == OWN for _, owner in self.stones)
        mine, other = (BLACK, WHITE) if 2 * own >= len(self.stones) else (WHITE, BLACK)
        colours = ((point, mine if owner == OWN else other) for point, owner in self.stones)
        return write_position(self.size, colours, mine)


def write_position(size: int, stones: Iterable[tuple[Point, str]], side: str) -> str:
    """The text of a position: the rows from the top with numbers for empty points, then the side to
    move."""
    grid = [["."] * size for _ in range(size)]
    for (x, y), colour in stones:
        grid[y][x] = colour
    return f"{'/'.join(map(_write_row, grid))} {side}"


def _write_row(row: Sequence[str]) -> str:
    text, empty = "", 0
    for point in row:
        if point == ".":
            empty += 1
            continue
        text += (str(empty) if empty else "") + point
        empty = 0
    return text + (str(empty) if empty else "")

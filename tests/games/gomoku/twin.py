"""Gomoku's twin: a position is two sets of stones, and fouls are defined as in the International
Rules of Renju (Renju International Federation, articles 3 and 9)."""

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase

from ..twin import Result

Cell = tuple[int, int]  # column and row from the bottom left
Stones = frozenset[Cell]
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class State:
    black: Stones = frozenset()
    white: Stones = frozenset()
    side: int = 0

    @property
    def taken(self) -> Stones:
        return self.black | self.white


def row_through(stones: Stones, cell: Cell, direction: Cell) -> Stones:
    """The unbroken row of these stones through one of them."""
    row = {cell}
    for sign in (1, -1):
        x, y = cell
        while (x := x + sign * direction[0], y := y + sign * direction[1]) in stones:
            row.add((x, y))
    return frozenset(row)


class Gomoku:
    def __init__(self, size: int = 15, rule: str = "freestyle") -> None:
        self.size, self.rule = size, rule
        self.cells = [(x, y) for y in range(size) for x in range(size)]

    def start(self) -> State:
        return State()

    def turn(self, state: State) -> int:
        return state.side

    def legal(self, state: State) -> list[str]:
        if self.wins(state) or len(state.taken) == self.size**2:
            return []
        return [self.name(cell) for cell in self.cells if self.may_play(state, cell)]

    def play(self, state: State, move: str) -> State:
        new = frozenset({(ascii_lowercase.index(move[0]), int(move[1:]) - 1)})
        if state.side == 0:
            return State(state.black | new, state.white, 1)
        return State(state.black, state.white | new, 0)

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        if self.wins(state):
            return (0.0, 1.0) if state.side == 0 else (1.0, 0.0), "rules", "five in a row"
        if len(state.taken) == self.size**2:
            return (0.5, 0.5), "rules", "full board"
        if any(self.may_play(state, cell) for cell in self.cells):
            return None
        return (0.0, 1.0), "rules", "only fouls left"

    def text(self, state: State) -> str:
        rows = [self._row_text(state, y) for y in reversed(range(self.size))]
        return "/".join(rows) + " " + "xo"[state.side]

    def name(self, cell: Cell) -> str:
        return f"{ascii_lowercase[cell[0]]}{cell[1] + 1}"

    def wins(self, state: State) -> bool:
        """Whether the side that has just moved has won."""
        stones = state.white if state.side == 0 else state.black
        exactly = self.rule == "standard" or (self.rule == "renju" and state.side == 1)
        lengths = {
            len(row_through(stones, cell, direction)) for cell in stones for direction in DIRECTIONS
        }
        return 5 in lengths if exactly else max(lengths, default=0) >= 5

    def may_play(self, state: State, cell: Cell) -> bool:
        if cell in state.taken:
            return False
        if self.rule != "renju" or state.side == 1:
            return True
        return not self.is_foul(state.black, state.white, cell)

    def is_foul(self, black: Stones, white: Stones, cell: Cell) -> bool:
        stones = black | {cell}
        if self._has_five(stones, cell):
            return False
        rows = [row_through(stones, cell, direction) for direction in DIRECTIONS]
        fours = set().union(
            *(self._fours(stones, white, cell, direction) for direction in DIRECTIONS)
        )
        if max(map(len, rows)) > 5 or len(fours) > 1:
            return True
        return sum(self._has_three(stones, white, cell, direction) for direction in DIRECTIONS) > 1

    def _has_five(self, stones: Stones, cell: Cell) -> bool:
        return any(len(row_through(stones, cell, direction)) == 5 for direction in DIRECTIONS)

    def _near(self, stones: Stones, white: Stones, cell: Cell, direction: Cell) -> Iterator[Cell]:
        """The empty cells of a line that may be in one five with this cell."""
        for far in (-4, -3, -2, -1, 1, 2, 3, 4):
            x, y = near = (cell[0] + far * direction[0], cell[1] + far * direction[1])
            inside = 0 <= x < self.size and 0 <= y < self.size
            if inside and near not in stones and near not in white:
                yield near

    def _fours(self, stones: Stones, white: Stones, cell: Cell, direction: Cell) -> set[Stones]:
        """The sets of four stones with this one to which one more makes five in a row."""
        fives = (
            (end, row_through(stones | {end}, end, direction))
            for end in self._near(stones, white, cell, direction)
        )
        return {five - {end} for end, five in fives if len(five) == 5 and cell in five}

    def _has_three(self, stones: Stones, white: Stones, cell: Cell, direction: Cell) -> bool:
        """Whether one more stone, neither a foul nor a five, makes a straight four with this."""
        for added in self._near(stones, white, cell, direction):
            row = row_through(stones | {added}, added, direction)
            if cell not in row or not self._is_straight_four(
                stones | {added}, white, row, direction
            ):
                continue
            if not self._has_five(stones | {added}, added) and not self.is_foul(
                stones, white, added
            ):
                return True
        return False

    def _is_straight_four(
        self, stones: Stones, white: Stones, row: Stones, direction: Cell
    ) -> bool:
        if len(row) != 4:
            return False
        fives = [
            row_through(stones | {end}, end, direction)
            for end in self._near(stones, white, min(row), direction)
        ]
        return sum(len(five) == 5 and row < five for five in fives) == 2

    def _row_text(self, state: State, y: int) -> str:
        text, gap = "", 0
        for cell in ((x, y) for x in range(self.size)):
            if cell not in state.taken:
                gap += 1
                continue
            text += (str(gap) if gap else "") + ("x" if cell in state.black else "o")
            gap = 0
        return text + (str(gap) if gap else "")

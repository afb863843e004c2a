"""Gomoku as two sets of stones, from the rules; fouls as the terms of renju define them
(Renju International Federation, The International Rules of Renju, articles 3 and 9)."""

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase

from ..twin import Result

Cell = tuple[int, int]  # column and row from the bottom left
Stones = frozenset[Cell]
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class State:
    black: Stones = frozenset()
    white: Stones = frozenset()
    side: int = 0

    @property
    def taken(self) -> Stones:
        return self.black | self.white


def row_through(stones: Stones, cell: Cell, way: Cell) -> Stones:
    """The unbroken row of these stones through one of them."""
    row = {cell}
    for sign in (1, -1):
        x, y = cell
        while (x := x + sign * way[0], y := y + sign * way[1]) in stones:
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
        own = state.white if state.side == 0 else state.black
        exactly = self.rule == "standard" or (self.rule == "renju" and state.side == 1)
        lengths = {len(row_through(own, cell, way)) for cell in own for way in WAYS}
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
        rows = [row_through(stones, cell, way) for way in WAYS]
        fours = set().union(*(self._fours(stones, white, cell, way) for way in WAYS))
        if max(map(len, rows)) > 5 or len(fours) > 1:
            return True
        return sum(self._has_three(stones, white, cell, way) for way in WAYS) > 1

    def _has_five(self, stones: Stones, cell: Cell) -> bool:
        return any(len(row_through(stones, cell, way)) == 5 for way in WAYS)

    def _near(self, stones: Stones, white: Stones, cell: Cell, way: Cell) -> Iterator[Cell]:
        """The empty cells of a line that may be in one five with this cell."""
        for far in (-4, -3, -2, -1, 1, 2, 3, 4):
            x, y = near = (cell[0] + far * way[0], cell[1] + far * way[1])
            inside = 0 <= x < self.size and 0 <= y < self.size
            if inside and near not in stones and near not in white:
                yield near

    def _fours(self, stones: Stones, white: Stones, cell: Cell, way: Cell) -> set[Stones]:
        """The sets of four stones with this one to which one more makes five in a row."""
        fives = (
            (end, row_through(stones | {end}, end, way))
            for end in self._near(stones, white, cell, way)
        )
        return {five - {end} for end, five in fives if len(five) == 5 and cell in five}

    def _has_three(self, stones: Stones, white: Stones, cell: Cell, way: Cell) -> bool:
        """Whether one more stone, neither a foul nor a five, makes a straight four with this."""
        for more in self._near(stones, white, cell, way):
            row = row_through(stones | {more}, more, way)
            if cell not in row or not self._is_straight_four(stones | {more}, white, row, way):
                continue
            if not self._has_five(stones | {more}, more) and not self.is_foul(stones, white, more):
                return True
        return False

    def _is_straight_four(self, stones: Stones, white: Stones, row: Stones, way: Cell) -> bool:
        if len(row) != 4:
            return False
        fives = [
            row_through(stones | {end}, end, way)
            for end in self._near(stones, white, min(row), way)
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

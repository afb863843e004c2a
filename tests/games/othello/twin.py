"""Othello's twin: the board is a tuple of rows, and every line is walked square by square."""

from collections import Counter
from dataclasses import dataclass
from itertools import product

from ..twin import Result

DIRECTIONS = [d for d in product((-1, 0, 1), repeat=2) if d != (0, 0)]
Square = tuple[int, int]


@dataclass(frozen=True)
class State:
    rows: tuple[str, ...]
    side: str

    @property
    def other(self) -> str:
        return "XO".replace(self.side, "")


class Othello:
    def __init__(self, size: int = 8) -> None:
        self.size = size

    def start(self) -> State:
        edge = (self.size - 2) // 2
        empty, pad = "-" * self.size, "-" * edge
        rows = [empty] * edge + [f"{pad}OX{pad}", f"{pad}XO{pad}"] + [empty] * edge
        return State(tuple(rows), "X")

    def turn(self, state: State) -> int:
        return "XO".index(state.side)

    def _at(self, state: State, x: int, y: int) -> str | None:
        inside = 0 <= x < self.size and 0 <= y < self.size
        return state.rows[y][x] if inside else None

    def _flips(self, state: State, square: Square) -> list[Square]:
        if self._at(state, *square) != "-":
            return []
        turned = []
        for dx, dy in DIRECTIONS:
            line, (x, y) = [], (square[0] + dx, square[1] + dy)
            while self._at(state, x, y) == state.other:
                line.append((x, y))
                x, y = x + dx, y + dy
            if self._at(state, x, y) == state.side:
                turned += line
        return turned

    def _moves(self, state: State) -> list[Square]:
        squares = product(range(self.size), repeat=2)
        return [square for square in squares if self._flips(state, square)]

    def _passed(self, state: State) -> State:
        return State(state.rows, state.other)

    def legal(self, state: State) -> list[str]:
        if self.result(state):
            return []
        return ["abcdefgh"[x] + str(y + 1) for x, y in self._moves(state)] or ["pass"]

    def play(self, state: State, move: str) -> State:
        if move == "pass":
            return self._passed(state)
        square = "abcdefgh".index(move[0]), int(move[1]) - 1
        changed = {square, *self._flips(state, square)}
        rows = tuple(
            "".join(state.side if (x, y) in changed else disc for x, disc in enumerate(row))
            for y, row in enumerate(state.rows)
        )
        return State(rows, state.other)

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        if self._moves(state) or self._moves(self._passed(state)):
            return None
        discs = Counter("".join(state.rows))
        if discs["X"] == discs["O"]:
            return (0.5, 0.5), "rules", "equal discs"
        word = "more discs" if discs["X"] and discs["O"] else "wipeout"
        return ((1.0, 0.0) if discs["X"] > discs["O"] else (0.0, 1.0)), "rules", word

    def text(self, state: State) -> str:
        return "".join(state.rows) + " " + state.side

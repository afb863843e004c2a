"""Battleship's twin: a state is the list of moves, a ship is a set of named cells."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ..twin import Result

COLUMNS = "ABCDEFGHIJ"
CELLS = [f"{column}{row}" for row in range(1, 11) for column in COLUMNS]
LENGTHS = (5, 4, 3, 3, 2)
Ship = frozenset[str]


@cache
def ship(move: str) -> Ship:
    """The cells of `A1h5` or `A1v5`; a ship that leaves the board has fewer."""
    column, row = COLUMNS.index(move[0]), int(move[1:-2])
    length = int(move[-1])
    across = [f"{letter}{row}" for letter in COLUMNS[column : column + length]]
    down = [f"{move[0]}{row + i}" for i in range(length)]
    return frozenset(across if move[-2] == "h" else down) & frozenset(CELLS)


def around(cells: Ship) -> set[str]:
    """These cells and all cells that touch them, also at a corner."""
    found = set()
    for cell in cells:
        column, row = COLUMNS.index(cell[0]), int(cell[1:])
        for x in range(max(0, column - 1), min(10, column + 2)):
            found |= {f"{COLUMNS[x]}{y}" for y in (row - 1, row, row + 1)}
    return found


@dataclass(frozen=True)
class Moves:
    moves: tuple[str, ...] = ()

    def fleet(self, seat: int) -> list[Ship]:
        """The ships that a seat has laid out."""
        return [ship(move) for move in self.moves[5 * seat : 5 * seat + 5]]

    def shots(self, seat: int) -> tuple[str, ...]:
        """A seat's shots, in order."""
        return self.moves[10 + seat :: 2]


class Battleship:
    name = "battleship"

    def __init__(self, touching: str = "yes") -> None:
        self.touching = touching == "yes"

    def start(self) -> Moves:
        return Moves()

    def turn(self, state: Moves) -> int:
        number = len(state.moves)
        return number // 5 if number < 10 else number % 2

    def legal(self, state: Moves) -> list[str]:
        if self.result(state) is not None:
            return []
        seat = self.turn(state)
        if len(state.moves) >= 10:
            return [cell for cell in CELLS if cell not in state.shots(seat)]
        fleet = state.fleet(seat)
        taken = {cell for one in fleet for cell in (one if self.touching else around(one))}
        length = LENGTHS[len(fleet)]
        moves = (f"{cell}{way}{length}" for way in "hv" for cell in CELLS)
        return [move for move in moves if len(ship(move)) == length and not ship(move) & taken]

    def play(self, state: Moves, move: str) -> Moves:
        return Moves((*state.moves, move))

    def throws(self, state: Moves) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: Moves, values: tuple[int, ...]) -> Moves:
        raise AssertionError("nothing is thrown")

    def result(self, state: Moves) -> Result | None:
        if len(state.moves) <= 10:
            return None
        for seat in (0, 1):
            if all(one <= set(state.shots(seat)) for one in state.fleet(1 - seat)):
                return ((1.0, 0.0) if seat == 0 else (0.0, 1.0)), "rules", "all ships sunk"
        return None

    def text(self, state: Moves) -> str:
        return self._text(state, {0, 1})

    def view(self, state: Moves, seat: int | None) -> str:
        """The view of a seat, or of a spectator."""
        return self._text(state, {0, 1} if self.result(state) else {seat})

    def _text(self, state: Moves, seen: set[int | None] | set[int]) -> str:
        waters = ("".join(self._waters(state, seat, seat in seen)) for seat in (0, 1))
        return f"{'/'.join(waters)} {self.turn(state)}"

    @staticmethod
    def _waters(state: Moves, seat: int, seen: bool) -> Iterator[str]:
        shots = set(state.shots(1 - seat))
        for cell in CELLS:
            at = [number for number, one in enumerate(state.fleet(seat)) if cell in one]
            if seen:
                sign = "abcde"[at[0]] if at else "o" if cell in shots else "."
                yield sign.upper() if at and cell in shots else sign
            elif cell not in shots:
                yield "?"
            elif not at:
                yield "o"
            else:
                yield "ABCDE"[at[0]] if state.fleet(seat)[at[0]] <= shots else "x"

"""Blind tic-tac-toe's twin: a state is the list of all tries, each judged by those before it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..twin import Result

CELLS = [f"{file}{rank}" for rank in "321" for file in "abc"]
LINES = [
    *({f"{file}{rank}" for file in "abc"} for rank in "123"),
    *({f"{file}{rank}" for rank in "123"} for file in "abc"),
    {"a1", "b2", "c3"},
    {"a3", "b2", "c1"},
]
Judged = tuple[int, str, bool]
"""The seat of a try, its cell, and whether it was refused."""


@dataclass(frozen=True)
class Tries:
    cells: tuple[str, ...] = ()

    def judged(self) -> Iterator[Judged]:
        taken: dict[str, int] = {}
        seat = 0
        for cell in self.cells:
            refused = taken.setdefault(cell, seat) != seat
            yield seat, cell, refused
            seat = seat if refused else 1 - seat

    def marks(self, seat: int) -> set[str]:
        return {cell for by, cell, refused in self.judged() if by == seat and not refused}


class BlindTicTacToe:
    name = "blindtictactoe"

    def start(self) -> Tries:
        return Tries()

    def turn(self, state: Tries) -> int:
        *_, (seat, _, refused) = [(1, "", False), *state.judged()]
        return seat if refused else 1 - seat

    def legal(self, state: Tries) -> list[str]:
        if self.result(state) is not None:
            return []
        turn = self.turn(state)
        tried = {cell for seat, cell, _ in state.judged() if seat == turn}
        return [cell for cell in CELLS if cell not in tried]

    def play(self, state: Tries, move: str) -> Tries:
        return Tries((*state.cells, move))

    def throws(self, state: Tries) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: Tries, values: tuple[int, ...]) -> Tries:
        raise AssertionError("nothing is thrown")

    def result(self, state: Tries) -> Result | None:
        for seat in (0, 1):
            if any(line <= state.marks(seat) for line in LINES):
                return ((1.0, 0.0) if seat == 0 else (0.0, 1.0)), "rules", "three in a row"
        if len(state.marks(0) | state.marks(1)) == len(CELLS):
            return (0.5, 0.5), "rules", "full board"
        return None

    def text(self, state: Tries) -> str:
        return self._text(state, {0, 1})

    def view(self, state: Tries, seat: int | None) -> str:
        """The view of a seat, or of a spectator."""
        return self._text(state, {0, 1} if self.result(state) else {seat})

    @staticmethod
    def _text(state: Tries, seen: Iterable[int | None]) -> str:
        words = (
            (cell if seat in seen else "?") + ("!" if refused else "")
            for seat, cell, refused in state.judged()
        )
        return "".join(words) or "-"

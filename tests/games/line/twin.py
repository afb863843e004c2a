"""The twin of the race on a line: a string of squares, and all earlier positions."""

from dataclasses import dataclass

from ..twin import Result


@dataclass(frozen=True)
class State:
    row: str  # "A..B": both stones and the free squares
    seat: int
    past: tuple["State", ...] = ()


class Line:
    def __init__(self, squares: int = 8) -> None:
        self.squares = squares

    def start(self) -> State:
        return State("A" + "." * (self.squares - 2) + "B", 0)

    def turn(self, state: State) -> int:
        return state.seat

    def legal(self, state: State) -> list[str]:
        if self.result(state):
            return []
        at = state.row.index("AB"[state.seat])
        free = [n for n, sign in enumerate(state.row) if sign == "."]
        between = [state.row[min(at, n) + 1 : max(at, n)] for n in free]
        return [
            f"{at + 1}-{n + 1}"
            for n, jumped in zip(free, between, strict=True)
            if jumped in ("", "AB"[1 - state.seat])
        ]

    def play(self, state: State, move: str) -> State:
        start, end = (int(square) - 1 for square in move.split("-"))
        row = list(state.row)
        row[start], row[end] = row[end], row[start]
        return State("".join(row), 1 - state.seat, (*state.past, State(state.row, state.seat)))

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        if state.row.endswith("A"):
            return (1.0, 0.0), "rules", "across"
        if state.row.startswith("B"):
            return (0.0, 1.0), "rules", "across"
        if state.past.count(State(state.row, state.seat)) >= 2:
            return (0.5, 0.5), "repetition", "repetition"
        return None

    def text(self, state: State) -> str:
        return f"{state.row.index('A') + 1} {state.row.index('B') + 1} {state.seat}"

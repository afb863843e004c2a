"""Tic-tac-toe's twin: a state is the list of moves, which are named cells."""

from dataclasses import dataclass

from ..twin import Result

CELLS = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
LINES = (
    *({f + r for f in "abc"} for r in "123"),
    *({f + r for r in "123"} for f in "abc"),
    {"a1", "b2", "c3"},
    {"a3", "b2", "c1"},
)


@dataclass(frozen=True)
class State:
    moves: tuple[str, ...] = ()

    def of(self, seat: int) -> set[str]:
        return set(self.moves[seat::2])


class TicTacToe:
    def start(self) -> State:
        return State()

    def turn(self, state: State) -> int:
        return len(state.moves) % 2

    def legal(self, state: State) -> list[str]:
        return [] if self.result(state) else [c for c in CELLS if c not in state.moves]

    def play(self, state: State, move: str) -> State:
        return State((*state.moves, move))

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        for seat, scores in enumerate([(1.0, 0.0), (0.0, 1.0)]):
            if any(line <= state.of(seat) for line in LINES):
                return scores, "rules", "three in a row"
        return ((0.5, 0.5), "rules", "full board") if len(state.moves) == 9 else None

    def text(self, state: State) -> str:
        marks = {**dict.fromkeys(state.of(0), "x"), **dict.fromkeys(state.of(1), "o")}
        return "".join(marks.get(c, ".") for c in CELLS) + " " + "xo"[self.turn(state)]

"""Ox-horn chess's twin: the board is a list of edges; the state has all earlier positions."""

from dataclasses import dataclass

from ..twin import Result

EDGES = [{n, n + 1} for n in range(9)] + [{n, n + 2} for n in range(8)]
BLUE_STEPS = {
    1: {0}, 2: {0, 1, 3}, 3: {1, 2}, 4: {2, 3, 5}, 5: {3, 4}, 6: {4, 5, 7}, 7: {5, 6},
    8: {6, 7, 9}, 9: {7, 8},
}  # fmt: skip


@dataclass(frozen=True)
class State:
    red: int
    blue: frozenset[int]
    side: str
    past: tuple[str, ...] = ()


class Niujiaoqi:
    def __init__(self, first: str = "red") -> None:
        self.first = first

    def start(self) -> State:
        return State(0, frozenset({8, 9}), self.first[0])

    def turn(self, state: State) -> int:
        return "rb".index(state.side)

    def _steps(self, state: State) -> list[tuple[int, int]]:
        free = set(range(10)) - state.blue - {state.red}
        if state.side == "r":
            return [(state.red, to) for to in free if {state.red, to} in EDGES]
        return [(at, to) for at in state.blue for to in BLUE_STEPS.get(at, set()) & free]

    def legal(self, state: State) -> list[str]:
        return [] if self.result(state) else [f"{a}-{b}" for a, b in self._steps(state)]

    def play(self, state: State, move: str) -> State:
        at, to = map(int, move.split("-"))
        past = (*state.past, self.text(state))
        if state.side == "r":
            return State(to, state.blue, "b", past)
        return State(state.red, state.blue - {at} | {to}, "r", past)

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        if state.red in (8, 9):
            return (1.0, 0.0), "rules", "red has passed"
        if state.red == 0 and state.blue == {1, 2}:
            return (0.0, 1.0), "rules", "red is shut in"
        if state.side == "b" and not self._steps(state):
            return (1.0, 0.0), "rules", "blue cannot move"
        if state.past.count(self.text(state)) >= 2:
            return (0.5, 0.5), "repetition", "repetition"
        return None

    def text(self, state: State) -> str:
        return " ".join(map(str, (state.red, *sorted(state.blue), state.side)))

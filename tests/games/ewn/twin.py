"""EinStein würfelt nicht!'s twin: stones are a dictionary from (side, number) to a cell."""

from dataclasses import dataclass, replace
from itertools import permutations

from ..twin import Result

Place = tuple[int, int]
Stones = dict[tuple[str, int], Place]
GOAL = {"B": (0, 0), "R": (4, 4)}
STEPS = {"B": [(0, -1), (-1, 0), (-1, -1)], "R": [(0, 1), (1, 0), (1, 1)]}
START = {"B": [15, 19, 20, 23, 24, 25], "R": [1, 2, 3, 6, 7, 11]}
DEFAULT = {"B": (6, 5, 4, 3, 2, 1), "R": (1, 2, 3, 4, 5, 6)}


def place(cell: int) -> Place:
    return divmod(cell - 1, 5)


def cell(at: Place) -> int:
    return at[0] * 5 + at[1] + 1


@dataclass(frozen=True)
class State:
    side: str
    stones: tuple[tuple[tuple[str, int], Place], ...] = ()
    die: int = 0
    to_set_up: str = ""

    @property
    def board(self) -> Stones:
        return dict(self.stones)


class Ewn:
    def __init__(self, first: str = "blue", setup: str = "default") -> None:
        self.first = first[0].upper()
        self.setup = setup

    def start(self) -> State:
        state = State("B", to_set_up="BR")
        if self.setup == "default":
            state = self._arrange(self._arrange(state, DEFAULT["B"]), DEFAULT["R"])
        return state

    def _arrange(self, state: State, numbers: tuple[int, ...]) -> State:
        side, *rest = state.to_set_up
        new = tuple(((side, n), place(c)) for n, c in zip(numbers, START[side], strict=True))
        sides_left = "".join(rest)
        return State(sides_left or self.first, state.stones + new, to_set_up=sides_left)

    def turn(self, state: State) -> int:
        return "BR".index(state.side)

    def _stones_to_move(self, state: State) -> set[int]:
        own = [n for side, n in state.board if side == state.side]
        if state.die in own:
            return {state.die}
        below, above = [n for n in own if n < state.die], [n for n in own if n > state.die]
        return {*sorted(below)[-1:], *sorted(above)[:1]}

    def legal(self, state: State) -> list[str]:
        if state.to_set_up:
            free = self.setup == "free"
            return ["".join(p) for p in permutations("123456")] if free else []
        if not state.die:
            return []
        moves = []
        for number in self._stones_to_move(state):
            row, column = state.board[state.side, number]
            for down, right in STEPS[state.side]:
                to = row + down, column + right
                if 0 <= to[0] < 5 and 0 <= to[1] < 5:
                    moves.append(f"{cell((row, column))}-{cell(to)}")
        return moves

    def play(self, state: State, move: str) -> State:
        if state.to_set_up:
            return self._arrange(state, tuple(map(int, move)))
        at, to = (place(int(c)) for c in move.split("-"))
        stone = next(k for k, v in state.stones if v == at)
        remaining = {k: v for k, v in state.stones if v not in (at, to)} | {stone: to}
        return State("BR".replace(state.side, ""), tuple(remaining.items()))

    def throws(self, state: State) -> list[tuple[int, ...]]:
        if state.to_set_up:
            return list(permutations(range(6))) if self.setup == "random" else []
        due = not state.die and not self.result(state)
        return [(face,) for face in range(1, 7)] if due else []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        if state.to_set_up:
            return self._arrange(state, tuple(v + 1 for v in values))
        return replace(state, die=values[0])

    def result(self, state: State) -> Result | None:
        if state.to_set_up:
            return None
        for side, scores in (("B", (1.0, 0.0)), ("R", (0.0, 1.0))):
            if any(s == side and at == GOAL[side] for (s, _), at in state.stones):
                return scores, "rules", "goal reached"
            if all(s == side for s, _ in state.board):
                return scores, "rules", "all stones taken"
        return None

    def text(self, state: State) -> str:
        board = state.board
        cells = [
            cell(board[side, n]) if (side, n) in board else 0 for side in "BR" for n in range(1, 7)
        ]
        return " ".join(map(str, (state.side, state.die, *cells)))

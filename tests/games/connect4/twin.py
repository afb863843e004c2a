"""Connect four's twin: a state is the string of columns played."""

from dataclasses import dataclass

from ..twin import Result

COLUMNS, ROWS = "1234567", 6
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass(frozen=True)
class State:
    moves: str = ""

    def stones(self) -> dict[tuple[int, int], int]:
        """The seat of each stone, by column and row from the bottom."""
        stones: dict[tuple[int, int], int] = {}
        for ply, column in enumerate(self.moves):
            row = self.moves[:ply].count(column)
            stones[COLUMNS.index(column), row] = ply % 2
        return stones


class ConnectFour:
    def start(self) -> State:
        return State()

    def turn(self, state: State) -> int:
        return len(state.moves) % 2

    def legal(self, state: State) -> list[str]:
        if self.result(state):
            return []
        return [column for column in COLUMNS if state.moves.count(column) < ROWS]

    def play(self, state: State, move: str) -> State:
        return State(state.moves + move)

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        stones = state.stones()
        for (column, row), seat in stones.items():
            for across, up in STEPS:
                line = [stones.get((column + n * across, row + n * up)) for n in range(4)]
                if line == [seat] * 4:
                    return ((1.0, 0.0), (0.0, 1.0))[seat], "rules", "four in a row"
        if len(state.moves) == len(COLUMNS) * ROWS:
            return (0.5, 0.5), "rules", "full board"
        return None

    def text(self, state: State) -> str:
        return state.moves or "-"

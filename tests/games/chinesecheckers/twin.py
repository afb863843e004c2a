"""Chinese checkers' twin, on cube coordinates.

A cell is (x, y, z) with x + y + z = 0: the star is two triangles laid over each other. Seat 0's tip
is at z = -8, and x grows from its left to its right.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

from ..twin import Result

Cell = tuple[int, int, int]

PLIES_A_SEAT, HOME_LEAVING_PLY = 400, 60
STEPS: list[Cell] = list(permutations((-1, 0, 1)))
_LINE = range(-8, 9)
CELLS = sorted(
    (
        (x, -x - z, z)
        for z in _LINE
        for x in _LINE
        if max(x, -x - z, z) <= 4 or min(x, -x - z, z) >= -4
    ),
    key=lambda cell: (cell[2], cell[0]),
)
ROWS = [[cell for cell in CELLS if cell[2] == z] for z in _LINE]
NAMES = {
    cell: f"{'abcdefghijklmnopq'[row]}{number}"
    for row, cells in enumerate(ROWS)
    for number, cell in enumerate(cells, 1)
}
CELL_OF = {name: cell for cell, name in NAMES.items()}
ORDER = {cell: number for number, cell in enumerate(CELLS)}

POINTS: list[frozenset[Cell]] = [
    frozenset(cell for cell in CELLS if sign * cell[axis] > 4)
    for sign, axis in ((-1, 2), (1, 1), (-1, 0), (1, 2), (-1, 1), (1, 0))
]
"""The six points of the star, clockwise from seat 0's home."""

HOMES = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}


def plus(a: Cell, b: Cell, times: int = 1) -> Cell:
    """The cell that lies `times` steps `b` from `a`."""
    return (a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2])


def steps_from(start: Cell) -> dict[Cell, int]:
    """The steps to every cell of an empty board."""
    steps, front = {start: 0}, [start]
    for here in front:
        for step in STEPS:
            neighbour = plus(here, step)
            if neighbour in ORDER and neighbour not in steps:
                steps[neighbour] = steps[here] + 1
                front.append(neighbour)
    return steps


DISTANCES = {cell: steps_from(cell) for cell in CELLS}


@dataclass(frozen=True)
class State:
    pegs: tuple[tuple[Cell, int], ...]  # sorted, each with its seat
    turn: int = 0
    plies: int = 0
    finished: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    seen: tuple[object, ...] = ()  # earlier positions

    @property
    def board(self) -> dict[Cell, int]:
        return dict(self.pegs)

    @property
    def repetition_key(self) -> object:
        """The parts of a state that repetition compares."""
        return self.pegs, self.turn, self.finished, self.left


class ChineseCheckers:
    def __init__(self, seats: int = 2) -> None:
        self.seats = seats
        self.homes = [POINTS[home] for home in HOMES[seats]]
        self.goals = [POINTS[(home + 3) % 6] for home in HOMES[seats]]

    def start(self) -> State:
        pegs = [(cell, seat) for seat, home in enumerate(self.homes) for cell in home]
        return State(tuple(sorted(pegs)))

    def turn(self, state: State) -> int:
        return state.turn

    def legal(self, state: State) -> list[str]:
        if self.result(state):
            return []
        paths = [path for path in self._paths(state) if self._may_end(state.turn, path[-1])]
        if self.seats == 2 and state.plies >= HOME_LEAVING_PLY:
            home = self.homes[state.turn]
            paths = [path for path in paths if path[0] in home and path[-1] not in home] or paths
        return ["-".join(NAMES[cell] for cell in path) for path in paths] or ["pass"]

    def _may_end(self, seat: int, cell: Cell) -> bool:
        if cell in self.homes[seat] or cell in self.goals[seat]:
            return True
        return not any(cell in point for point in (*self.homes, *self.goals))

    def _paths(self, state: State) -> list[list[Cell]]:
        """All moves of the seat to move, including those that end on a forbidden cell."""
        board, paths = state.board, list[list[Cell]]()
        for start in sorted(board, key=ORDER.__getitem__):
            if board[start] != state.turn:
                continue
            others = board.keys() - {start}
            for step in STEPS:
                if (end := plus(start, step)) in ORDER and end not in others:
                    paths.append([start, end])
            paths += _shortest_chains(start, others)
        return paths

    def play(self, state: State, move: str) -> State:
        board = state.board
        seen = (*state.seen, state.repetition_key)
        finished = state.finished
        if move != "pass":
            path = [CELL_OF[name] for name in move.split("-")]
            board[path[-1]] = board.pop(path[0])
            finished += tuple(
                seat
                for seat in range(self.seats)
                if seat not in finished + state.left and self._fills(board, seat)
            )
        pegs, plies = tuple(sorted(board.items())), state.plies + 1
        if self.seats == 2 and plies == HOME_LEAVING_PLY:
            seen = ()
        after = replace(state, pegs=pegs, plies=plies, finished=finished, seen=seen)
        return replace(after, turn=self._next(after))

    def withdraw(self, state: State, seat: int) -> State:
        """The seat leaves the game with its pegs."""
        pegs = tuple((cell, owner) for cell, owner in state.pegs if owner != seat)
        after = replace(state, pegs=pegs, left=(*state.left, seat), seen=())
        return replace(after, turn=self._next(after)) if seat == state.turn else after

    def _next(self, state: State) -> int:
        gone = state.finished + state.left
        order = [(state.turn + more) % self.seats for more in range(1, self.seats + 1)]
        return next((seat for seat in order if seat not in gone), state.turn)

    def _fills(self, board: dict[Cell, int], seat: int) -> bool:
        owners = [board.get(cell) for cell in self.goals[seat]]
        if self.seats == 2:
            return all(owner == seat for owner in owners)
        return None not in owners and seat in owners

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        if len(state.finished) + len(state.left) >= self.seats - 1:
            return self._scores(state), "rules", "home" if state.finished else "others have left"
        if state.plies >= PLIES_A_SEAT * self.seats:
            return self._scores(state), "rules", "400 plies a seat"
        if state.seen.count(state.repetition_key) >= 2:
            return self._scores(state), "repetition", "repetition"
        return None

    def _scores(self, state: State) -> tuple[float, ...]:
        """Scores fall evenly from 1 for the first seat to 0; equal seats share their scores."""
        playing = [s for s in range(self.seats) if s not in state.finished + state.left]
        steps = {seat: self._steps(state.board, seat) for seat in playing}
        ranks = [[seat] for seat in state.finished]
        for number in sorted(set(steps.values())):
            ranks.append([seat for seat in playing if steps[seat] == number])
        ranks += [[seat] for seat in reversed(state.left)]
        scores, taken = [0.0] * self.seats, 0
        for equals in ranks:
            shared = [1 - Fraction(taken + more, self.seats - 1) for more in range(len(equals))]
            for seat in equals:
                scores[seat] = float(sum(shared) / len(equals))
            taken += len(equals)
        return tuple(scores)

    def _steps(self, board: dict[Cell, int], seat: int) -> int:
        """The steps of all pegs outside the goal, each to its nearest free cell of the goal."""
        goal = self.goals[seat]
        empty = [cell for cell in goal if board.get(cell) != seat]
        pegs = [cell for cell, owner in board.items() if owner == seat and cell not in goal]
        return sum(min(DISTANCES[peg][cell] for cell in empty) for peg in pegs)

    def text(self, state: State) -> str:
        board = state.board
        rows = "/".join(_row_text([board.get(cell) for cell in row]) for row in ROWS)
        finished, left = ("".join(map(str, seats)) or "-" for seats in (state.finished, state.left))
        return f"{rows} {state.turn} {state.plies} {finished} {left}"


def _shortest_chains(start: Cell, others: set[Cell]) -> list[list[Cell]]:
    """The shortest chain of hops to each cell; of several, the first in the order of cells."""
    best: dict[Cell, list[Cell]] = {start: [start]}
    front = [[start]]
    while front:
        longer: dict[Cell, list[list[Cell]]] = {}
        for path in front:
            for step in STEPS:
                over, end = plus(path[-1], step), plus(path[-1], step, 2)
                if over in others and end in ORDER and end not in others and end not in best:
                    longer.setdefault(end, []).append([*path, end])
        front = [
            min(paths, key=lambda path: [ORDER[cell] for cell in path]) for paths in longer.values()
        ]
        best |= {path[-1]: path for path in front}
    del best[start]
    return list(best.values())


def _row_text(owners: list[int | None]) -> str:
    text, empty = "", 0
    for owner in owners:
        if owner is None:
            empty += 1
            continue
        text += f"{empty or ''}{'ABCDEF'[owner]}"
        empty = 0
    return f"{text}{empty or ''}"

"""Books of exact values: of all positions that can occur while one side plays its best moves.

A book is made once by `zeitnot solve GAME --book FILE`, which takes hours, and is then the game's
weights file. Solved positions are stored in a journal, one per line.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zeitnot_client.seat_value import SeatValue

from ._core import Game, History, SolvedPosition, Solver
from .text_files import BadFile, complete_lines, drop_partial_line

LONGEST_JOURNAL_LINE = 1_000  # bytes


@dataclass(frozen=True, slots=True)
class Value:
    """A solved position. `value`: for the side to move, 1 a win, 0 a draw, -1 a loss; `distance`:
    plies to the forced end, None if there is none; `best`: a best move."""

    value: int
    distance: int | None
    best: str


class Journal:
    """The solved positions up to symmetry, in a file to which each is added immediately.

    Raises ValueError for a file that is not a journal of this game, and OSError.
    """

    def __init__(self, path: Path, game: Game, solver: Solver) -> None:
        self._path, self._game, self._solver = path, game, solver
        self._values: dict[int, tuple[History, Value]] = {}
        for number, line in complete_lines(path, LONGEST_JOURNAL_LINE):
            try:
                state, known = _read(game, line)
            except ValueError as bad:
                raise BadFile(number, str(bad).rstrip(".")) from None
            self._values[self.key(state)] = (state, known)
        drop_partial_line(path, LONGEST_JOURNAL_LINE)

    def __len__(self) -> int:
        return len(self._values)

    def key(self, state: History) -> int:
        """A key that is equal for symmetric positions."""
        return self._solver.symmetric_key(state)

    def find(self, state: History) -> tuple[History, Value] | None:
        """The stored position that is equal or symmetric to this one, with its value."""
        return self._values.get(self.key(state))

    def add(self, state: History, solved: SolvedPosition) -> None:
        """Adds a value, also to the file. Raises OSError."""
        known = Value(solved.value, solved.distance, solved.best)
        self._values[self.key(state)] = (state, known)
        distance = "-" if known.distance is None else known.distance
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{state.text} {known.value} {distance} {known.best}\n")

    def book(self) -> bytes:
        """The book of all solved positions and of those after their best moves."""
        lines = []
        for state, known in self._values.values():
            lines.append((state, known.value, known.distance))
            after = state.play(known.best)
            if after.result is None:
                distance = None if known.distance is None else known.distance - 1
                value = SeatValue(state.side, known.value).value_for(after.side)
                lines.append((after, value, distance))
        return self._solver.book(lines)


def _read(game: Game, line: str) -> tuple[History, Value]:
    """Raises ValueError."""
    words = line.split()
    if len(words) < 4:
        raise ValueError("expected a position, its value, a distance and a move")
    *text, value, distance, best = words
    state = game.parse(" ".join(text))
    if best not in state.legal():
        raise ValueError(f"{best} is not a legal move there")
    return state, Value(int(value), None if distance == "-" else int(distance), best)


def unsolved_positions(journal: Journal, start: History, plies: int) -> Iterator[History]:
    """Yields the positions up to this ply that are not in the journal, and in which the side that
    plays its best moves is to move. Each must be added before the next one is requested."""
    for seat in (0, 1):
        seen: set[int] = set()
        waiting = [(start, 0)]
        while waiting:
            state, ply = waiting.pop()
            key = journal.key(state)
            if state.result is not None or ply > plies or key in seen:
                continue
            seen.add(key)
            if state.turn != seat:
                waiting += [(state.play(move), ply + 1) for move in reversed(state.legal())]
                continue
            if journal.find(state) is None:
                yield state
            found = journal.find(state)
            if found is None:
                raise ValueError(f"{state.text} was not added to the journal.")
            solved, known = found
            waiting.append((solved.play(known.best), ply + 1))

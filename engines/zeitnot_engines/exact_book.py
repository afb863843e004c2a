"""Books of exact values: of all positions that are met while one side plays best.

They are made once, by `zeitnot solve GAME --book FILE`, which takes hours, and are then the
game's file of weights. What has been solved is kept in a journal, one line a position.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zeitnot_client.seat_value import SeatValue

from ._core import Game, History, SolvedPosition, Solver
from .text_files import BadFile, cut_torn_line, whole_lines

LONGEST_JOURNAL_LINE = 1_000  # bytes


@dataclass(frozen=True, slots=True)
class Value:
    """The value for the side to move: 1, 0, -1; plies to the forced end; a best move."""

    value: int
    distance: int | None
    best: str


class Journal:
    """The positions that were solved, by symmetry: a file to which each is added at once.

    Raises ValueError for a file that is no journal of this game, OSError.
    """

    def __init__(self, path: Path, game: Game, solver: Solver) -> None:
        self._path, self._game, self._solver = path, game, solver
        self._values: dict[int, tuple[History, Value]] = {}
        for number, line in whole_lines(path, LONGEST_JOURNAL_LINE):
            try:
                state, known = _read(game, line)
            except ValueError as bad:
                raise BadFile(number, str(bad).rstrip(".")) from None
            self._values[self.key(state)] = (state, known)
        cut_torn_line(path, LONGEST_JOURNAL_LINE)

    def __len__(self) -> int:
        return len(self._values)

    def key(self, state: History) -> int:
        """Equal for positions that are equal by symmetry."""
        return self._solver.symmetric_key(state)

    def find(self, state: History) -> tuple[History, Value] | None:
        """The position that equals this one by symmetry, with its value."""
        return self._values.get(self.key(state))

    def add(self, state: History, solved: SolvedPosition) -> None:
        """Keeps a value, in the file too. Raises OSError."""
        known = Value(solved.value, solved.distance, solved.best)
        self._values[self.key(state)] = (state, known)
        distance = "-" if known.distance is None else known.distance
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{state.text} {known.value} {distance} {known.best}\n")

    def book(self) -> bytes:
        """The book of all positions solved, and of those after their best moves."""
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


def open_positions(journal: Journal, start: History, plies: int) -> Iterator[History]:
    """The positions up to this ply in which the side that plays best moves, and that have not been
    solved; each must have been added to the journal before the next is asked for."""
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
                raise ValueError(f"{state.text} has not been added.")
            solved, known = found
            waiting.append((solved.play(known.best), ply + 1))

"""Reads games of draughts from other programs' PDN files, as positions and moves of our rules."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..games import History, load
from .fen import normalised_fen
from .moves import begins_a_move, matching_moves, squares
from .results import RESULTS, SCORES, UNKNOWN
from .text import BadPdn, GameText, games_in

GAME = "checkers"
MAX_MOVES = 2_000
_TYPES = ("", "21")


@dataclass(frozen=True, slots=True)
class Record:
    """The main line of a game in a file. `players`: the names of Black and White, empty if the file
    has none; `scores`: None if the file has no result."""

    tags: Mapping[str, str]
    start: History
    moves: tuple[str, ...]
    players: tuple[str, str]
    scores: tuple[float, float] | None

    def after(self, number: int) -> History:
        """The position after this number of moves. Raises ValueError if there are fewer."""
        if number > len(self.moves):
            raise ValueError(f"there is no move {number}; the game's last is {len(self.moves)}.")
        state = self.start
        for move in self.moves[:number]:
            state = state.play(move)
        return state


def read_all(data: bytes) -> Iterator[Record]:
    """Yields the games of a file, with all moves of the main lines checked; variations, comments
    and annotations are omitted. Raises BadPdn."""
    return map(_record, games_in(io.BytesIO(data)))


def first_record(path: Path) -> Record:
    """The first game of a file. Raises BadPdn, OSError."""
    return next(read_file(path))


def read_file(path: Path) -> Iterator[Record]:
    """Yields the games of a file of any size. Raises BadPdn, OSError."""
    with path.open("rb") as file:
        yield from map(_record, games_in(file))


def _record(text: GameText) -> Record:
    kind = text.tags.get("GameType", "").split(",")[0].strip()
    if kind not in _TYPES:
        raise BadPdn(text.line, f"the game is of type {kind[:10]!r}; only type 21 is read")
    start = _start(text)
    moves, result, last = _moves(text, start)
    if result in (None, UNKNOWN):
        result = text.tags.get("Result", UNKNOWN)
    # Programs differ in the order of the points, so the result of the rules has priority.
    scores = (last.result[0][0], last.result[0][1]) if last.result else SCORES.get(result or "")
    players = (_name(text, "Black"), _name(text, "White"))
    return Record(text.tags, start, tuple(moves), players, scores)


def _name(text: GameText, side: str) -> str:
    name = text.tags.get(side, "")
    return "" if name == "?" else name


def _start(text: GameText) -> History:
    fen = normalised_fen(text.tags.get("FEN", "")) or load(GAME).start().text
    try:
        return load(GAME).parse(fen)
    except ValueError as bad:
        raise BadPdn(text.line, f"FEN: {bad}".rstrip(".")) from None


def _moves(text: GameText, start: History) -> tuple[list[str], str | None, History]:
    """The main line, the result at its end if there is one, and the last position."""
    moves: list[str] = []
    state, path = start, list[int]()
    for line, word in text.words:
        if word in RESULTS:
            return moves, word, state
        path = _joined(path, squares(word))
        found = matching_moves(state, path)
        if not found and begins_a_move(state, path):
            continue  # a capture written jump by jump: 11x18 18x25
        if len({state.play(move).text for move in found}) != 1:
            problem = "could be more than one move" if found else "is not a legal move"
            raise BadPdn(line, f"{word[:20]!r}, number {len(moves) + 1}, {problem}")
        if len(moves) == MAX_MOVES:
            raise BadPdn(line, f"the game has more than {MAX_MOVES} moves")
        moves.append(found[0])
        state, path = state.play(found[0]), []
    if path:
        raise BadPdn(text.line, "the last capture of the game is not finished")
    return moves, None, state


def _joined(path: list[int], more: list[int]) -> list[int]:
    """A capture, extended by a move that continues from its end."""
    return path + more[1:] if path and path[-1] == more[0] else more

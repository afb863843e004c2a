"""Othello transcripts as players write them: `f5d6c3…`, with passes left out."""

import re
from collections.abc import Iterable

from zeitnot_engines.games import Game, History
from zeitnot_engines.notations import Notation, split_at_blanks, without_blanks

from .sgf import FORM

PASS = "pass"


def write(moves: Iterable[str]) -> str:
    """The transcript of a game's moves; passes are left out."""
    return "".join(move for move in moves if move != PASS)


def read(game: Game, transcript: str) -> list[str]:
    """The moves of a transcript with forced passes added. Accepts capital letters.

    Raises ValueError, whose message is a sentence, at the first illegal move.
    """
    text = transcript.strip().lower()
    state, moves = game.start(), []
    for index in range(0, len(text), 2):
        for move in (*_forced_pass(state), text[index : index + 2]):
            try:
                state = state.play(move)
            except ValueError as illegal:
                raise ValueError(f"Move {index // 2 + 1} of the transcript: {illegal}") from None
            moves.append(move)
    return moves


def is_transcript(text: str) -> bool:
    """Whether this looks like a transcript, not like a position."""
    return bool(text) and text[0].lower() in "abcdefgh"


def replay(game: Game, transcript: str) -> History:
    """The history after a transcript. Raises ValueError."""
    state = game.start()
    for move in read(game, transcript):
        state = state.play(move)
    return state


_BOARD = re.compile(r"(?:8 )?((?:[-.*xXoO0bBwW] ?){64})(?: ?([*xXoO0bBwW]))?(?: ?%.*)?", re.DOTALL)
_DISCS = str.maketrans("*xbBo0wW.", "XXXXOOOO-")


def read_position(text: str) -> str:
    """A board of GGS, WZebra or ScrZebra in the form of the rules: with other signs for discs and
    empty squares, a comment behind `%`, or no side to move, which then is black."""
    plain = without_blanks(text)
    found = _BOARD.fullmatch(plain)
    if found is None:
        return plain
    board = found[1].replace(" ", "").translate(_DISCS)
    return f"{board} {(found[2] or 'X').translate(_DISCS)}"


def _forced_pass(state: History) -> list[str]:
    return [PASS] if state.legal() == [PASS] else []


def _transcript(game: Game, text: str) -> History | None:
    return replay(game, text) if is_transcript(text) else None


def _in_pairs(text: str) -> list[str]:
    """Splits moves, which may be written without blanks between them."""
    words = split_at_blanks(text.lower())
    pairs = [[w[i : i + 2] for i in range(0, len(w), 2)] if w != PASS else [w] for w in words]
    return [pair for word in pairs for pair in word]


NOTATION = Notation(
    position=read_position,
    split=_in_pairs,
    transcript=_transcript,
    default_of=("gtp",),
    sgf=FORM,
)

"""The boards of the games as text; pure.

Positions are read as the server writes them (docs/reference); the client knows no rules. Sides
differ by letter or shape, the last move stands in brackets, a legal target has a star, so that no
colours are needed. A game is drawn by its `terminal.py`, found by the game's id.
"""

from collections.abc import Mapping, Sequence

from rich.text import Text

from ..by_name import module_of
from . import texts
from .drawing import marks_of
from .face import NO_SETTINGS, Change, Face
from .styles import seat_style


def board(
    game_type: str,
    position: str,
    legal: Sequence[str],
    last: str | None,
    seat: int | None = None,
    settings: Mapping[str, str | int | bool] = NO_SETTINGS,
) -> Text:
    """The board from the side of `seat`, where sides sit opposite each other. If this client cannot
    draw the game or cannot read the position, the server's text."""
    face = face_of(game_type)
    try:
        marks = marks_of(legal, last, seat, settings)
        return Text(position) if face is None else face.draw(position, marks)
    except (ValueError, LookupError):
        return Text(position)


def part_result(game_type: str, change: Change) -> str | None:
    """The result of the part of the game (as a hand) that a change has ended; None: none, or not
    known."""
    face = face_of(game_type)
    try:
        return None if face is None else face.part_result(change)
    except (ValueError, LookupError):
        return None


def counts(game_type: str, position: str) -> Sequence[int]:
    """What each of two sides has at the end; empty: nothing is counted, or it is not known."""
    face = face_of(game_type)
    try:
        return () if face is None else face.counts(position)
    except (ValueError, LookupError):
        return ()


def unit(game_type: str) -> tuple[str, str] | None:
    """One and several of what the game counts; None: numbers are shown without it."""
    face = face_of(game_type)
    return None if face is None else face.unit


def piece(game_type: str, seat: int) -> Text:
    """The mark of a seat, as on the board; without a face the seat's number from 1."""
    face = face_of(game_type)
    pieces = () if face is None else face.pieces
    return Text(pieces[seat] if seat < len(pieces) else str(seat + 1), seat_style(seat))


def end_text(game_type: str, word: str) -> str | None:
    """How a game ended, by the server's word for it, which may have details after a colon; None:
    there is no other text."""
    face = face_of(game_type)
    known, colon, details = word.partition(":")
    text = {**texts.ENDS, **(face.ends if face else {})}.get(known)
    return None if text is None else f"{text}{colon}{details}"


def face_of(game_type: str) -> Face | None:
    """The face of this game; None if it has none in the terminal."""
    module = module_of(game_type, "terminal")
    face = None if module is None else module.FACE
    return face if isinstance(face, Face) else None

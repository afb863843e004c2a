"""The boards of the games as text; pure.

Positions are parsed as the server writes them (docs/reference); the client knows no rules. Sides
differ by letter or shape, the last move is in brackets, and legal targets have a star, so that
colours are not needed. Each game's `terminal.py`, found by the game's id, draws it.
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
    """The board, seen by `seat` if sides sit opposite each other; the server's text if this client
    cannot draw the game or read the position."""
    face = face_of(game_type)
    try:
        marks = marks_of(legal, last, seat, settings)
        return Text(position) if face is None else face.draw(position, marks)
    except (ValueError, LookupError):
        return Text(position)


def part_result(game_type: str, change: Change) -> str | None:
    """The result of the part of the game (such as a hand) that a change has ended. None: no part
    has ended, or its result is not known."""
    face = face_of(game_type)
    try:
        return None if face is None else face.part_result(change)
    except (ValueError, LookupError):
        return None


def counts(game_type: str, position: str) -> Sequence[int]:
    """The final counts of two sides; empty: nothing is counted, or they are not known."""
    face = face_of(game_type)
    try:
        return () if face is None else face.counts(position)
    except (ValueError, LookupError):
        return ()


def unit(game_type: str) -> tuple[str, str] | None:
    """Singular and plural of what the game counts; None: counts are shown without a unit."""
    face = face_of(game_type)
    return None if face is None else face.unit


def piece(game_type: str, seat: int) -> Text:
    """The mark of a seat, as on the board; without a face, the seat's number from 1."""
    face = face_of(game_type)
    pieces = () if face is None else face.pieces
    return Text(pieces[seat] if seat < len(pieces) else str(seat + 1), seat_style(seat))


def end_text(game_type: str, word: str) -> str | None:
    """The text for the server's word that says how a game ended; details after a colon are kept.
    None: there is no text of our own."""
    face = face_of(game_type)
    known, colon, details = word.partition(":")
    text = {**texts.ENDS, **(face.ends if face else {})}.get(known)
    return None if text is None else f"{text}{colon}{details}"


def face_of(game_type: str) -> Face | None:
    """The terminal face of this game, or None."""
    module = module_of(game_type, "terminal")
    face = None if module is None else module.FACE
    return face if isinstance(face, Face) else None

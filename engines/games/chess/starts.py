"""The start positions of Chess960, by the numbers that the rules give them."""

from functools import cache

from zeitnot_engines.games import load

from .board_text import pieces_of

CLASSICAL = 518
"""The number of the classical position."""

_COUNT = 960
_DRAWN = _COUNT  # the setting of a start that is drawn
_CASTLING = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}


def start_number(fen: str) -> int | None:
    """The number of the start position that a FEN of the rules is; None for other positions."""
    return _numbers().get(fen)


@cache
def _numbers() -> dict[str, int]:
    """The numbers of all start positions by their FENs."""
    drawn = load("chess", {"start": _DRAWN})
    return {drawn.drawn_start((number + 1,)).text: number for number in range(_COUNT)}


def is_shuffled(fen: str) -> bool:
    """Whether a side may castle otherwise than from the classical squares."""
    placement, _, rights, *_ = fen.split()
    if rights == "-":
        return False
    pieces = pieces_of(placement)
    for right in rights:
        king, rook = _CASTLING.get(right, ("", ""))
        letters = ("K", "R") if right.isupper() else ("k", "r")
        if (pieces.get(king), pieces.get(rook)) != letters:
            return True
    return False

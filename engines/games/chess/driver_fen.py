"""Chess as UCI and xboard engines know it. Pure."""

from zeitnot_client.drivers.fen import FenGame

from .board_text import castled_squares, pieces_of

USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_CASTLING = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}


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


def by_rook(before: str, move: str) -> str:
    """The move as UCI has it in Chess960: castling is the king taking its rook."""
    castled = castled_squares(pieces_of(before.split()[0]), move)
    return move if castled is None else move[:2] + castled.rook_from


FEN_GAME = FenGame(
    usual=USUAL,
    shuffled_option="UCI_Chess960",
    is_shuffled=is_shuffled,
    write_shuffled=by_rook,
)

"""The start positions of Chess960 by their standard numbers (R. Scharnagl, 2003); pure."""

from itertools import combinations

from .board_text import pieces_of

CLASSICAL = 518
"""The number of the classical position."""

_PAWNS = "pppppppp/8/8/8/8/PPPPPPPP"
_KNIGHTS = tuple(combinations(range(5), 2))
_CASTLING = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}


def start_number(fen: str) -> int | None:
    """The number of the start position that a FEN is; None for other positions."""
    placement, *rest = fen.split()
    if rest[:3] != ["w", "KQkq", "-"] or rest[3:] not in ([], ["0", "1"]):
        return None
    black, _, others = placement.partition("/")
    if others != f"{_PAWNS}/{black.upper()}":
        return None
    return _rank_number(black)


def _rank_number(rank: str) -> int | None:
    if sorted(rank) != sorted("rnbqkbnr"):
        return None
    first, second = (at for at, piece in enumerate(rank) if piece == "b")
    dark, light = (first, second) if first % 2 == 0 else (second, first)
    if dark % 2 == light % 2:
        return None
    rest = rank.replace("b", "")
    queen, rest = rest.index("q"), rest.replace("q", "")
    if rest.replace("n", "") != "rkr":
        return None
    knights = tuple(at for at, piece in enumerate(rest) if piece == "n")
    return 96 * _KNIGHTS.index((knights[0], knights[1])) + 16 * queen + 4 * (dark // 2) + light // 2


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

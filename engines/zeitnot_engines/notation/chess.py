"""Standard algebraic notation of chess: `Nbxd7+`, `O-O`, `e8=Q#` (PGN standard, 8.2.3).

Written with the legal moves at hand, so that disambiguation is minimal. Input may be more explicit
than necessary, or leave out x, = and the marks at the end.
"""

import re

from ..games import History
from ..notations import Notation

_FILES = "abcdefgh"
_CASTLING = {"O-O": 6, "O-O-O": 2}
_FORM = re.compile(r"([KQRBN])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:=?([QRBN]))?")

Pieces = dict[str, str]
"""The letters of FEN by square."""


def write_san(state: History, move: str) -> str:
    """The move, legal in `state` and given as UCI writes it, in algebraic notation."""
    pieces, legal = _pieces(state), state.legal()
    if move not in legal:
        raise ValueError(f"{move!r} is not a legal move here.")
    return _without_mark(pieces, legal, move) + _check_mark(state.play(move))


def read_san(state: History, text: str) -> str:
    """The legal move that `text` means, as UCI writes it. Raises ValueError with a sentence."""
    san = text.strip().rstrip("+#!?").replace("0", "O")
    pieces, legal = _pieces(state), state.legal()
    if san in _CASTLING:
        matches = [m for m in legal if _castles(pieces, m) == san]
    elif form := _FORM.fullmatch(san):
        matches = [m for m in legal if _matches_form(pieces, m, form)]
    else:
        raise ValueError(f"{text!r} is not a move in algebraic notation.")
    if len(matches) != 1:
        raise ValueError(f"{text!r} is {'more than one move' if matches else 'not legal'} here.")
    return matches[0]


def _pieces(state: History) -> Pieces:
    pieces: Pieces = {}
    for y, row in zip("87654321", state.text.split()[0].split("/"), strict=True):
        x = 0
        for letter in row:
            if letter.isdecimal():
                x += int(letter)
            else:
                pieces[_FILES[x] + y] = letter
                x += 1
    return pieces


def _castles(pieces: Pieces, move: str) -> str | None:
    """How the move castles, or None; only castling moves a king by two files."""
    king = pieces[move[:2]] in "Kk" and move[0] == "e"
    return {"g": "O-O", "c": "O-O-O"}.get(move[2]) if king else None


def _without_mark(pieces: Pieces, legal: list[str], move: str) -> str:
    """Without the mark of a check or a mate."""
    if castling := _castles(pieces, move):
        return castling
    origin, to, kind = move[:2], move[2:4], pieces[move[:2]].upper()
    if kind == "P":
        taking = f"{origin[0]}x" if origin[0] != to[0] else ""
        return f"{taking}{to}" + (f"={move[4].upper()}" if move[4:] else "")
    return f"{kind}{_origin(pieces, legal, move)}{'x' if to in pieces else ''}{to}"


def _origin(pieces: Pieces, legal: list[str], move: str) -> str:
    """The minimal disambiguation among pieces of this kind that can go there."""
    origin, to = move[:2], move[2:4]
    rivals = [
        m[:2] for m in legal if m[2:4] == to and m[:2] != origin and pieces[m[:2]] == pieces[origin]
    ]
    if not rivals:
        return ""
    if all(rival[0] != origin[0] for rival in rivals):
        return origin[0]
    if all(rival[1] != origin[1] for rival in rivals):
        return origin[1]
    return origin


def _matches_form(pieces: Pieces, move: str, form: re.Match[str]) -> bool:
    kind, x, y, to, promotion = form.groups()
    return (
        pieces[move[:2]].upper() == (kind or "P")
        and move[2:4] == to
        and x in (None, move[0])
        and y in (None, move[1])
        and move[4:].upper() == (promotion or "")
    )


def _check_mark(after: History) -> str:
    if after.result is not None and after.result[2] == "checkmate":
        return "#"
    return "+" if after.in_check else ""


NOTATION = Notation(read=read_san, writers={"san": write_san}, default_of=("uci",))

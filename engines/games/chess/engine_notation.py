"""Reads and writes standard algebraic notation of chess with the core's legal moves."""

import re

from zeitnot_engines.games import History
from zeitnot_engines.notations import Notation, PgnForm, find_move, without_numbers

from .board_text import pieces_of
from .notation import NOTATION as CLIENT_NOTATION
from .notation import without_mark


def write_san(state: History, move: str) -> str:
    """Converts a legal UCI move to algebraic notation."""
    pieces, legal = pieces_of(state.text.split()[0]), state.legal()
    if move not in legal:
        raise ValueError(f"{move!r} is not a legal move here.")
    return without_mark(pieces, legal, move) + _check_mark(state.play(move))


_SAN = re.compile(
    r"([KQRBN])?([a-h])?([1-8])?[x:-]?([a-h])([1-8])(?:[=/]?\(?([QRBN])\)?)?(?:[+#!?]*)"
)


def read_san(state: History, text: str) -> str:
    """The legal move that `text` means, as in UCI. Raises ValueError with a sentence."""
    found = _SAN.fullmatch(text)
    if found is not None and (move := _move_meant(state, found)) is not None:
        return move
    return find_move(CLIENT_NOTATION, state, text)


def _move_meant(state: History, san: re.Match[str]) -> str | None:
    """The only legal move that fits; None if there is none or more than one. Much faster than
    comparing all spellings of all legal moves, and enough for most files."""
    kind, file, rank, to_file, to_rank, promotion = san.groups()
    end = to_file + to_rank + (promotion or "").lower()
    moves = [
        move
        for move in state.legal()
        if move[2:] == end and file in (None, move[0]) and rank in (None, move[1])
    ]
    if len(moves) == 1 and kind is None and file is not None and rank is not None:
        return moves[0]
    pieces = pieces_of(state.text.split()[0])
    if kind is None and file is not None and rank is not None:
        return _castling_by_rook(pieces, state.legal(), file + rank, end)
    moves = [move for move in moves if pieces[move[:2]].upper() == (kind or "P")]
    return moves[0] if len(moves) == 1 else None


def _castling_by_rook(pieces: dict[str, str], legal: list[str], king: str, rook: str) -> str | None:
    """The castling move that is written as the king taking its own rook, as `e1h1`."""
    letters = pieces.get(king, ""), pieces.get(rook, "")
    if letters not in (("K", "R"), ("k", "r")):
        return None
    move = king + ("g" if rook[0] > king[0] else "c") + king[1]
    return move if move in legal else None


def _check_mark(after: History) -> str:
    if after.result is not None and after.result[2] == "checkmate":
        return "#"
    return "+" if after.in_check else ""


_PGN = PgnForm(
    seats=("White", "Black"),
    writer="san",
    names=frozenset(("", "standard", "chess", "normal", "from position", "fromposition")),
)
NOTATION = Notation(
    split=without_numbers, read=read_san, writers={"san": write_san}, default_of=("uci",), pgn=_PGN
)

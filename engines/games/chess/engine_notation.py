"""Reads and writes standard algebraic notation of chess with the core's legal moves."""

from zeitnot_engines.games import History
from zeitnot_engines.notations import Notation, find_move

from .board_text import pieces_of
from .notation import NOTATION as CLIENT_NOTATION
from .notation import without_mark


def write_san(state: History, move: str) -> str:
    """Converts a legal UCI move to algebraic notation."""
    pieces, legal = pieces_of(state.text.split()[0]), state.legal()
    if move not in legal:
        raise ValueError(f"{move!r} is not a legal move here.")
    return without_mark(pieces, legal, move) + _check_mark(state.play(move))


def read_san(state: History, text: str) -> str:
    """The legal move that `text` means, as in UCI. Raises ValueError with a sentence."""
    return find_move(CLIENT_NOTATION, state, text)


def _check_mark(after: History) -> str:
    if after.result is not None and after.result[2] == "checkmate":
        return "#"
    return "+" if after.in_check else ""


NOTATION = Notation(read=read_san, writers={"san": write_san}, default_of=("uci",))

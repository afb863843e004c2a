"""Reads and writes the Chinese notation of xiangqi, as in 炮二平五."""

import re
from functools import partial

from zeitnot_engines.games import History
from zeitnot_engines.notations import Notation, find_move

from .notation import NOTATION as CLIENT_NOTATION
from .notation import chinese


def write_chinese(state: History, move: str, *, traditional: bool = False) -> str:
    """Converts a legal move from ICCS, such as h2e2, to Chinese notation.

    Raises ValueError, whose message is a sentence, if the move is not legal.
    """
    if move not in state.legal():
        raise ValueError(f"{move!r} is not a legal move here.")
    return chinese(state.text, move, traditional=traditional)


def read_chinese(state: History, text: str) -> str:
    """The legal move that `text` means, in ICCS. Accepts traditional characters too.

    Raises ValueError, whose message is a sentence.
    """
    return find_move(CLIENT_NOTATION, state, text)


_ICCS = re.compile(r"([a-i])(\d+)([a-i])(\d+)")


def with_shifted_ranks(token: str, by: int) -> str:
    """Adds `by` to the ranks of a move; returns any other token unchanged.

    With Fairy-Stockfish's option UCI_Variant, ranks count from 1, otherwise from 0."""
    match = _ICCS.fullmatch(token)
    if match is None:
        return token
    return f"{match[1]}{int(match[2]) + by}{match[3]}{int(match[4]) + by}"


NOTATION = Notation(
    read=read_chinese,
    writers={"chinese": write_chinese, "traditional": partial(write_chinese, traditional=True)},
    to_variant=partial(with_shifted_ranks, by=1),
    from_variant=partial(with_shifted_ranks, by=-1),
)

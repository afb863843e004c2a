"""Xiangqi as UCI, UCCI and xboard engines know it. Pure."""

import re
from functools import partial

from zeitnot_client.drivers.fen import FenGame

USUAL = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
_ICCS = re.compile(r"([a-i])(\d+)([a-i])(\d+)")


def with_shifted_ranks(token: str, by: int) -> str:
    """Adds `by` to the ranks of a move; returns any other token unchanged.

    With Fairy-Stockfish's option UCI_Variant, ranks count from 1, otherwise from 0."""
    match = _ICCS.fullmatch(token)
    if match is None:
        return token
    return f"{match[1]}{int(match[2]) + by}{match[3]}{int(match[4]) + by}"


FEN_GAME = FenGame(
    usual=USUAL,
    to_variant=partial(with_shifted_ranks, by=1),
    from_variant=partial(with_shifted_ranks, by=-1),
    has_ucci=True,
)

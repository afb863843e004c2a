"""The start positions of Chess960, by the numbers that the rules give them."""

from functools import cache

from zeitnot_engines.games import load

CLASSICAL = 518
"""The number of the classical position."""

_COUNT = 960
_DRAWN = _COUNT  # the setting of a start that is drawn


def start_number(fen: str) -> int | None:
    """The number of the start position that a FEN of the rules is; None for other positions."""
    return _numbers().get(fen)


@cache
def _numbers() -> dict[str, int]:
    """The numbers of all start positions by their FENs."""
    drawn = load("chess", {"start": _DRAWN})
    return {drawn.drawn_start((number + 1,)).text: number for number in range(_COUNT)}

"""Whether a move of the opening book holds: the bot looks for itself before it trusts a book.

A book says how games went, and anybody can play games. So a move of it is played only if a small
search finds it not much worse than the best move, and not leading to a position that is much worse
than level; nodes are counted, not time, so that the answer is the same on every machine. A move
into a mate is far below every margin; a gambit is not, and a line cannot lose a little at every
move. It takes a few hundredths of a second.
"""

from collections.abc import Sequence
from typing import Any

from ..engine import Begin, StopToken
from ..interfaces import HistoryLike

CHECK_NODES = 50_000  # of each of its searches
CHECK_MS = 200  # what all of them take together at most, about, on a busy machine
LEAST_MS = 5
TRIES = 3  # moves of one page
MARGINS = {"centipawns": 150.0, "discs": 6.0, "points": 0.2, "win_probability": 0.1}
"""What a book move may lose, by the unit of the game's values."""

_LEVEL = {"win_probability": 0.5}


def sound(value: float, best: float, unit: str) -> bool:
    """Whether a move of this value may be played where the best move has that one. In a unit that
    is not known here, no move may."""
    margin = MARGINS.get(unit)
    if margin is None:
        return False
    return value >= best - margin and value >= _LEVEL.get(unit, 0.0) - margin


async def first_sound(
    begin: Begin, history: HistoryLike, moves: Sequence[str], ms: int, stop: StopToken
) -> str | None:
    """The first of these moves that holds, of TRIES at most; None if none does, or if the searches
    were told to `stop`. They take `ms` milliseconds at most. Raises what the engine raises."""
    tried = moves[:TRIES]
    each: dict[str, Any] = {"nodes": CHECK_NODES, "ms": max(LEAST_MS, ms // (1 + len(tried)))}
    best = await begin(history, stop=stop, **each).answer()
    for move in tried:
        if stop.stopped:
            return None
        if move == best.best:
            return move
        found = await begin(history, stop=stop, searchmoves=[move], **each).answer()
        if not stop.stopped and sound(found.value, best.value, best.unit):
            return move
    return None

"""Checks the soundness of a book move with a search before the bot plays it.

A book records how games went, and anybody can play games. So a book move is played only if a small
search finds that it is not much worse than the best move, and that its position is not much worse
than equal; the second condition refuses lines that lose a little with every move. A gambit passes,
a move into mate does not. The search is limited by nodes rather than time, so that the result is
the same on every machine. The check takes a few hundredths of a second.
"""

from collections.abc import Sequence
from typing import Any

from ..engine import StartSearch, StopToken
from ..interfaces import HistoryLike
from ..timing import MIN_MS

CHECK_NODES = 50_000  # of each search of a check
CHECK_MS = 200  # for all searches of a check, roughly, on a busy machine
TRIES = 3  # moves of one page
MARGINS = {
    "centipawns": 150.0,
    "chips": 0.2,
    "discs": 6.0,
    "men": 1.0,
    "points": 0.2,
    "tricks": 0.2,
    "win_probability": 0.1,
}
"""How much a book move may lose, by the unit of the game's values."""

_LEVEL = {"win_probability": 0.5}


def is_sound(value: float, best: float, unit: str) -> bool:
    """Whether a move with this value may be played if the best move has the value `best`; False for
    an unknown unit."""
    margin = MARGINS.get(unit)
    if margin is None:
        return False
    return value >= best - margin and value >= _LEVEL.get(unit, 0.0) - margin


async def first_sound(
    start_search: StartSearch, history: HistoryLike, moves: Sequence[str], ms: int, stop: StopToken
) -> str | None:
    """The first sound move among the first TRIES of these; None if none is sound, or if `stop` was
    set. The searches take at most `ms` milliseconds. Raises what the engine raises."""
    tried = moves[:TRIES]
    limits: dict[str, Any] = {"nodes": CHECK_NODES, "ms": max(MIN_MS, ms // (1 + len(tried)))}
    report = await start_search(history, stop=stop, **limits).answer()
    for move in tried:
        if stop.stopped:
            return None
        if move == report.best:
            return move
        result = await start_search(history, stop=stop, searchmoves=[move], **limits).answer()
        if not stop.stopped and is_sound(result.value, report.value, report.unit):
            return move
    return None

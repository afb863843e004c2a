"""Scores of positions that the engine knows exactly, for adjudication."""

from pathlib import Path

from ..engine import Engine
from ..games import Game, History
from ..tablebase import open_tablebase
from .adjudication import ExactScore
from .played import relative_to_even

_NODES = 1_000  # far more than a search of one ply needs


def exact_score(game: Game, tables: str | None) -> ExactScore:
    """Finds the scores of positions by the tablebases in a folder, if one is given, by endings that
    the engine computes, and by one ply of search. The game has no throws, hides nothing, and has
    two seats. Raises ValueError for a folder without tables of the game."""
    engine = Engine(
        game, hash_mb=1, tablebase=open_tablebase(game.name, Path(tables) if tables else None)
    )

    def score(state: History) -> float | None:
        report = engine.search(state, depth=1, nodes=_NODES)
        if not report.exact or report.best is None:
            return None
        value = relative_to_even(report.value, report.unit)
        own = (value > 0) - (value < 0)
        return (1 + (own if state.turn == 0 else -own)) / 2

    return score

"""Playing strengths. All levels but the highest limit depth or nodes, not only time, so that they
play the same on every machine; full strength (None) is limited only by the clock.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from zeitnot_client.by_name import module_of

from ._core import methods_of
from .manifest import MANIFESTS


@dataclass(frozen=True, slots=True)
class Level:
    """A playing strength. `blunder_rate`: the probability of a random move instead of a search.

    Pondering is also limited, so that it does not make a weak level strong.
    """

    blunder_rate: float = 0.0
    depth: int | None = None
    nodes: int | None = None
    max_ms: int | None = None
    book: bool = True

    @property
    def ponder_depth(self) -> int | None:
        """Depth for pondering, which starts one ply earlier and sees as far as the level's
        search."""
        return None if self.depth is None else self.depth + 1

    @property
    def ponder_nodes(self) -> int | None:
        """Nodes for pondering: four times those of a move, for about four good replies."""
        return None if self.nodes is None else 4 * self.nodes


FULL = Level()
LEVELS = {
    1: Level(blunder_rate=0.30, depth=1, max_ms=500, book=False),
    2: Level(blunder_rate=0.12, depth=2, max_ms=500, book=False),
    3: Level(blunder_rate=0.04, depth=4, nodes=50_000, max_ms=1_000, book=False),
    4: Level(depth=6, nodes=400_000, max_ms=2_000),
    5: Level(nodes=3_000_000, max_ms=5_000),
}


# For games that are played by Monte-Carlo tree search; a node is a playout.
TREE_LEVELS = {
    1: Level(blunder_rate=0.30, nodes=30, max_ms=500, book=False),
    2: Level(blunder_rate=0.12, nodes=100, max_ms=500, book=False),
    3: Level(blunder_rate=0.04, nodes=500, max_ms=1_000, book=False),
    4: Level(nodes=4_000, max_ms=2_000),
    5: Level(max_ms=5_000),
}

# For games that are solved in advance, by nim-values, retrograde analysis, an equilibrium, a
# blueprint or a stored strategy: levels differ only by their blunder rate.
SOLVED_LEVELS = {
    number: Level(blunder_rate=rate)
    for number, rate in enumerate((0.80, 0.50, 0.25, 0.10, 0.0), start=1)
}

# For games in which deals are sampled and solved with open hands; a node is a deal.
DEAL_LEVELS = {
    1: Level(blunder_rate=0.50, nodes=1, max_ms=500, book=False),
    2: Level(blunder_rate=0.25, nodes=2, max_ms=500, book=False),
    3: Level(blunder_rate=0.08, nodes=5, max_ms=1_000, book=False),
    4: Level(nodes=20, max_ms=2_000),
    5: Level(nodes=1_000, max_ms=5_000),
}

# For the method that shoots at the cell that is most probably a ship; a node is a sampled fleet.
# Lower levels blunder more often and estimate with fewer fleets.
DENSITY_LEVELS = {
    1: Level(blunder_rate=0.70, nodes=100),
    2: Level(blunder_rate=0.40, nodes=100),
    3: Level(blunder_rate=0.20, nodes=300),
    4: Level(blunder_rate=0.08, nodes=1_000),
    5: FULL,
}

LEVELS_OF_METHODS = {
    "density": DENSITY_LEVELS,
    "pimc": DEAL_LEVELS,
    "mcts": TREE_LEVELS,
    "nim": SOLVED_LEVELS,
    "retrograde": SOLVED_LEVELS,
    "cfr": SOLVED_LEVELS,
    "strategy": SOLVED_LEVELS,
    "blueprint": SOLVED_LEVELS,
}


def level(number: int | None, game: str | None = None, method: str | None = None) -> Level:
    """The game's level with this number; full strength for None or an unknown number."""
    return FULL if number is None else levels_of(game, method).get(number, FULL)


def usual_method(game: str) -> str | None:
    """The method by which our engine plays a game; None: it does not play it."""
    try:
        return methods_of(game)[0]
    except (ValueError, IndexError):
        return None


@cache
def levels_of(game: str | None, method: str | None = None) -> Mapping[int, Level]:
    """The levels of a game for a search method, by default the usual one; without a game, the
    levels of most games."""
    usual = usual_method(game) if game is not None else None
    levels = LEVELS_OF_METHODS.get(method or usual or "", LEVELS)
    if game is None or game not in MANIFESTS or method not in (None, usual):
        return levels
    limits = MANIFESTS[game].level_nodes
    return {**levels, **dict(_limited(levels, limits))}


def elos_of(game: str) -> tuple[int, ...]:
    """The Elo ratings of a game's lowest levels, in ascending order: the `LEVEL_ELOS` in its
    `ratings.py`; empty if they were not measured."""
    module = module_of(game, "ratings")
    return () if module is None else module.LEVEL_ELOS


def _limited(levels: Mapping[int, Level], limits: Sequence[int]) -> Iterator[tuple[int, Level]]:
    """The highest levels, with these node limits instead of their own limits."""
    for number, nodes in enumerate(limits, start=len(levels) + 1 - len(limits)):
        yield number, replace(levels[number], depth=None, nodes=nodes)

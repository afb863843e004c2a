"""Matches of what `zeitnot train go` has learnt: of a search with the learnt evaluator against one
with playouts alone, in pairs with both colours."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from ..._core import Weights
from ...engine import Engine
from ...games import History, load

SURE = 0.98
MAX_PLIES = 250
OPENING_PLIES = 2  # at random, not on the first line
PLAIN = ["rave", "priors", "widening", "urgency"]


@dataclass
class Side:
    """One player of a match: its engine's options, and the CPU time that it has taken."""

    options: dict[str, Any]
    playouts: int  # a move
    seconds: float = 0.0
    played: int = 0

    def engine(self, size: int, seed: int) -> Engine:
        """A new engine for one game."""
        game = load("go", {"size": size, "marking": "no"})
        return Engine(game, method="mcts", hash_mb=32, seed=seed, **self.options)

    @property
    def cost(self) -> float:
        """CPU seconds a playout."""
        return self.seconds / max(1, self.played)


def learnt(packed: bytes, playouts: int) -> Side:
    """The search with the learnt evaluator."""
    return Side({"evaluation": "learnt", "weights": Weights(packed)}, playouts)


def playouts_only(packed: bytes, playouts: int, *, plain: bool) -> Side:
    """The search with playouts alone; `plain`: UCT by the book."""
    options = {"evaluation": "playouts", "weights": Weights(packed)}
    return Side(options | ({"without": PLAIN} if plain else {}), playouts)


def pairs_of_games(first: Side, second: Side, size: int, pairs: range) -> Iterator[float]:
    """The first side's score in each pair, from 0 to 1."""
    for pair in pairs:
        opening = _opening(size, pair)
        black = _play(first, second, size, opening, pair)
        white = 1 - _play(second, first, size, opening, pair)
        yield (black + white) / 2


def summary(scores: list[float]) -> tuple[float, float]:
    """The mean of the pairs' scores and the half width of its 95 % interval."""
    count = len(scores)
    mean = sum(scores) / count
    variance = sum((score - mean) ** 2 for score in scores) / max(1, count - 1)
    return mean, 1.96 * sqrt(variance / count)


def _opening(size: int, seed: int) -> History:
    rng = random.Random(seed)
    state = load("go", {"size": size, "marking": "no"}).start()
    for _ in range(OPENING_PLIES):
        inner = [move for move in state.legal() if _is_inner(move, size)]
        state = state.play(rng.choice(inner))
    return state


def _is_inner(move: str, size: int) -> bool:
    if move == "pass":
        return False
    column, row = "ABCDEFGHJKLMNOPQRST".index(move[0]), int(move[1:]) - 1
    return all(1 <= at < size - 1 for at in (column, row))


def _play(black: Side, white: Side, size: int, state: History, seed: int) -> float:
    """Black's score. A side that is sure to lose gives up."""
    sides = (black, white)
    engines = [side.engine(size, 2 * seed + 1 + at) for at, side in enumerate(sides)]
    for _ in range(MAX_PLIES):
        if state.result is not None:
            return state.result[0][0]
        seat = state.turn or 0
        before = time.thread_time()
        report = engines[seat].search(state, nodes=sides[seat].playouts)
        sides[seat].seconds += time.thread_time() - before
        sides[seat].played += report.nodes
        if report.value < 1 - SURE:
            return float(seat)
        assert report.best is not None
        state = state.play(report.best)
    return 0.5

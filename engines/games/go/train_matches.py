"""Matches for `zeitnot train go`: a search with the learnt evaluator against one with only
playouts, in pairs with both colours."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from zeitnot_engines._core import Weights
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load
from zeitnot_engines.jobs.job import Job, Stop, Stopped

DECISIVE = 0.98  # a side resigns when the other wins with this probability
MAX_PLIES = 250  # longer games are drawn
OPENING_PLIES = 2  # random moves, not on the first line
PLAIN = ("rave", "priors", "widening", "urgency")  # heuristics that textbook UCT lacks


@dataclass(frozen=True)
class Side:
    """One player of a match: its evaluation, the content of its weights file, playouts per move,
    and the heuristics that its search does without."""

    evaluation: str
    weights: bytes
    playouts: int
    without: tuple[str, ...] = ()

    def engine(self, size: int, seed: int, weights: Weights) -> Engine:
        """A new engine for one game, with its weights unpacked."""
        return Engine(
            load("go", {"size": size, "marking": "no"}),
            method="mcts",
            hash_mb=32,
            seed=seed,
            evaluation=self.evaluation,
            weights=weights,
            without=self.without,
        )


def learnt(packed: bytes, playouts: int) -> Side:
    """The search with the learnt evaluator."""
    return Side("learnt", packed, playouts)


def playouts_only(packed: bytes, playouts: int, *, plain: bool) -> Side:
    """The search with only playouts; `plain`: textbook UCT."""
    return Side("playouts", packed, playouts, PLAIN if plain else ())


@dataclass
class Cost:
    """The CPU time that a side has used, and its playouts."""

    seconds: float = 0.0
    played: int = 0

    def add(self, other: "Cost") -> None:
        """Adds another cost."""
        self.seconds += other.seconds
        self.played += other.played

    @property
    def each(self) -> float:
        """CPU seconds per playout."""
        return self.seconds / max(1, self.played)


@dataclass(frozen=True)
class Pair:
    """Two games with both colours: the first side's score, from 0 to 1, and both costs."""

    score: float
    costs: tuple[Cost, Cost]


@dataclass(frozen=True)
class PairsJob(Job[int, Pair]):
    """A match in pairs of games, each pair with a different opening."""

    word = "pair"

    first: Side
    second: Side
    size: int

    def run(self, task: int, stop: Stop) -> Pair:
        """Plays the pair with this number."""
        opening, costs = _opening(self.size, task), (Cost(), Cost())
        weights = (Weights(self.first.weights), Weights(self.second.weights))
        players = [
            Player(side, own, cost)
            for side, own, cost in zip((self.first, self.second), weights, costs, strict=True)
        ]
        black = _play(players, self.size, opening, task, stop.is_set)
        white = 1 - _play(players[::-1], self.size, opening, task, stop.is_set)
        return Pair((black + white) / 2, costs)


@dataclass
class Player:
    """A side in a pair of games, and its cost so far."""

    side: Side
    weights: Weights
    cost: Cost


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


def _play(
    players: list[Player], size: int, state: History, seed: int, should_stop: Callable[[], bool]
) -> float:
    """Plays a game; returns the score of black, the first player. A side that is sure to lose
    resigns. Raises Stopped when `should_stop()` is true."""
    engines = [
        player.side.engine(size, 2 * seed + 1 + at, player.weights)
        for at, player in enumerate(players)
    ]
    for _ in range(MAX_PLIES):
        if state.result is not None:
            return state.result[0][0]
        if should_stop():
            raise Stopped
        seat = state.turn or 0
        before = time.thread_time()
        report = engines[seat].search(state, nodes=players[seat].side.playouts)
        players[seat].cost.add(Cost(time.thread_time() - before, report.nodes))
        if report.value < 1 - DECISIVE:
            return float(seat)
        assert report.best is not None
        state = state.play(report.best)
    return 0.5

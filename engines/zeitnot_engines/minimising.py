"""Solves a small game with hidden information up to a goal, and records the exploitability."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from ._core import Game, GameTree, RegretMinimiser, Strategy

METHODS = ("cfr", "mccfr")
# By this factor the iterations grow between two measurements of the exploitability, each of which
# takes as long as an iteration; but at most this many seconds pass between two measurements.
STEP_GROWTH = 1.1
MAX_UNMEASURED_S = 0.1


@dataclass(frozen=True, slots=True)
class Goal:
    """When to stop: at the first of these limits that is reached; None: no limit."""

    iterations: int | None = None
    seconds: float | None = None
    exploitability: float | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """A measurement during the solution: iterations and seconds so far (including building the
    tree), and the exploitability in chips a hand."""

    iterations: int
    seconds: float
    exploitability: float


class Minimisation:
    """A game that is being solved; `tree`, `strategy` and `points` are the results so far."""

    def __init__(
        self,
        game: Game,
        method: str = "cfr",
        seed: int = 0,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._clock, self._started = clock, clock()
        self.tree = GameTree(game)
        self._solver = RegretMinimiser(self.tree, method, seed)
        self.strategy = Strategy.uniform(self.tree)
        self.points: list[Point] = []

    def run(self, goal: Goal) -> None:
        """Iterates until the goal is reached. After a KeyboardInterrupt the results so far
        remain."""
        while not self._reached(goal):
            self._solver.iterate(self._next_step(goal))
            self.strategy = self._solver.strategy()
            found = self.strategy.exploitability()
            self.points.append(Point(self._solver.iterations, self._seconds(), found))

    def _next_step(self, goal: Goal) -> int:
        done = self._solver.iterations
        steps = [max(1, int(done * (STEP_GROWTH - 1)))]
        if done:
            seconds = self._seconds()
            left = (
                MAX_UNMEASURED_S
                if goal.seconds is None
                else min(MAX_UNMEASURED_S, goal.seconds - seconds)
            )
            steps.append(max(1, int(left * done / seconds)))
        if goal.iterations is not None:
            steps.append(goal.iterations - done)
        return min(steps)

    def _reached(self, goal: Goal) -> bool:
        if not self.points:
            return False
        last = self.points[-1]
        return (
            (goal.iterations is not None and last.iterations >= goal.iterations)
            or (goal.seconds is not None and last.seconds >= goal.seconds)
            or (goal.exploitability is not None and last.exploitability <= goal.exploitability)
        )

    def _seconds(self) -> float:
        return self._clock() - self._started

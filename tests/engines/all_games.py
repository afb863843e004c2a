"""All games, the product's and the toy games, by the method that searches them.

A test of a method thus covers each game that meets its C++ concept, without a list of games.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from types import ModuleType
from typing import Any

from zeitnot_engines import _core
from zeitnot_engines.engine import Engine

from .rules import playout, settings_to_test, step
from .toy_games import toy_core

MAX_STEPS = 80
MAX_PATHS = 2500
"""Paths that a simple recursion in Python may walk for one position."""
MAX_DEPTH = 3
"""Deeper lines can come back to a position, which a search counts as drawn at once and the game
only at the third time; tests/engines/test_search_solved.py is about that."""


@dataclass(frozen=True)
class SearchedGame:
    """A game with its settings, the module that has it, and the method that searches it; None is
    the game's default method."""

    core: ModuleType
    game: Any
    method: str | None = None

    def __str__(self) -> str:
        values = (f"{name}={value}" for name, value in self.game.settings.items())
        return ",".join((self.game.name, *values))

    def engine(self, **options: Any) -> Any:
        if self.method is not None:
            options = {"method": self.method, **options}
        return make_engine(self.core, self.game, **options)

    def positions(self, count: int, seed: int) -> list[Any]:
        """Unfinished positions of random games, early and late."""
        rng, results = random.Random(f"{self}{seed}"), []
        while len(results) < count:
            state = self.game.start()
            for _ in range(rng.randrange(MAX_STEPS)):
                if state.result is None:
                    state = step(state, rng)
            if state.result is None:
                results.append(state)
        return results


def make_engine(core: ModuleType, game: Any, **options: Any) -> Any:
    """An engine; the product's games get the package's weights."""
    return (Engine if core is _core else core.Engine)(game, **options)


def games_for(method: str) -> Iterator[SearchedGame]:
    """The games that this method searches, with the combinations of their settings."""
    for core in (_core, toy_core()):
        for name in core.games():
            if method in core.methods_of(name):
                for settings in _settings(core, name):
                    yield SearchedGame(core, core.Game(name, settings), method)


def _settings(core: ModuleType, name: str) -> Iterator[Mapping[str, Any]]:
    if core is _core:
        yield from settings_to_test(name)
        return
    specs = core.settings_of(name)
    for values in product(*(spec.choices for spec in specs)):
        yield {s.name: v for s, v in zip(specs, values, strict=True)}


def solved_games() -> Iterator[tuple[SearchedGame, Any]]:
    """The games that are small enough to be solved completely, with their solutions."""
    for searched in games_for("alphabeta"):
        try:
            yield searched, searched.core.solve(searched.game, max_mb=16)
        except ValueError:
            continue


def depth_for(state: Any) -> int:
    """The depth that a simple recursion reaches within MAX_PATHS, at least one ply."""
    depth = 1
    while depth < MAX_DEPTH and state.perft(depth + 1) <= MAX_PATHS:
        depth += 1
    return depth


@cache
def counts_plies(core: ModuleType, name: str) -> bool:
    """Whether a win is valued by its distance in plies; if not, by its margin."""
    game = core.Game(name)
    for seed in range(1000):
        *states, end = playout(game, seed)
        if end.result[1] == "rules" and len(set(end.result[0])) > 1:
            before = states[-1]
            last = next(m for m in before.legal() if before.play(m) == end)
            report = make_engine(core, game).search(before, depth=1, searchmoves=[last])
            return report.distance is not None
    raise AssertionError(f"{name} is never won")

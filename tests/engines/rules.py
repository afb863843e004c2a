"""Every game with all its settings, each with its twin: a reference implementation in Python."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from zeitnot_engines.games import NAMES, Game, History, Value, load, random_throw, settings_of

from ..games.facts import facts_of
from ..games.twin import Twin


@dataclass(frozen=True)
class Pair:
    """A native game and its twin."""

    game: Game
    twin: Twin

    def __str__(self) -> str:
        values = (f"{k}={v}" for k, v in self.game.settings.items())
        return ",".join((self.game.name, *values))


def settings_to_test(name: str) -> Iterator[Mapping[str, Value]]:
    """All combinations of the game's settings, or those in its facts."""
    if (chosen := facts_of(name).settings) is not None:
        yield from chosen
        return
    specs = settings_of(name)
    for values in product(*(spec.choices for spec in specs)):
        yield {spec.name: value for spec, value in zip(specs, values, strict=True)}


PAIRS = [
    Pair(load(name, settings), facts_of(name).twin(**settings))
    for name in NAMES
    for settings in settings_to_test(name)
]


def any_throw(state: History, rng: random.Random) -> tuple[int, ...]:
    """A random outcome of the due throw, each being equally likely."""
    outcomes = state.outcomes()
    return rng.choice(outcomes)[0] if outcomes else random_throw(state, rng)[0]


def step(state: History, rng: random.Random) -> History:
    """A random move or throw. The state must not be at its end."""
    if state.due is not None:
        return state.throw(any_throw(state, rng))
    return state.play(rng.choice(state.legal()))


def playout(game: Game, seed: int) -> list[History]:
    """A random game from start to end."""
    rng, states = random.Random(seed), [game.start()]
    while states[-1].result is None:
        states.append(step(states[-1], rng))
    return states

"""The games by name: the interface to the native core for all other packages.

A `Game` has fixed settings; a `History` is an immutable state of it. Both are C++ objects, can be
shared between threads, and are compared by value.
"""

import math
import random
import re
from collections.abc import Mapping
from functools import lru_cache

from ._core import (
    Game,
    History,
    IllegalMove,
    OwnershipEstimate,
    Setting,
    estimate_ownership,
    settings_of,
)
from ._core import methods_for_any_seat as _core_methods_for_any_seat
from ._core import methods_of as _core_methods_of
from .laboratory import textbook_names
from .manifest import MANIFESTS

__all__ = [
    "MANIFESTS",
    "NAMES",
    "Game",
    "History",
    "IllegalMove",
    "OwnershipEstimate",
    "Setting",
    "Value",
    "estimate_ownership",
    "load",
    "methods_for_any_seat",
    "methods_of",
    "random_start",
    "random_throw",
    "settings_of",
]

Value = str | int | bool

NAMES: tuple[str, ...] = tuple(MANIFESTS)
"""The ids of all games, in the order in which lists show them."""


def methods_of(name: str) -> list[str]:
    """The methods that search a game, the usual one first, the textbook ones last; none if no
    engine plays it. Raises ValueError for an unknown game."""
    return [*_core_methods_of(name), *textbook_names(name)]


def methods_for_any_seat(name: str) -> list[str]:
    """Those of `methods_of` that can search a position for a seat that is not to move, with its
    view: all if nothing is hidden. Raises ValueError for an unknown game."""
    return [*_core_methods_for_any_seat(name), *textbook_names(name)]


def load(name: str, settings: Mapping[str, Value] | None = None) -> Game:
    """The game with these settings, and defaults for all others.

    Numbers may be given as text, because queries and command lines have only text. Raises
    ValueError with a sentence for an unknown game or setting, or a bad value.
    """
    values = settings or {}
    specs = {setting.name: setting for setting in settings_of(name)}
    converted = {key: _converted(specs.get(key), value) for key, value in values.items()}
    return _load(name, frozenset(converted.items()))


def _converted(setting: Setting | None, value: Value) -> Value:
    """The value, converted to a number if the setting is numeric. The core refuses bad values."""
    numeric = setting is not None and isinstance(setting.default, int)
    if numeric and isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value):
        return int(value)
    return value


@lru_cache(maxsize=256)
def _load(name: str, settings: frozenset[tuple[str, Value]]) -> Game:
    return Game(name, dict(settings))


def random_start(game: Game, rng: random.Random) -> tuple[History, tuple[int, ...] | None]:
    """A start of the game, and the values of the throw that has drawn it, if it is drawn."""
    if game.start_throw is None:
        return game.start(), None
    values = tuple(rng.randint(1, faces) for faces in game.start_throw[1])
    return game.drawn_start(values), values


def random_throw(state: History, rng: random.Random) -> tuple[tuple[int, ...], float]:
    """Random values of the throw that is due, and their probability. Precondition: one is due."""
    outcomes = state.outcomes()
    if outcomes:
        return rng.choices(outcomes, [probability for _, probability in outcomes])[0]
    if state.due is None:
        raise AssertionError("no throw is due")
    kind, sizes = state.due  # there are too many outcomes to list, all equally likely
    if kind == "dice":
        return tuple(rng.randint(1, faces) for faces in sizes), 1 / math.prod(sizes)
    return tuple(rng.sample(range(sizes[0]), sizes[0])), 1 / math.factorial(sizes[0])

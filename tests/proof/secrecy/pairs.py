"""Pairs of games that differ only in what one viewer may not know.

A game is a list of events: moves, and throws of dice or cards with all their values. For each game
with hidden information, `tests/games/<game>/secrecy.py` has the `SETTINGS` to test, the function
`other_game`, which changes the hidden cards or moves of a game, and `VIEWERS`, if some seats see
everything.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Literal

from zeitnot_engines.games import NAMES, History, Value, load

Event = tuple[Literal["throw"], tuple[int, ...]] | tuple[Literal["move"], str]
Settings = Mapping[str, Value]
OtherGame = Callable[[Sequence[Event], int | None, Settings, random.Random], Sequence[Event] | None]
HIDING_GAMES = tuple(name for name in NAMES if load(name).hides)
MAX_TRIES = 1_000


@dataclass(frozen=True)
class Pair:
    """Two games that `viewer`, a seat or a spectator (None), must not be able to distinguish."""

    game: str
    settings: Settings
    viewer: int | None
    one: Sequence[Event]
    other: Sequence[Event]


def after(history: History, event: Event) -> History:
    """The history with one more event."""
    return history.throw(event[1]) if event[0] == "throw" else history.play(event[1])


def random_game(game: str, settings: Settings, rng: random.Random) -> list[Event]:
    """A random game up to a random point at which a move is due."""
    history, events, move_indices = load(game, settings).start(), list[Event](), list[int]()
    while history.result is None:
        event = _random_event(history, rng)
        if event[0] == "move":
            move_indices.append(len(events))
        events.append(event)
        history = after(history, event)
    return events[: rng.choice(move_indices)]


def pairs(game: str, number: int, seed: int) -> Iterator[Pair]:
    """Yields `number` pairs of a game, which cycle through settings and viewers. Each ends at a
    random move."""
    module = import_module(f"tests.games.{game}.secrecy")
    other_game: OtherGame = module.other_game
    rng = random.Random(seed)
    cases = [
        (settings, viewer)
        for settings in module.SETTINGS
        for viewer in getattr(module, "VIEWERS", (*range(load(game, settings).seats), None))
    ]
    for i in range(number):
        settings, viewer = cases[i % len(cases)]
        yield _pair(game, settings, viewer, other_game, rng)


def _pair(
    game: str, settings: Settings, viewer: int | None, other_game: OtherGame, rng: random.Random
) -> Pair:
    for _ in range(MAX_TRIES):
        one = random_game(game, settings, rng)
        other = other_game(one, viewer, settings, rng)
        if other is not None:
            assert len(other) == len(one)
            assert other != one
            return Pair(game, settings, viewer, one, other)
    raise AssertionError(
        f"{game}: found no game that viewer {viewer} cannot distinguish from another"
    )


def _random_event(history: History, rng: random.Random) -> Event:
    if history.due is None:
        return "move", rng.choice(history.legal())
    kind, sizes = history.due
    if kind == "shuffle":
        return "throw", tuple(rng.sample(range(sizes[0]), sizes[0]))
    return "throw", tuple(rng.randint(1, sides) for sides in sizes)

"""What `FACTS` in `<game>/facts.py` holds: a game's data for the tests that run on every game."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from zeitnot_engines.games import NAMES, History, Value, load

from .twin import Twin

FOLDER = Path(__file__).parent
VALUES: dict[str, Any] = json.loads(
    (FOLDER.parent / "data/values.json").read_text(encoding="utf-8")
)
"""Published counts and values, with their sources."""


@dataclass(frozen=True)
class Count:
    """The number of paths of 1, 2, … plies from a position, or from the start if it is None."""

    nodes: Sequence[int]
    position: str | None = None
    settings: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Facts:
    """The data of one game.

    `twin`: makes its twin from the settings. `twin_games`: how many random games are compared; few
    if they are long.
    `settings`: the combinations of settings in random games, where all of them are too many.
    `max_plies`: where comparisons with the twin and golden playthroughs stop; None: at the end.
    `playthroughs`: the settings and the seed of the golden playthroughs, by their names. The first
    is kept as text.
    `unit`, `draws`: what a search counts in, and whether a draw may be offered.
    `first_control`: the kind of the time control that is suggested.
    `keys`: the key of the start by settings. Books store keys: these may change only together with
    `version`.
    `distinct`: gives the part of a position's text on which its key depends.
    `checks_by_night`: the arguments of its `checks.cpp` in nightly runs.
    `fuzz_rounds`: how many random inputs its rules get; few where one takes milliseconds.
    `superko`: whether legal moves depend on the past, which the text does not tell.
    `counts`: published perft numbers. `refused`: invalid positions, each with a part of the error.
    """

    twin: Callable[..., Twin]
    twin_games: int = 40
    settings: Sequence[Mapping[str, Value]] | None = None
    max_plies: int | None = None
    playthroughs: Mapping[str, tuple[Mapping[str, Value], int]]
    unit: str
    draws: bool = True
    first_control: str = "fischer"
    keys: Sequence[tuple[Mapping[str, Value], int]]
    distinct: Callable[[str], str] = str
    checks_by_night: Sequence[str] = ()
    fuzz_rounds: int = 1000
    superko: bool = False
    counts: Sequence[Count] = ()
    refused: Sequence[tuple[str, str]] = ()


def without_counters(text: str) -> str:
    """A FEN without the counts of plies and moves, which are no part of the key."""
    return " ".join(text.split()[:4])


def facts_of(game: str) -> Facts:
    """The data of this game. Raises ModuleNotFoundError."""
    facts = import_module(f".{game}.facts", __package__).FACTS
    assert isinstance(facts, Facts)
    return facts


def published_counts() -> Iterator[tuple[History, Sequence[int]]]:
    """The published positions of all games, with the number of paths of 1, 2, … plies."""
    for name in NAMES:
        for count in facts_of(name).counts:
            game = load(name, count.settings)
            start = game.start() if count.position is None else game.parse(count.position)
            yield start, count.nodes

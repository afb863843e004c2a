"""Whist for tests/proof/secrecy: another deal that looks the same to one viewer. The viewer's cards
and all cards played stay, and the play stays legal."""

import random
from collections.abc import Sequence

from zeitnot_engines.games import Game, History, load

from .twin import PACK

SETTINGS: list[dict[str, str | int]] = [
    {},
    {"cards": 7, "trump": "hearts"},
    {"seats": 4},
    {"cards": 13, "seats": 4, "trump": "spades"},
]
MAX_TRIES = 200

Event = tuple[str, object]


def other_game(
    events: Sequence[Event],
    viewer: int | None,
    settings: dict[str, str | int],
    rng: random.Random,
) -> list[Event] | None:
    """The same cards played from another deal: two to five unplayed cards outside the viewer's hand
    change places. None if no random try finds such a deal."""
    game = load("whist", settings)
    kind, values = events[0]
    if kind != "throw" or not isinstance(values, tuple):
        raise AssertionError("a game begins with its deal")
    moves = [str(move) for kind, move in events[1:]]
    for _ in range(MAX_TRIES):
        deal = _exchanged(game, values, moves, viewer, rng)
        if deal is not None and _is_legal(game, deal, moves):
            return [("throw", deal), *events[1:]]
    return None


def _exchanged(
    game: Game,
    deal: tuple[int, ...],
    moves: Sequence[str],
    viewer: int | None,
    rng: random.Random,
) -> tuple[int, ...] | None:
    """The deal with some hidden cards exchanged; None if no dealt card changes."""
    cards = int(game.settings["cards"])
    hidden = [
        place
        for place, value in enumerate(deal)
        if PACK[value] not in moves and (viewer is None or place // cards != viewer)
    ]
    chosen = rng.sample(hidden, min(len(hidden), rng.choice((2, 3, 5))))
    rotated = [*chosen[1:], *chosen[:1]]
    other = list(deal)
    for place, taken_from in zip(chosen, rotated, strict=True):
        other[place] = deal[taken_from]
    dealt = cards * game.seats
    return tuple(other) if tuple(other[:dealt]) != deal[:dealt] else None


def _is_legal(game: Game, deal: tuple[int, ...], moves: Sequence[str]) -> bool:
    state: History = game.start().throw(deal)
    for move in moves:
        if move not in state.legal():
            return False
        state = state.play(move)
    return True

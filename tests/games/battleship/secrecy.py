"""Battleship for tests/proof/secrecy: another game that looks the same to one viewer."""

import random
from collections.abc import Sequence
from functools import reduce

from tests.proof.secrecy.pairs import Event, Settings
from zeitnot_engines.games import load

from .twin import CELLS, LENGTHS, Battleship, Moves

SETTINGS: list[Settings] = [{}, {"touching": "no"}]


def other_game(
    events: Sequence[Event], viewer: int | None, settings: Settings, rng: random.Random
) -> list[Event] | None:
    """The same shots and answers, with fleets hidden from the viewer laid out differently."""
    twin = Battleship(**settings)
    played = reduce(twin.play, (str(move) for _, move in events), Moves())
    if len(events) <= 10:
        found = _other_set_up(twin, played, viewer, rng)
    else:
        view = twin.view(played, viewer)
        waters = load(twin.name, settings).sample(view, rng.getrandbits(63)).text
        fleets = [*_fleet(waters[:100]), *_fleet(waters[101:201])]
        found = [*fleets, *played.moves[10:]]
    other: list[Event] = [("move", move) for move in found]
    return None if other == list(events) else other


def _other_set_up(
    twin: Battleship, played: Moves, viewer: int | None, rng: random.Random
) -> list[str]:
    """The same set-up, but with random ships wherever the viewer does not see them."""
    state = Moves()
    for number, move in enumerate(played.moves):
        is_visible = viewer is not None and number // 5 == viewer
        state = twin.play(state, move if is_visible else rng.choice(twin.legal(state)))
    return list(state.moves)


def _fleet(waters: str) -> list[str]:
    """The moves that lay out the ships of these waters."""
    lowered = waters.lower()
    moves = []
    for sign, length in zip("abcde", LENGTHS, strict=True):
        first = lowered.index(sign)
        direction = "v" if lowered[first + 10 : first + 11] == sign else "h"
        moves.append(f"{CELLS[first]}{direction}{length}")
    return moves

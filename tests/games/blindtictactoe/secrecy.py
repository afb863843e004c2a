"""Blind tic-tac-toe for tests/proof/secrecy: another game that looks the same to one viewer."""

import random
from collections.abc import Sequence
from functools import reduce

from tests.proof.secrecy.pairs import Event, Settings
from zeitnot_engines.games import load

from .twin import BlindTicTacToe, Tries

SETTINGS: list[Settings] = [{}]


def other_game(
    events: Sequence[Event], viewer: int | None, settings: Settings, rng: random.Random
) -> list[Event] | None:
    """A game with the same visible tries and refusals, whose hidden tries name other cells."""
    twin = BlindTicTacToe()
    played = reduce(twin.play, (str(move) for _, move in events), Tries())
    other = load(twin.name).sample(twin.view(played, viewer), rng.getrandbits(63))
    moves = other.text.replace("!", "").replace("-", "")
    found: list[Event] = [("move", moves[at : at + 2]) for at in range(0, len(moves), 2)]
    return None if found == list(events) else found

"""Limit hold'em for tests/proof/secrecy: the same game with other hidden cards."""

import random
from collections.abc import Sequence

from tests.proof.secrecy.pairs import Event, Settings

from ..poker import Pack, redealt

SETTINGS: list[Settings] = [{"hands": 4}]
PACK = Pack(cards=52, hole=2, board=(3, 1, 1))


def other_game(
    events: Sequence[Event],
    viewer: int | None,
    settings: Settings,
    rng: random.Random,
) -> list[Event] | None:
    """The same game with other hidden cards; None if no other deal is possible."""
    return redealt("holdem", PACK, events, viewer, settings, rng)

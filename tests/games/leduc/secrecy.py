"""Leduc hold'em for tests/proof/secrecy: the same game with other hidden cards."""

import random
from collections.abc import Sequence

from tests.proof.secrecy.pairs import Event, Settings

from ..poker import Pack, redealt

SETTINGS: list[Settings] = [{"hands": 4}, {"hands": 4, "bets": "nolimit"}]
PACK = Pack(cards=6, hole=1, board=(1,))


def other_game(
    events: Sequence[Event],
    viewer: int | None,
    settings: Settings,
    rng: random.Random,
) -> list[Event] | None:
    """The same game with other hidden cards; None if no other deal is possible."""
    return redealt("leduc", PACK, events, viewer, settings, rng)

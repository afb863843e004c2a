"""The secrets of Leduc hold'em, for the tests that no message reveals them."""

import random
from collections.abc import Sequence

from tests.proof.secrecy.pairs import Event, Settings

from ..poker import Pack, dealt_otherwise

SETTINGS: list[Settings] = [{"hands": 4}, {"hands": 4, "bets": "nolimit"}]
PACK = Pack(cards=6, own=1, board=(1,))


def other_game(
    events: Sequence[Event],
    viewer: int | None,
    settings: Settings,
    rng: random.Random,
) -> list[Event] | None:
    """The same game with hidden cards dealt otherwise; None if there is none."""
    return dealt_otherwise("leduc", PACK, events, viewer, settings, rng)

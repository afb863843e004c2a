"""The secrets of limit hold'em, for the tests that no message reveals them."""

import random
from collections.abc import Sequence

from tests.proof.secrecy.pairs import Event, Settings

from ..poker import Pack, dealt_otherwise

SETTINGS: list[Settings] = [{"hands": 4}]
PACK = Pack(cards=52, own=2, board=(3, 1, 1))


def other_game(
    events: Sequence[Event],
    viewer: int | None,
    settings: Settings,
    rng: random.Random,
) -> list[Event] | None:
    """The same game with hidden cards dealt otherwise; None if there is none."""
    return dealt_otherwise("holdem", PACK, events, viewer, settings, rng)

"""The secrets of Kuhn poker, for the tests that no message reveals them."""

import random
from collections.abc import Mapping, Sequence

from zeitnot_engines.games import Value

from ..poker import Event, Pack, dealt_otherwise

SETTINGS: list[dict[str, Value]] = [{"hands": 4}]
PACK = Pack(cards=3, own=1)


def other_game(
    events: Sequence[Event],
    viewer: int | None,
    settings: Mapping[str, Value],
    rng: random.Random,
) -> list[Event] | None:
    """The same game with hidden cards dealt otherwise; None if there is none."""
    return dealt_otherwise("kuhn", PACK, events, viewer, settings, rng)

"""Kuhn poker for tests/proof/secrecy: the same game with other hidden cards."""

import random
from collections.abc import Mapping, Sequence

from zeitnot_engines.games import Value

from ..poker import Event, Pack, redealt

SETTINGS: list[dict[str, Value]] = [{"hands": 4}]
PACK = Pack(cards=3, hole=1)


def other_game(
    events: Sequence[Event],
    viewer: int | None,
    settings: Mapping[str, Value],
    rng: random.Random,
) -> list[Event] | None:
    """The same game with other hidden cards; None if no other deal is possible."""
    return redealt("kuhn", PACK, events, viewer, settings, rng)

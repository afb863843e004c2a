"""Pairs of plays of a tree for tests/proof/secrecy: the coin that one seat does not see."""

import random
from collections.abc import Sequence

from tests.proof.secrecy.pairs import Event, Settings

SETTINGS: list[Settings] = [{"lesson": "signal"}]
VIEWERS = (1, None)


def other_game(
    events: Sequence[Event], viewer: int | None, settings: Settings, rng: random.Random
) -> list[Event] | None:
    """The coin on its other side; what is said of it stays."""
    (kind, coin), *moves = events
    assert kind == "throw"
    assert viewer != 0
    return [("throw", (3 - coin[0],)), *moves]

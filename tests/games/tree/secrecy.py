"""Game trees for tests/proof/secrecy: the same play with the hidden coin on its other side."""

import random
from collections.abc import Sequence

from tests.proof.secrecy.pairs import Event, Settings

SETTINGS: list[Settings] = [{"lesson": "signal"}]
VIEWERS = (1, None)


def other_game(
    events: Sequence[Event], viewer: int | None, settings: Settings, rng: random.Random
) -> list[Event] | None:
    """The same moves after the opposite coin flip."""
    (kind, coin), *moves = events
    assert kind == "throw"
    assert viewer != 0
    return [("throw", (3 - coin[0],)), *moves]

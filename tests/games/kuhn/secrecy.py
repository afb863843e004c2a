"""Pairs of sessions of Kuhn poker for tests/proof/secrecy: the hidden cards dealt otherwise."""

import random
from collections.abc import Sequence
from itertools import permutations

from tests.proof.secrecy.pairs import Event, Settings

SETTINGS: list[Settings] = [{"hands": 4}]
DEALS = tuple(permutations(range(3)))


def other_game(
    events: Sequence[Event], viewer: int | None, settings: Settings, chance: random.Random
) -> list[Event] | None:
    """Each folded hand, and the one that is played, with another deal in which the viewer holds the
    same card; hands that were shown stay."""
    hands = [list[Event]()]
    for event in events:
        if event[0] == "throw":
            hands.append([])
        hands[-1].append(event)
    others = [_dealt_otherwise(hand, viewer, chance) for hand in hands if hand]
    other = [event for hand in others for event in hand]
    return None if other == list(events) else other


def _dealt_otherwise(
    hand: Sequence[Event], viewer: int | None, chance: random.Random
) -> Sequence[Event]:
    (_, deal), *moves = hand
    is_over = len(moves) > 1 and moves[-1][1] != "bet"
    if is_over and moves[-1][1] != "fold":
        return hand
    own = [d for d in DEALS if viewer is None or d[viewer] == deal[viewer]]
    return [("throw", chance.choice(own)), *moves]

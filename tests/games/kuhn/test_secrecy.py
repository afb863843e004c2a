"""Hidden cards leave no trace: two games with the same commitment, id and clock that differ only in
cards which a viewer does not see produce the same frames for it, byte for byte."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest

import zeitnot_protocol as p
from zeitnot_server.play.native import rules_for
from zeitnot_server.rooms import dice
from zeitnot_server.rooms.view import turn, view, with_room_after

from ...rooms.rig import Rig

PAIRS = 1_000
HANDS = 4
FOLDED = (("bet", "fold"), ("check", "bet", "fold"))
SHOWN = (("check", "check"), ("bet", "call"), ("check", "bet", "call"))
Deals = Sequence[tuple[int, ...]]
VIEWERS = (0, 1, None)


def play_hands(
    deals: Deals, hands: Sequence[Sequence[str]], monkeypatch: pytest.MonkeyPatch
) -> Rig:
    """The session with these deals, up to its last move but one."""
    remaining_deals = iter(deals)
    monkeypatch.setattr(dice.ThrowInputs, "throw", lambda self, k, due: next(remaining_deals))
    rig = Rig(rules_for("kuhn", {"hands": HANDS})).start()
    moves = [move for hand in hands for move in hand]
    for move in moves[:-1]:
        rig.move(move, after=1_000)
    return rig


def frames_for(rig: Rig, viewer: int | None) -> list[str]:
    """Every frame that goes out to this viewer."""
    frames, before = [], rig.new
    for entries, after in rig.steps:
        frames += [
            p.encode(view(event, then, viewer))
            for event, then in with_room_after(before, entries, after)
        ]
        if legal := turn(after, viewer):
            frames.append(p.encode(legal))
        before = after
    return frames


def other_deals(deal: tuple[int, ...], viewer: int | None) -> list[tuple[int, ...]]:
    """Other deals in which this viewer holds the same card."""
    same = (
        each for each in permutations(range(3)) if viewer is None or each[viewer] == deal[viewer]
    )
    return [each for each in same if each != deal]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_folded_hand_shows_nobody_a_byte(
    viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(7)
    deals = list(permutations(range(3)))
    for _ in range(PAIRS // len(VIEWERS) + 1):
        hands = [chance.choice(FOLDED) for _ in range(HANDS)]
        first_deals = [chance.choice(deals) for _ in range(HANDS)]
        second_deals = [chance.choice(other_deals(deal, viewer)) for deal in first_deals]
        first, second = (
            play_hands(first_deals, hands, monkeypatch),
            play_hands(second_deals, hands, monkeypatch),
        )
        assert frames_for(first, viewer) == frames_for(second, viewer)
        assert first.log != second.log, "the log has all cards"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_comparison_detects_visible_cards(
    viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards that are shown, and one's own, do make a difference."""
    shown = [SHOWN[0], *FOLDED, FOLDED[0]]
    one, other = [(0, 1, 2)] * HANDS, [(2, 1, 0), *[(0, 1, 2)] * (HANDS - 1)]
    first, second = play_hands(one, shown, monkeypatch), play_hands(other, shown, monkeypatch)
    assert frames_for(first, viewer) != frames_for(second, viewer)

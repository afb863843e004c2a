"""What is hidden leaves no trace: pairs of games that differ only in cards which a viewer does not
see, behind one commitment, id and clock, are the same to it byte for byte."""

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


def frames(deals: Deals, said: Sequence[Sequence[str]], monkeypatch: pytest.MonkeyPatch) -> Rig:
    """The session with these deals, up to its last move but one."""
    left = iter(deals)
    monkeypatch.setattr(dice.ThrowInputs, "throw", lambda self, k, due: next(left))
    rig = Rig(rules_for("kuhn", {"hands": HANDS})).start()
    moves = [move for hand in said for move in hand]
    for move in moves[:-1]:
        rig.move(move, after=1_000)
    return rig


def seen(rig: Rig, viewer: int | None) -> list[str]:
    """Every frame that goes out to this viewer."""
    told, before = [], rig.new
    for entries, after in rig.steps:
        told += [
            p.encode(view(event, then, viewer))
            for event, then in with_room_after(before, entries, after)
        ]
        if legal := turn(after, viewer):
            told.append(p.encode(legal))
        before = after
    return told


def alike(deal: tuple[int, ...], viewer: int | None) -> list[tuple[int, ...]]:
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
        said = [chance.choice(FOLDED) for _ in range(HANDS)]
        one = [chance.choice(deals) for _ in range(HANDS)]
        other = [chance.choice(alike(deal, viewer)) for deal in one]
        first, second = frames(one, said, monkeypatch), frames(other, said, monkeypatch)
        assert seen(first, viewer) == seen(second, viewer)
        assert first.log != second.log, "the log has it all"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_comparison_can_see(viewer: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that are shown, and one's own, do make a difference."""
    shown = [SHOWN[0], *FOLDED, FOLDED[0]]
    one, other = [(0, 1, 2)] * HANDS, [(2, 1, 0), *[(0, 1, 2)] * (HANDS - 1)]
    first, second = frames(one, shown, monkeypatch), frames(other, shown, monkeypatch)
    assert seen(first, viewer) != seen(second, viewer)

"""A game without a clock whose opponent does not move can be claimed or aborted."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.absence import CLAIM_MS
from zeitnot_server.verify import verify

from .games import Deal, Duel
from .rig import Rig

UNLIMITED = p.Control(kind="unlimited")


def new_rig(control: p.Control = UNLIMITED, moves: int = 2) -> Rig:
    game = Rig(Duel(rounds=3), control).start()
    for _ in range(moves):
        game.move("high", after=1_000)
    return game


def test_the_opponents_may_claim_after_three_days() -> None:
    rig = new_rig()
    early = rig.do(1, p.Claim, after=CLAIM_MS - 1)
    assert early.refusal
    assert early.refusal.code == "too_early"
    rig.do(1, p.Claim, after=1)
    assert (rig.end.reason, rig.end.scores) == ("abandoned", [0.0, 1.0])
    verify(rig.export(), lambda game, settings: rig.rules)


def test_the_opponents_may_abort_instead() -> None:
    rig = new_rig()
    early = rig.do(1, p.Abort, after=CLAIM_MS - 1)
    assert early.refusal
    assert early.refusal.code == "too_late"
    rig.do(1, p.Abort, after=1)
    assert (rig.end.reason, rig.end.scores) == ("aborted", None)
    verify(rig.export(), lambda game, settings: rig.rules)


@pytest.mark.parametrize("kind", [p.Claim, p.Abort])
def test_the_mover_may_neither_claim_nor_abort(kind: type[p.Message]) -> None:
    rig = new_rig()
    assert rig.do(0, kind, after=2 * CLAIM_MS).refusal


@pytest.mark.parametrize("kind", [p.Claim, p.Abort])
def test_a_move_or_takeback_restarts_the_three_days(kind: type[p.Message]) -> None:
    rig = new_rig()
    rig.move("low", after=CLAIM_MS)
    assert rig.do(0, kind, after=CLAIM_MS - 1).refusal
    rig.do(0, p.Takeback, action="ask")
    rig.do(1, p.Takeback, action="accept")
    assert rig.room.turn == 0
    assert rig.do(1, kind, after=CLAIM_MS - 1).refusal
    assert rig.do(1, kind, after=1).entries


def test_an_adjournment_restarts_the_three_days_but_an_outage_does_not() -> None:
    rig = new_rig()
    rig.do(0, p.Adjourn, action="offer")
    rig.do(1, p.Adjourn, action="accept")
    for seat in (0, 1):
        rig.do(seat, p.ResumeWish, after=CLAIM_MS)
    assert rig.do(1, p.Claim).refusal
    rig.ms += CLAIM_MS
    rig.pause()
    rig.ms = 20 * CLAIM_MS
    rig.resume()
    assert rig.do(1, p.Claim).entries


@pytest.mark.parametrize(
    "control",
    [
        p.Control(kind="unlimited", move_limit_ms=10 * CLAIM_MS),
        p.Control(kind="correspondence", days=30),
        p.Control(kind="sudden_death", base_ms=10 * CLAIM_MS),
    ],
)
def test_a_game_with_a_clock_cannot_be_claimed(control: p.Control) -> None:
    rig = new_rig(control)
    refused = rig.do(1, p.Claim, after=2 * CLAIM_MS)
    assert refused.refusal
    assert refused.refusal.code == "too_early"


def test_a_game_is_aborted_not_claimed_before_the_first_turns() -> None:
    rig = new_rig(moves=1)
    assert rig.do(0, p.Claim, after=2 * CLAIM_MS).refusal
    rig.do(0, p.Abort)
    assert rig.end.scores is None


def test_the_two_waiting_seats_share_the_point() -> None:
    rig = Rig(Deal(), UNLIMITED).start()
    for _ in range(3):
        if rig.room.turn is not None:
            rig.move("keep", after=1_000)
    if rig.room.finished is None:
        turn = rig.room.turn
        rig.do(((turn or 0) + 1) % 3, p.Claim, after=CLAIM_MS)
        assert rig.end.scores is not None
        assert rig.end.scores[turn or 0] == 0.0

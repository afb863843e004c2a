"""A game without a clock whose opponent does not move: claimed, or aborted."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.claims import CLAIM_MS
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
    on = new_rig()
    early = on.do(1, p.Claim, after=CLAIM_MS - 1)
    assert early.refusal
    assert early.refusal.code == "too_early"
    on.do(1, p.Claim, after=1)
    assert (on.end.reason, on.end.scores) == ("abandoned", [0.0, 1.0])
    verify(on.export(), lambda game, settings: on.rules)


def test_the_opponents_may_abort_instead() -> None:
    on = new_rig()
    early = on.do(1, p.Abort, after=CLAIM_MS - 1)
    assert early.refusal
    assert early.refusal.code == "too_late"
    on.do(1, p.Abort, after=1)
    assert (on.end.reason, on.end.scores) == ("aborted", None)
    verify(on.export(), lambda game, settings: on.rules)


@pytest.mark.parametrize("kind", [p.Claim, p.Abort])
def test_the_mover_may_neither_claim_nor_abort(kind: type[p.Message]) -> None:
    on = new_rig()
    assert on.do(0, kind, after=2 * CLAIM_MS).refusal


@pytest.mark.parametrize("kind", [p.Claim, p.Abort])
def test_a_move_or_takeback_restarts_the_three_days(kind: type[p.Message]) -> None:
    on = new_rig()
    on.move("low", after=CLAIM_MS)
    assert on.do(0, kind, after=CLAIM_MS - 1).refusal
    on.do(0, p.Takeback, action="ask")
    on.do(1, p.Takeback, action="accept")
    assert on.room.turn == 0
    assert on.do(1, kind, after=CLAIM_MS - 1).refusal
    assert on.do(1, kind, after=1).entries


def test_an_adjournment_restarts_them_and_an_outage_does_not() -> None:
    on = new_rig()
    on.do(0, p.Adjourn, action="offer")
    on.do(1, p.Adjourn, action="accept")
    for seat in (0, 1):
        on.do(seat, p.ResumeWish, after=CLAIM_MS)
    assert on.do(1, p.Claim).refusal
    on.ms += CLAIM_MS
    on.pause()
    on.ms = 20 * CLAIM_MS
    on.resume()
    assert on.do(1, p.Claim).entries


@pytest.mark.parametrize(
    "control",
    [
        p.Control(kind="unlimited", move_limit_ms=10 * CLAIM_MS),
        p.Control(kind="correspondence", days=30),
        p.Control(kind="sudden_death", base_ms=10 * CLAIM_MS),
    ],
)
def test_no_claim_where_a_clock_decides(control: p.Control) -> None:
    on = new_rig(control)
    refused = on.do(1, p.Claim, after=2 * CLAIM_MS)
    assert refused.refusal
    assert refused.refusal.code == "too_early"


def test_before_the_first_turns_the_game_is_aborted() -> None:
    on = new_rig(moves=1)
    assert on.do(0, p.Claim, after=2 * CLAIM_MS).refusal
    on.do(0, p.Abort)
    assert on.end.scores is None


def test_of_three_seats_the_two_waiting_share_the_point() -> None:
    on = Rig(Deal(), UNLIMITED).start()
    for _ in range(3):
        if on.room.turn is not None:
            on.move("keep", after=1_000)
    if on.room.finished is None:
        turn = on.room.turn
        on.do(((turn or 0) + 1) % 3, p.Claim, after=CLAIM_MS)
        assert on.end.scores is not None
        assert on.end.scores[turn or 0] == 0.0

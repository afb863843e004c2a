"""Games that the players end by a draw, by resigning or by aborting."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Phase

from .games import Deal, Duel, Race
from .refusals import code
from .rig import SEED, Rig

# ── draws ──────────────────────────────────────────────────────────────────────────────────────


def test_an_offer_is_accepted() -> None:
    rig = Rig(Duel(rounds=3)).start()
    rig.do(0, p.Draw, action="offer")
    assert rig.room.offers["draw"].seat == 0
    rig.do(1, p.Draw, action="accept")
    assert (rig.end.reason, rig.end.scores) == ("agreed", [0.5, 0.5])


def test_two_offers_are_an_agreement() -> None:
    rig = Rig(Duel(rounds=3)).start()
    rig.do(0, p.Draw, action="offer")
    rig.do(1, p.Draw, action="offer")
    assert (rig.end.reason, rig.end.scores) == ("agreed", [0.5, 0.5])


def test_an_offer_is_declined() -> None:
    rig = Rig(Duel(rounds=3)).start()
    rig.do(1, p.Draw, action="offer")
    result = rig.do(0, p.Draw, action="decline")
    assert isinstance(result.entries[0].event, p.Answered)
    assert not result.entries[0].event.accept
    assert "draw" not in rig.room.offers
    assert code(rig.do(0, p.Draw, action="accept")) == "no_offer"


def test_an_offer_outlasts_the_offerers_move_and_ends_with_the_opponents() -> None:
    rig = Rig(Duel(rounds=3)).start()
    rig.do(0, p.Draw, action="offer")
    rig.move("high")
    assert rig.room.offers["draw"].seat == 0
    rig.move("high")
    assert "draw" not in rig.room.offers


@pytest.mark.parametrize("action", ["accept", "decline"])
def test_a_player_cannot_accept_its_own_offer(action: str) -> None:
    rig = Rig(Duel(rounds=3)).start()
    assert code(rig.do(0, p.Draw, action=action)) == "no_offer"
    rig.do(0, p.Draw, action="offer")
    assert code(rig.do(0, p.Draw, action=action)) == "no_offer"
    assert code(rig.do(0, p.Draw, action="offer")) == "offered_already"


def test_a_game_without_draws_has_no_offers() -> None:
    assert code(Rig(Race()).start().do(0, p.Draw, action="offer")) == "no_draws"


def test_two_of_three_seats_cannot_agree_to_a_draw() -> None:
    class DrawnDeal(Deal):
        draws = True

    rig = Rig(DrawnDeal()).start()
    assert code(rig.do(0, p.Draw, action="offer")) is None
    assert code(rig.do(1, p.Draw, action="accept")) is None
    assert code(rig.do(1, p.Draw, action="accept")) == "agreed_already"
    assert rig.room.phase is Phase.RUNNING
    rig.do(2, p.Draw, action="accept")
    assert (rig.end.reason, rig.end.scores) == ("agreed", [1 / 3, 1 / 3, 1 / 3])


# ── resigning and aborting ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("who", [0, 1])
def test_resigning_loses_on_either_turn(who: int) -> None:
    rig = Rig(Duel(rounds=3)).start()
    rig.do(who, p.Resign, after=300)
    assert rig.end.scores == [float(who == 1), float(who == 0)]
    assert (rig.end.reason, rig.end.clock.remaining_ms) == ("resign", [59_700, 60_000])


def test_aborting_is_allowed_until_all_seats_have_moved() -> None:
    for plies in range(4):
        rig = Rig(Duel(rounds=3)).start()
        for _ in range(plies):
            rig.move("high")
        result = rig.do(1, p.Abort)
        if plies < 2:
            assert result.refusal is None
            assert (rig.end.reason, rig.end.scores) == ("aborted", None)
            assert rig.end.seed == SEED.hex()
        else:
            assert code(result) == "too_late"


def test_a_seated_player_may_abort_before_the_start() -> None:
    rig = Rig()
    rig.do(0, p.Sit)
    assert code(rig.do(1, p.Abort)) == "not_seated"
    rig.do(0, p.Abort)
    assert rig.end.clock == p.ClockView(remaining_ms=[60_000, 60_000])

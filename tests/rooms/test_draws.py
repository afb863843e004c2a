"""Games that the players end: by a draw, by resigning, by aborting."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Phase

from .games import Deal, Duel, Race
from .refusals import code
from .table import SEED, Table

# ── draws ──────────────────────────────────────────────────────────────────────────────────────


def test_an_offer_is_accepted() -> None:
    table = Table(Duel(rounds=3)).start()
    table.do(0, p.Draw, action="offer")
    assert table.room.offers["draw"].seat == 0
    table.do(1, p.Draw, action="accept")
    assert (table.end.reason, table.end.scores) == ("agreed", [0.5, 0.5])


def test_an_offer_against_an_offer_is_an_agreement() -> None:
    table = Table(Duel(rounds=3)).start()
    table.do(0, p.Draw, action="offer")
    table.do(1, p.Draw, action="offer")
    assert (table.end.reason, table.end.scores) == ("agreed", [0.5, 0.5])


def test_an_offer_is_declined() -> None:
    table = Table(Duel(rounds=3)).start()
    table.do(1, p.Draw, action="offer")
    result = table.do(0, p.Draw, action="decline")
    assert isinstance(result.entries[0].event, p.Answered)
    assert not result.entries[0].event.accept
    assert "draw" not in table.room.offers
    assert code(table.do(0, p.Draw, action="accept")) == "no_offer"


def test_an_offer_outlasts_an_own_move_and_ends_with_the_opponents() -> None:
    table = Table(Duel(rounds=3)).start()
    table.do(0, p.Draw, action="offer")
    table.move("high")
    assert table.room.offers["draw"].seat == 0
    table.move("high")
    assert "draw" not in table.room.offers


@pytest.mark.parametrize("action", ["accept", "decline"])
def test_an_own_offer_cannot_be_accepted(action: str) -> None:
    table = Table(Duel(rounds=3)).start()
    assert code(table.do(0, p.Draw, action=action)) == "no_offer"
    table.do(0, p.Draw, action="offer")
    assert code(table.do(0, p.Draw, action=action)) == "no_offer"
    assert code(table.do(0, p.Draw, action="offer")) == "offered_already"


def test_a_game_without_draws_has_no_offers() -> None:
    assert code(Table(Race()).start().do(0, p.Draw, action="offer")) == "no_draws"


def test_two_of_three_seats_cannot_agree_to_a_draw() -> None:
    class DrawnDeal(Deal):
        draws = True

    table = Table(DrawnDeal()).start()
    assert code(table.do(0, p.Draw, action="offer")) is None
    assert code(table.do(1, p.Draw, action="accept")) is None
    assert code(table.do(1, p.Draw, action="accept")) == "agreed_already"
    assert table.room.phase is Phase.RUNNING
    table.do(2, p.Draw, action="accept")
    assert (table.end.reason, table.end.scores) == ("agreed", [1 / 3, 1 / 3, 1 / 3])


# ── resigning and aborting ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("who", [0, 1])
def test_resigning_loses_on_either_turn(who: int) -> None:
    table = Table(Duel(rounds=3)).start()
    table.do(who, p.Resign, after=300)
    assert table.end.scores == [float(who == 1), float(who == 0)]
    assert (table.end.reason, table.end.clock.remaining_ms) == ("resign", [59_700, 60_000])


def test_aborting_until_everybody_has_moved() -> None:
    for plies in range(4):
        table = Table(Duel(rounds=3)).start()
        for _ in range(plies):
            table.move("high")
        result = table.do(1, p.Abort)
        if plies < 2:
            assert result.refusal is None
            assert (table.end.reason, table.end.scores) == ("aborted", None)
            assert table.end.seed == SEED.hex()
        else:
            assert code(result) == "too_late"


def test_aborting_before_the_start() -> None:
    table = Table()
    table.do(0, p.Sit)
    assert code(table.do(1, p.Abort)) == "not_seated"
    table.do(0, p.Abort)
    assert table.end.clock == p.ClockView(remaining_ms=[60_000, 60_000])

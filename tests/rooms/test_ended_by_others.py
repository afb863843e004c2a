"""Games that the operator ends, and those of banned players."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Banish, Cancel, Outage
from zeitnot_server.rooms.room import Invitation
from zeitnot_server.verify import Invalid, verify

from .games import Duel, Race
from .table import MINUTE, PEOPLE, Table

ANN, BOB = PEOPLE[0], PEOPLE[1]


def duel_after(*moves: str) -> Table:
    """A duel of three rounds after these moves."""
    table = Table(Duel(rounds=3)).start()
    for move in moves:
        table.move(move)
    return table


def check_record(table: Table) -> None:
    """The record is one that `zeitnot verify` takes."""
    assert verify(table.export(), lambda game, chosen: table.rules).end == table.end


# ── the operator ends it ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("moves", [(), ("high",), ("high", "low", "low")])
@pytest.mark.parametrize("reason", [None, "the dice are known"])
def test_the_operator_ends_a_game_without_a_result(
    moves: tuple[str, ...], reason: str | None
) -> None:
    table = duel_after(*moves)
    (entry,) = table.tell(Cancel(reason), after=250).entries
    assert (table.end.reason, table.end.scores, entry.seat) == ("aborted", None, None)
    text = "ended by the operator"
    assert table.end.word == (text if reason is None else f"{text}: {reason}")
    check_record(table)


def test_ends_games_after_the_first_turns_and_in_a_pause() -> None:
    table = Table(Race()).start()
    for _ in range(3):
        table.move(table.rules.legal(table.room.state)[0], after=100)
    table.run, table.ms = 2, 0
    table.tell(Outage(50))
    table.tell(Cancel("restored"))
    check_record(table)


def test_players_cannot_abort_after_the_first_turns() -> None:
    table = duel_after("high", "low")
    table.tell(Cancel())
    created = table.export()
    end = created.events[-1]
    assert isinstance(end, p.Finished)
    end.word = "ended by nobody"
    with pytest.raises(Invalid):
        verify(created, lambda game, chosen: table.rules)


# ── somebody is banned ─────────────────────────────────────────────────────────────────────────


def test_a_banned_player_loses_after_the_first_turns() -> None:
    table = duel_after("high", "low")
    table.tell(Banish(ANN.account))
    assert (table.end.reason, table.end.scores) == ("resign", [0.0, 1.0])
    check_record(table)


def test_a_game_ended_before_the_first_turns_has_no_result() -> None:
    table = duel_after("high")
    (entry,) = table.tell(Banish(BOB.account)).entries
    assert (table.end.reason, table.end.scores, entry.seat) == ("aborted", None, 1)
    assert table.end.ended_by == 1
    check_record(table)


def test_an_open_game_that_waits_for_a_banned_player_is_aborted() -> None:
    table = Table(Duel(), MINUTE, (Invitation("a0", "Ann"), None))
    table.do(1, p.Sit, seat=1)
    table.tell(Banish(ANN.account))
    assert (table.end.reason, table.end.scores) == ("aborted", None)
    check_record(table)


def test_games_of_others_go_on() -> None:
    table = duel_after()
    before = table.room
    result = table.tell(Banish("x"))
    assert result.refusal is not None
    assert result.refusal.code == "not_seated"
    assert table.room is before

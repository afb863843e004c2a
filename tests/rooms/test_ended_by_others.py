"""Games that the operator ends, and those of banned players."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Banish, Cancel, Outage
from zeitnot_server.rooms.room import Invitation
from zeitnot_server.verify import Invalid, verify

from .games import Duel, Race
from .rig import MINUTE, PEOPLE, Rig

ANN, BOB = PEOPLE[0], PEOPLE[1]


def duel_after(*moves: str) -> Rig:
    """A duel of three rounds after these moves."""
    rig = Rig(Duel(rounds=3)).start()
    for move in moves:
        rig.move(move)
    return rig


def check_record(rig: Rig) -> None:
    """Verifies the exported record as `zeitnot verify` does."""
    assert verify(rig.export(), lambda game, chosen: rig.rules).end == rig.end


# ── the operator ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("moves", [(), ("high",), ("high", "low", "low")])
@pytest.mark.parametrize("reason", [None, "the dice are known"])
def test_the_operator_ends_a_game_without_a_result(
    moves: tuple[str, ...], reason: str | None
) -> None:
    rig = duel_after(*moves)
    (entry,) = rig.send(Cancel(reason), after=250).entries
    assert (rig.end.reason, rig.end.scores, entry.seat) == ("aborted", None, None)
    text = "ended by the operator"
    assert rig.end.word == (text if reason is None else f"{text}: {reason}")
    check_record(rig)


def test_ends_games_after_the_first_turns_and_in_a_pause() -> None:
    rig = Rig(Race()).start()
    for _ in range(3):
        rig.move(rig.rules.legal(rig.room.state)[0], after=100)
    rig.run, rig.ms = 2, 0
    rig.send(Outage(50))
    rig.send(Cancel("restored"))
    check_record(rig)


def test_players_cannot_abort_after_the_first_turns() -> None:
    rig = duel_after("high", "low")
    rig.send(Cancel())
    created = rig.export()
    end = created.events[-1]
    assert isinstance(end, p.Finished)
    end.word = "ended by nobody"
    with pytest.raises(Invalid):
        verify(created, lambda game, chosen: rig.rules)


# ── banned players ─────────────────────────────────────────────────────────────────────────────


def test_a_banned_player_loses_after_the_first_turns() -> None:
    rig = duel_after("high", "low")
    rig.send(Banish(ANN.account))
    assert (rig.end.reason, rig.end.scores) == ("resign", [0.0, 1.0])
    check_record(rig)


def test_a_game_ended_before_the_first_turns_has_no_result() -> None:
    rig = duel_after("high")
    (entry,) = rig.send(Banish(BOB.account)).entries
    assert (rig.end.reason, rig.end.scores, entry.seat) == ("aborted", None, 1)
    assert rig.end.ended_by == 1
    check_record(rig)


def test_an_open_game_that_waits_for_a_banned_player_is_aborted() -> None:
    rig = Rig(Duel(), MINUTE, (Invitation("a0", "Ann"), None))
    rig.do(1, p.Sit, seat=1)
    rig.send(Banish(ANN.account))
    assert (rig.end.reason, rig.end.scores) == ("aborted", None)
    check_record(rig)


def test_games_of_others_go_on() -> None:
    rig = duel_after()
    before = rig.room
    result = rig.send(Banish("x"))
    assert result.refusal is not None
    assert result.refusal.code == "not_seated"
    assert rig.room is before

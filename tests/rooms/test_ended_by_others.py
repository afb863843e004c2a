"""Games that the operator ends, and games of banned players."""

import math

import pytest

import zeitnot_protocol as p
from zeitnot_server.books.lines import is_informative
from zeitnot_server.rooms.commands import Adjudicate, Cancel, Outage, RemoveBanned
from zeitnot_server.rooms.room import Invitation
from zeitnot_server.rooms.steps import adjudication
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
    """Verifies the exported record like `zeitnot verify`."""
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


def test_the_operator_can_end_a_paused_game() -> None:
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
    record = rig.export()
    end = record.events[-1]
    assert isinstance(end, p.Finished)
    end.word = "ended by nobody"
    with pytest.raises(Invalid):
        verify(record, lambda game, chosen: rig.rules)


VERDICTS = {
    "win": (adjudication.scores_of_win(Duel(), 0), [1.0, 0.0]),
    "loss": (adjudication.scores_of_loss(Duel(), 0), [0.0, 1.0]),
    "draw": (adjudication.scores_of_draw(Duel()), [0.5, 0.5]),
    "points": (adjudication.check_scores(Duel(), [0.25, 0.75]), [0.25, 0.75]),
}


@pytest.mark.parametrize("reason", [None, "the other's engine hung: no move"])
@pytest.mark.parametrize("kind", VERDICTS)
def test_the_operator_adjudicates_a_game(kind: str, reason: str | None) -> None:
    computed, scores = VERDICTS[kind]
    rig = duel_after("high", "low")
    (entry,) = rig.send(Adjudicate(tuple(computed), reason), after=250).entries
    assert (rig.end.reason, rig.end.scores, entry.seat) == ("adjudicated", scores, None)
    text = "adjudicated by the operator"
    assert rig.end.word == (text if reason is None else f"{text}: {reason}")
    check_record(rig)


def test_an_adjudicated_game_adds_nothing_to_a_book() -> None:
    assert not is_informative("adjudicated", plies=40)


def test_a_record_with_another_verdict_is_invalid() -> None:
    rig = duel_after("high", "low")
    rig.send(Adjudicate((1.0, 0.0)))
    record = rig.export()
    end = record.events[-1]
    assert isinstance(end, p.Finished)
    for scores, word in (([2.0, 0.0], end.word), ([1.0, 0.0], "adjudicated by nobody")):
        end.scores, end.word = scores, word
        with pytest.raises(Invalid):
            verify(record, lambda game, chosen: rig.rules)


class Partners(Duel):
    """Seats 0 and 2 against 1 and 3."""

    seats = 4
    sides = ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("rules", "scores", "sentence"),
    [
        (Duel(), [1.0], "has 2 seats"),
        (Duel(), [1.0, 1.0], "add up to 1"),
        (Duel(), [1.5, -0.5], "from 0 to 1"),
        (Duel(), [math.nan, 0.0], "from 0 to 1"),
        (Partners(), [1.0, 0.0, 0.0, 1.0], "partners must have the same"),
    ],
)
def test_scores_that_no_game_can_have_are_refused(
    rules: Duel, scores: list[float], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        adjudication.check_scores(rules, scores)


def test_partners_win_and_lose_together() -> None:
    assert (
        adjudication.scores_of_win(Partners(), 2)
        == adjudication.scores_of_loss(Partners(), 1)
        == [1.0, 0.0, 1.0, 0.0]
    )
    assert adjudication.scores_of_draw(Partners()) == [0.5] * 4
    with pytest.raises(ValueError, match="seats 0 to 3"):
        adjudication.scores_of_win(Partners(), 4)


# ── banned players ─────────────────────────────────────────────────────────────────────────────


def test_a_banned_player_loses_after_the_first_turns() -> None:
    rig = duel_after("high", "low")
    rig.send(RemoveBanned(ANN.account))
    assert (rig.end.reason, rig.end.scores) == ("resign", [0.0, 1.0])
    check_record(rig)


def test_a_game_ended_before_the_first_turns_has_no_result() -> None:
    rig = duel_after("high")
    (entry,) = rig.send(RemoveBanned(BOB.account)).entries
    assert (rig.end.reason, rig.end.scores, entry.seat) == ("aborted", None, 1)
    assert rig.end.ended_by == 1
    check_record(rig)


def test_an_open_game_that_waits_for_a_banned_player_is_aborted() -> None:
    rig = Rig(Duel(), MINUTE, (Invitation("a0", "Ann"), None))
    rig.do(1, p.Sit, seat=1)
    rig.send(RemoveBanned(ANN.account))
    assert (rig.end.reason, rig.end.scores) == ("aborted", None)
    check_record(rig)


def test_games_of_other_players_continue() -> None:
    rig = duel_after()
    before = rig.room
    result = rig.send(RemoveBanned("x"))
    assert result.refusal is not None
    assert result.refusal.code == "not_seated"
    assert rig.room is before

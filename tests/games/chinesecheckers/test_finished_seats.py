"""A seat that has filled its goal while others play on has no part any more in what they do."""

from dataclasses import replace

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.absence import may_change_absence
from zeitnot_server.rooms.commands import Abandon, RemoveBanned
from zeitnot_server.rooms.room import Phase
from zeitnot_server.verify import verify

from ...rooms.refusals import code
from ...rooms.rig import Rig
from .positions import names, placed
from .twin import POINTS, ChineseCheckers

SEATS = 3
RULES = rules_for("chinesecheckers", {"seats": SEATS})
TWIN = ChineseCheckers(SEATS)
LAST_PEG, GAP = "m5", "n1"
GOAL = names(POINTS[3])
ABOUT_TO_FINISH = placed({0: GOAL.replace(GAP, LAST_PEG)}, SEATS)
FINISHED = replace(placed({0: GOAL}, SEATS, turn=1), finished=(0,))


def begun(state: object, moves: int = 2) -> Rig:
    """A game from this position after so many moves, the first of which may finish a race."""
    position = TWIN.text(state)  # type: ignore[arg-type]
    rig = Rig(RULES, setup=p.Setup(position=position, clock_starts="start")).start()
    for _ in range(moves):
        legal = RULES.legal(rig.room.state)
        last = f"{LAST_PEG}-{GAP}"
        rig.move(last if last in legal else legal[0])
    return rig


def test_the_rules_say_who_still_plays() -> None:
    rig = begun(ABOUT_TO_FINISH, moves=0)
    assert rig.room.playing_seats == [0, 1, 2]
    rig = begun(ABOUT_TO_FINISH, moves=1)
    assert rig.room.playing_seats == [1, 2]
    rig.do(1, p.Resign)
    assert rig.end.scores == [1.0, 0.0, 0.5]


def test_everybody_is_told_who_has_finished() -> None:
    rig = begun(ABOUT_TO_FINISH, moves=2)
    assert [e.event.done for e in rig.log if isinstance(e.event, p.Moved)] == [[0], [0]]
    started = next(e.event for e in begun(FINISHED).log if isinstance(e.event, p.Started))
    assert started.done == [0]


def test_those_who_still_play_agree_without_those_who_have_finished() -> None:
    rig = begun(ABOUT_TO_FINISH, moves=3)
    rig.do(1, p.Adjourn, action="offer")
    rig.do(2, p.Adjourn, action="accept")
    assert rig.room.phase is Phase.ADJOURNED
    rig.do(2, p.ResumeWish)
    rig.do(1, p.ResumeWish)
    assert rig.room.phase is Phase.RUNNING
    rig.do(2, p.Takeback, action="ask")
    rig.do(1, p.Takeback, action="accept")
    assert rig.room.ply == 2
    back = next(e.event for e in rig.log if isinstance(e.event, p.TakenBack))
    assert back.done == [0]
    rig.do(2, p.Resign)
    assert verify(rig.export(), lambda *_: RULES).moves == 2, "one was taken back"


def test_an_offer_of_who_has_finished_needs_all_who_still_play() -> None:
    rig = begun(ABOUT_TO_FINISH, moves=0)
    rig.do(0, p.Adjourn, action="offer")
    rig.move(f"{LAST_PEG}-{GAP}")
    rig.do(1, p.Adjourn, action="accept")
    assert rig.room.phase is Phase.RUNNING
    rig.do(2, p.Adjourn, action="accept")
    assert rig.room.phase is Phase.ADJOURNED


def test_an_offer_goes_through_though_who_was_still_asked_has_finished() -> None:
    """Of four seats 2 starts where 0 goes: its peg fills the last cell of that goal."""
    pegs = {0: GOAL.replace(GAP, ""), 2: " ".join([LAST_PEG, *(f"i{n}" for n in range(1, 10))])}
    rules = rules_for("chinesecheckers", {"seats": 4})
    position = ChineseCheckers(4).text(placed(pegs, 4, turn=2))
    rig = Rig(rules, setup=p.Setup(position=position, clock_starts="start")).start()
    rig.do(1, p.Adjourn, action="offer")
    for seat in (2, 3):
        rig.do(seat, p.Adjourn, action="accept")
    assert code(rig.do(3, p.Adjourn, action="accept")) == "agreed_already"
    rig.move(f"{LAST_PEG}-{GAP}")
    assert rig.room.playing_seats == [1, 2, 3]
    rig.do(3, p.Adjourn, action="accept")
    assert rig.room.phase is Phase.ADJOURNED
    for seat in (1, 2):
        rig.do(seat, p.Resign)
    assert verify(rig.export(), lambda *_: rules).moves == 1


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (p.Resign, {}),
        (p.Abort, {}),
        (p.Adjourn, {"action": "offer"}),
        (p.Takeback, {"action": "ask"}),
    ],
)
def test_who_has_finished_is_told_that_the_others_play_on(
    kind: type[p.Message], fields: dict[str, str]
) -> None:
    refused = begun(ABOUT_TO_FINISH).do(0, kind, **fields).refusal
    assert refused
    assert (refused.code, "finished" in refused.message) == ("too_late", True)


def test_who_has_finished_may_go_away() -> None:
    rig = begun(ABOUT_TO_FINISH)
    assert code(rig.send(Abandon(0))) == "too_late"
    assert code(rig.send(RemoveBanned(rig.people[0].account))) == "not_seated"
    assert rig.room.phase is Phase.RUNNING


def test_a_move_that_finishes_a_race_ends_the_wait_for_its_seat() -> None:
    rig = begun(ABOUT_TO_FINISH, moves=0)
    before = rig.room
    step = rig.move(f"{LAST_PEG}-{GAP}")
    assert may_change_absence(before, rig.room, step.entries)
    before = rig.room
    step = rig.move(RULES.legal(rig.room.state)[0])
    assert not may_change_absence(before, rig.room, step.entries)


def test_a_seat_that_has_finished_before_the_game_need_not_move() -> None:
    rig = begun(FINISHED, moves=1)
    assert not rig.room.all_have_moved
    rig.move(RULES.legal(rig.room.state)[0])
    assert rig.room.all_have_moved
    assert code(rig.do(1, p.Abort)) == "too_late"
    rig.send(Abandon(1))
    assert (rig.end.reason, rig.end.scores) == ("abandoned", [1.0, 0.0, 0.5])
    assert verify(rig.export(), lambda *_: RULES).moves == 2

"""A seat that has filled its goal takes no part in the agreements of those who play on."""

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


def start_game(state: object, moves: int = 2) -> Rig:
    """A game from this position after `moves` moves; the last peg goes home if it can."""
    position = TWIN.text(state)  # type: ignore[arg-type]
    rig = Rig(RULES, setup=p.Setup(position=position, clock_starts="start")).start()
    for _ in range(moves):
        legal = RULES.legal(rig.room.state)
        last = f"{LAST_PEG}-{GAP}"
        rig.move(last if last in legal else legal[0])
    return rig


def test_finished_seat_is_not_playing() -> None:
    rig = start_game(ABOUT_TO_FINISH, moves=0)
    assert rig.room.playing_seats == [0, 1, 2]
    rig = start_game(ABOUT_TO_FINISH, moves=1)
    assert rig.room.playing_seats == [1, 2]
    rig.do(1, p.Resign)
    assert rig.end.scores == [1.0, 0.0, 0.5]


def test_events_name_the_finished_seats() -> None:
    rig = start_game(ABOUT_TO_FINISH, moves=2)
    assert [e.event.done for e in rig.log if isinstance(e.event, p.Moved)] == [[0], [0]]
    started = next(e.event for e in start_game(FINISHED).log if isinstance(e.event, p.Started))
    assert started.done == [0]


def test_agreements_need_only_the_playing_seats() -> None:
    rig = start_game(ABOUT_TO_FINISH, moves=3)
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


def test_offer_of_a_finished_seat_needs_all_playing_seats() -> None:
    rig = start_game(ABOUT_TO_FINISH, moves=0)
    rig.do(0, p.Adjourn, action="offer")
    rig.move(f"{LAST_PEG}-{GAP}")
    rig.do(1, p.Adjourn, action="accept")
    assert rig.room.phase is Phase.RUNNING
    rig.do(2, p.Adjourn, action="accept")
    assert rig.room.phase is Phase.ADJOURNED


def test_offer_succeeds_when_an_asked_seat_finishes() -> None:
    """Seat 2 starts in seat 0's goal, and with its move seat 0's goal is full."""
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
def test_commands_of_a_finished_seat_are_refused(
    kind: type[p.Message], fields: dict[str, str]
) -> None:
    refused = start_game(ABOUT_TO_FINISH).do(0, kind, **fields).refusal
    assert refused
    assert (refused.code, "finished" in refused.message) == ("too_late", True)


def test_finished_seat_may_leave_the_room() -> None:
    rig = start_game(ABOUT_TO_FINISH)
    assert code(rig.send(Abandon(0))) == "too_late"
    assert code(rig.send(RemoveBanned(rig.people[0].account))) == "not_seated"
    assert rig.room.phase is Phase.RUNNING


def test_finishing_move_may_end_the_wait_for_an_absent_seat() -> None:
    rig = start_game(ABOUT_TO_FINISH, moves=0)
    before = rig.room
    step = rig.move(f"{LAST_PEG}-{GAP}")
    assert may_change_absence(before, rig.room, step.entries)
    before = rig.room
    step = rig.move(RULES.legal(rig.room.state)[0])
    assert not may_change_absence(before, rig.room, step.entries)


def test_seat_finished_in_the_initial_position_need_not_move() -> None:
    rig = start_game(FINISHED, moves=1)
    assert not rig.room.all_have_moved
    rig.move(RULES.legal(rig.room.state)[0])
    assert rig.room.all_have_moved
    assert code(rig.do(1, p.Abort)) == "too_late"
    rig.send(Abandon(1))
    assert (rig.end.reason, rig.end.scores) == ("abandoned", [1.0, 0.0, 0.5])
    assert verify(rig.export(), lambda *_: RULES).moves == 2

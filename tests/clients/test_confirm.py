"""Terminal: `resign` requires one confirmation before it is sent."""

from dataclasses import replace

import pytest

import zeitnot_protocol as p
from zeitnot_client.state import RoomState
from zeitnot_client.terminal import texts
from zeitnot_client.terminal.confirm import ResignQuestion, resign_question
from zeitnot_client.terminal.typed import TypedCommand, read
from zeitnot_server.hosting.native import rules_for

from .fake_room import ANN, BOB, CYD, FakeRoom

TURN = RoomState("g", you=0, phase="running", turn=0, legal=("y1", "b2"))
RESIGN, ASK, NONE = TypedCommand("resign"), TypedCommand("confirm_resign"), TypedCommand("none")


@pytest.mark.parametrize(
    ("lines", "commands"),
    [
        (["resign", "resign"], [ASK, RESIGN]),
        (["resign", "y"], [ASK, RESIGN]),
        (["resign", "Yes"], [ASK, RESIGN]),
        (["resign", "n", "resign"], [ASK, NONE, ASK]),
        (["resign", "", "y"], [ASK, NONE, TypedCommand("move", "y")]),
        (["resign", "b2", "y"], [ASK, TypedCommand("move", "b2"), TypedCommand("move", "y")]),
        (["resign", "say y"], [ASK, TypedCommand("say", "y")]),
        (["y", "n"], [TypedCommand("move", "y"), TypedCommand("move", "n")]),
    ],
)
def test_next_line_answers_the_question(lines: list[str], commands: list[TypedCommand]) -> None:
    question = ResignQuestion()
    assert [question.resolve(read(line), TURN) for line in lines] == commands


@pytest.mark.parametrize("phase", ["running", "paused", "adjourned"])
def test_confirmation_is_required_on_the_opponents_turn_too(phase: str) -> None:
    state = replace(TURN, phase=phase, turn=1)
    assert ResignQuestion().resolve(RESIGN, state) == ASK


@pytest.mark.parametrize("change", [{"phase": "open"}, {"phase": "finished"}, {"you": None}])
def test_futile_resignation_needs_no_confirmation(
    change: dict[str, str | None],
) -> None:
    assert ResignQuestion().resolve(RESIGN, replace(TURN, **change)) == RESIGN  # type: ignore[arg-type]


def test_question_says_whether_the_others_play_on() -> None:
    rules = rules_for("chinesecheckers", {"seats": 3})
    room = FakeRoom("chinesecheckers", seats=(ANN, BOB, CYD), rules=rules)
    state = replace(TURN, room=room.room.game_setup.view(), seats=(p.SeatView(),) * 3)
    assert resign_question(state) == texts.LEAVE_QUESTION
    assert resign_question(replace(state, left=frozenset({1}))) == texts.RESIGN_QUESTION
    assert resign_question(TURN) == texts.RESIGN_QUESTION
    bots = (p.SeatView(player=p.Player(name="Deep", bot=True)),) * 3
    assert resign_question(replace(state, seats=bots)) == texts.RESIGN_QUESTION
    assert resign_question(replace(state, done=frozenset({2}))) == texts.RESIGN_QUESTION

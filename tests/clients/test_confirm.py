"""`resign` is asked once before it is sent."""

from dataclasses import replace

import pytest

from zeitnot_client.state import RoomState
from zeitnot_client.terminal.confirm import ResignQuestion
from zeitnot_client.terminal.typed import Typed, read

TURN = RoomState("g", you=0, phase="running", turn=0, legal=("y1", "b2"))
RESIGN, ASK, NONE = Typed("resign"), Typed("ask"), Typed("none")


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        (["resign", "resign"], [ASK, RESIGN]),
        (["resign", "y"], [ASK, RESIGN]),
        (["resign", "Yes"], [ASK, RESIGN]),
        (["resign", "n", "resign"], [ASK, NONE, ASK]),
        (["resign", "", "y"], [ASK, NONE, Typed("move", "y")]),
        (["resign", "b2", "y"], [ASK, Typed("move", "b2"), Typed("move", "y")]),
        (["resign", "say y"], [ASK, Typed("say", "y")]),
        (["y", "n"], [Typed("move", "y"), Typed("move", "n")]),
    ],
)
def test_the_next_line_answers(lines: list[str], meant: list[Typed]) -> None:
    question = ResignQuestion()
    assert [question.hear(read(line), TURN) for line in lines] == meant


@pytest.mark.parametrize("phase", ["running", "paused", "adjourned"])
def test_it_is_asked_on_the_other_side_s_turn_too(phase: str) -> None:
    state = replace(TURN, phase=phase, turn=1)
    assert ResignQuestion().hear(RESIGN, state) == ASK


@pytest.mark.parametrize("change", [{"phase": "open"}, {"phase": "finished"}, {"you": None}])
def test_what_the_server_refuses_is_not_asked(change: dict[str, str | None]) -> None:
    assert ResignQuestion().hear(RESIGN, replace(TURN, **change)) == RESIGN  # type: ignore[arg-type]

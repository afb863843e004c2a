"""Go in the terminal: the board, and how its moves are typed."""

import pytest

from zeitnot_client.notations import find_moves, notation_of
from zeitnot_client.state import RoomState
from zeitnot_client.terminal.boards import board
from zeitnot_client.terminal.typed import complete, problem_with, read
from zeitnot_engines.games import load

MARKING = "1xo2/1xo1X/1xo2/xxoo1/1xo2 x - 2 3,10 x o"


def drawn(position: str, last: str | None = None) -> str:
    return board("go", position, (), last).plain


def test_board_has_star_points_and_no_column_i() -> None:
    text = drawn(load("go").start().text)
    lines = text.splitlines()
    assert lines[0].split() == list("ABCDEFGHJ")
    assert [line.split()[0] for line in lines[1:10]] == list("987654321")
    assert [line.split()[1:] for line in lines[1:10]].count(list("··+···+··")) == 2
    assert "captured: ● 0, ○ 0" in text


def test_stones_and_the_last_move_are_shown() -> None:
    text = drawn(load("go").start().play("D4").play("F6").text, "F6")
    lines = {line.split()[0]: line for line in text.splitlines()[1:10]}
    assert "[○]" in lines["6"]
    assert lines["4"].split()[4] == "●"
    assert "[" not in lines["4"]


def test_dead_stones_and_done_sides_are_shown() -> None:
    text = drawn(MARKING, "dead E4")
    assert "[×●]" in text
    assert "captured: ● 3, ○ 10" in text
    assert text.splitlines()[-1].endswith("Done: ○")


def test_19x19_board_fits_in_eighty_columns() -> None:
    lines = drawn(load("go", {"size": 19}).start().text).splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.count("+") for line in lines) == 9


@pytest.mark.parametrize("text", ["", "9/9 x - 0 0,0", "8/8/8 x - 0 0,0", "3/3/3 x"])
def test_malformed_position_is_shown_verbatim(text: str) -> None:
    assert drawn(text) == text


@pytest.mark.parametrize(
    ("typed", "move"), [("d4", "D4"), ("D4", "D4"), ("PASS", "pass"), ("j9", "J9"), ("i9", None)]
)
def test_moves_can_be_typed_in_either_case(typed: str, move: str | None) -> None:
    state = load("go").start()
    found = find_moves(notation_of("go"), state.text, state.legal(), typed)
    assert found == ([] if move is None else [move])


@pytest.mark.parametrize(
    ("typed", "move"), [("dead e4", "dead E4"), ("done", "done"), ("resume", "resume")]
)
def test_marking_moves_can_be_typed(typed: str, move: str) -> None:
    position = load("go", {"size": 5}).parse(MARKING)
    state = RoomState(
        "game0", phase="running", you=0, turn=0, position=MARKING, legal=tuple(position.legal())
    )
    command = complete(read(typed), state)
    assert (command.word, command.text) == ("move", move)


def test_resume_is_a_command_in_an_adjourned_game() -> None:
    state = RoomState("game0", phase="adjourned", you=0)
    assert complete(read("resume"), state).word == "resume"
    assert problem_with(complete(read("resume"), state), state) is None

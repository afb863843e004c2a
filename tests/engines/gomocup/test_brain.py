"""The Gomocup brain as input and output lines, without an engine."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_client.drivers.gomocup_text import read_about
from zeitnot_engines.games import load
from zeitnot_engines.gomocup.brain import Brain, Effect, Halt, Prepare, Quit, Say, Think

from ...each import each


def effects_of(brain: Brain, *lines: str) -> list[Effect]:
    """The effects of all lines but `Prepare`."""
    effects = [effect for line in lines for effect in brain.receive(line)]
    return [effect for effect in effects if not isinstance(effect, Prepare)]


def position_to_search(brain: Brain, *lines: str) -> str:
    """The position that the last line makes the brain think about; the others are silent."""
    (think,) = effects_of(brain, *lines)
    assert isinstance(think, Think)
    return think.state.text


def reply_to(brain: Brain, line: str) -> str:
    (say,) = effects_of(brain, line)
    assert isinstance(say, Say)
    return say.line


def started_brain(size: int = 5) -> Brain:
    brain = Brain()
    assert reply_to(brain, f"START {size}") == "OK"
    return brain


# ── games ──────────────────────────────────────────────────────────────────────────────────────


def test_plays_as_black_and_as_white() -> None:
    brain = started_brain()
    assert position_to_search(brain, "BEGIN") == "5/5/5/5/5 x"
    assert brain.found("c3", 10) == [Say("2,2")]
    assert position_to_search(brain, "TURN 0,0") == "o4/5/2x2/5/5 x"
    assert brain.found("e1", 10) == [Say("4,4")]
    assert reply_to(brain, "RESTART") == "OK"
    assert position_to_search(brain, "turn 1,0\r\n") == "1x3/5/5/5/5 o"


def test_rule_and_size_reach_the_search() -> None:
    brain = Brain()
    assert effects_of(brain, "INFO rule 4", "START 19") == [Say("OK")]
    (think,) = effects_of(brain, "TURN 0,0")
    assert isinstance(think, Think)
    assert think.state.game.settings == {"size": 19, "rule": "renju"}
    assert (think.ply, think.info.rule) == (1, "renju")
    assert reply_to(Brain(), "RECTSTART 7,7") == "OK"


def test_the_engine_is_prepared_when_settings_change() -> None:
    brain = Brain()
    (prepare, ok) = brain.receive("START 15")
    assert isinstance(prepare, Prepare)
    assert ok == Say("OK")
    for line, count in (("INFO rule 1", 1), ("INFO rule 1", 0), ("INFO timeout_turn 1", 0)):
        assert [type(effect) for effect in brain.receive(line)] == [Prepare] * count
    (second,) = brain.receive("INFO max_memory 99999999")
    assert isinstance(second, Prepare)
    assert second.game == load("gomoku", {"rule": "standard"})


def test_the_stones_of_a_board_may_come_in_any_order() -> None:
    brain = started_brain()
    assert effects_of(brain, "BOARD", "0,0,2", "1,1,2", " 2,2,1 ") == []
    assert position_to_search(brain, "done") == "x4/1x3/2o2/5/5 o"
    brain.found("d2", 0)
    assert position_to_search(brain, "BOARD", "DONE") == "5/5/5/5/5 x"


def test_moves_are_taken_back() -> None:
    brain = started_brain()
    position_to_search(brain, "TURN 0,0")
    brain.found("e1", 0)
    assert [reply_to(brain, f"TAKEBACK {point}") for point in ("4,4", "0,0")] == ["OK", "OK"]
    assert position_to_search(brain, "TURN 3,3") == "5/5/5/3x1/5 o"


def test_time_left_is_counted_if_it_is_not_sent() -> None:
    brain = started_brain()
    effects_of(brain, "INFO timeout_match 10000", "BEGIN")
    brain.found("c3", 1_500)
    (think,) = effects_of(brain, "TURN 0,0")
    assert isinstance(think, Think)
    assert think.info.left_ms == 8_500


def test_about_names_zeitnot() -> None:
    about = read_about(reply_to(Brain(), "ABOUT"))
    assert about is not None
    assert about.name == "Zeitnot"


# ── while it thinks ────────────────────────────────────────────────────────────────────────────


def test_commands_wait_for_the_move() -> None:
    brain = started_brain()
    position_to_search(brain, "BEGIN")
    assert effects_of(brain, "ABOUT", "TURN 0,0", "FOO") == []
    move, about, think = brain.found("c3", 0)
    assert (move, type(about), type(think)) == (Say("2,2"), Say, Think)
    assert brain.found("d4", 0) == [Say("3,1"), Say("UNKNOWN FOO")]


@pytest.mark.parametrize("line", ["START 6", "RECTSTART 6,6", "RESTART"])
def test_a_new_game_stops_thinking(line: str) -> None:
    brain = started_brain()
    assert effects_of(brain, "BEGIN", "TURN 0,0", line)[1:] == [Halt(), Say("OK")]
    assert position_to_search(brain, "BEGIN")[-2:] == " x"


def test_an_invalid_start_does_not_stop_thinking() -> None:
    brain = started_brain()
    position_to_search(brain, "BEGIN")
    assert reply_to(brain, "START 99").startswith("ERROR")
    assert brain.found("c3", 0) == [Say("2,2")]


def test_end_quits_at_once() -> None:
    brain = started_brain()
    assert effects_of(brain, "END") == [Quit()]
    position_to_search(brain, "BEGIN")
    assert effects_of(brain, "END") == [Halt(), Quit()]
    assert effects_of(started_brain(), "BOARD", "0,0,1", "END") == [Quit()]


# ── errors ─────────────────────────────────────────────────────────────────────────────────────


@each(
    ("line", "answer"),
    [
        ("FOO bar", "UNKNOWN FOO"),
        ("YXSHOWINFO", "UNKNOWN YXSHOWINFO"),
        ("PLAY 1,1", "UNKNOWN PLAY"),
        ("DONE", "UNKNOWN DONE"),
        ("\x07bell", "UNKNOWN ?BELL"),
        ("START", 'ERROR "" is not a whole number'),
        ("START x", 'ERROR "x" is not a whole number'),
        ("START 4", "ERROR no freestyle game on a board of size 4 is supported"),
        ("START 21", "ERROR no freestyle game on a board of size 21 is supported"),
        ("RECTSTART 15", 'ERROR "15" is not a point X,Y'),
        ("RECTSTART 15,14", "ERROR only square boards are supported"),
        ("RESTART 15", 'ERROR unexpected arguments: "15"'),
        ("TURN", 'ERROR "" is not a point X,Y'),
        ("TURN h8", 'ERROR "h8" is not a point X,Y'),
        ("TURN 2,2", "ERROR 2,2 is not empty"),
        ("TURN 5,0", "ERROR 5,0 is not on the board"),
        ("BEGIN", "ERROR the board is not empty"),
        ("BEGIN now", 'ERROR unexpected arguments: "now"'),
        ("TAKEBACK 4,4", "ERROR there is no stone on 4,4"),
        ("TAKEBACK", 'ERROR "" is not a point X,Y'),
        ("INFO", "ERROR INFO takes a key and a value"),
        ("INFO rule 8", "ERROR rule 8 is not supported, only 0, 1 and 4 are"),
        ("INFO timeout_turn x", 'ERROR "x" is not a whole number'),
        ("ABOUT you", 'ERROR unexpected arguments: "you"'),
        ("BOARD 1", 'ERROR unexpected arguments: "1"'),
    ],
)
def test_each_invalid_line_has_one_answer_and_changes_nothing(line: str, answer: str) -> None:
    brain = started_brain()
    position_to_search(brain, "BEGIN")
    brain.found("c3", 0)
    assert reply_to(brain, line) == answer
    assert position_to_search(brain, "TURN 0,0") == "o4/5/2x2/5/5 x"


@pytest.mark.parametrize("line", ["TURN 1,1", "BEGIN", "BOARD", "RESTART", "TAKEBACK 1,1"])
def test_commands_before_a_game_are_refused(line: str) -> None:
    assert reply_to(Brain(), line) == "ERROR no game has been started"


@pytest.mark.parametrize(
    ("row", "answer"),
    [
        ("1,1", 'ERROR "1,1" is not a stone X,Y,FIELD'),
        ("1,1,3", "ERROR 3 is neither 1 (own stone) nor 2 (opponent's stone)"),
        ("0,0,2", "ERROR 0,0 is not empty"),
        ("9,9,2", "ERROR 9,9 is not on the board"),
        ("TURN 1,1", 'ERROR "TURN 1,1" is not a stone X,Y,FIELD'),
    ],
)
def test_an_invalid_board_is_refused_once_and_changes_nothing(row: str, answer: str) -> None:
    brain = started_brain()
    assert effects_of(brain, "BOARD", "0,0,1", row, row, "3,3,2", "DONE") == [Say(answer)]
    assert position_to_search(brain, "BEGIN") == "5/5/5/5/5 x"


def test_a_new_game_discards_an_unfinished_board() -> None:
    brain = started_brain()
    assert effects_of(brain, "BOARD", "0,0,1", "RESTART") == [Say("OK")]
    assert position_to_search(brain, "BEGIN") == "5/5/5/5/5 x"


def test_finished_games_accept_no_moves() -> None:
    brain = started_brain()
    row = [f"{x},0,2" for x in range(5)] + [f"{x},2,1" for x in range(4)]
    assert effects_of(brain, "BOARD", *row, "DONE") == [Say("ERROR the game is over")]
    assert position_to_search(brain, "BOARD", *row[:4], *row[5:8], "DONE") == "xxxx1/5/ooo2/5/5 o"
    brain.found("e1", 0)
    assert reply_to(brain, "TURN 4,0") == "ERROR the game is over"
    assert position_to_search(brain, "TURN 4,1").startswith("xxxx1/4x/ooo2")


def test_the_opening_by_swap2_is_refused() -> None:
    brain = started_brain()
    refusal = Say("ERROR the opening by swap2 is not supported")
    assert effects_of(brain, "SWAP2BOARD", "1,1", "2,2", "3,3", "DONE") == [refusal]
    assert position_to_search(brain, "BEGIN") == "5/5/5/5/5 x"


_ANSWER = re.compile(r"OK$|ERROR .|UNKNOWN .|name=\"|[0-9]+,[0-9]+$")
VERBS = "START RECTSTART RESTART TURN BEGIN BOARD DONE TAKEBACK INFO ABOUT SWAP2BOARD"
ARGUMENTS = "rule timeout_turn time_left x -1 5 7 5,5 0,0 1,1 4,4 1,1,1 2,2,2"
WORDS = st.sampled_from([*VERBS.split(), *ARGUMENTS.split()])
LINES = st.one_of(st.text(max_size=20), st.lists(WORDS, max_size=3).map(" ".join))


@given(st.lists(LINES, max_size=30))
def test_any_input_gets_only_valid_answers(lines: list[str]) -> None:
    """Each search ends at once with the first legal move."""
    brain = Brain()
    effects = [effect for line in lines for effect in _answers_of(brain, line)]
    for effect in effects:
        assert isinstance(effect, Say)
        assert _ANSWER.match(effect.line), effect.line
        assert effect.line.isprintable()


def _answers_of(brain: Brain, line: str) -> list[Effect]:
    effects = effects_of(brain, line)
    if any(isinstance(effect, Quit) for effect in effects):
        return []
    for effect in list(effects):
        if isinstance(effect, Think):
            effects.remove(effect)
            effects += brain.found(effect.state.legal()[0], 0)
    return effects

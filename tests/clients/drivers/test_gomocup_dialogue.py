"""The Gomocup dialogue as input and output lines, without a process."""

import pytest

from zeitnot_client.drivers.dialogue import Chose, Event, Fault, Ready, Say
from zeitnot_client.drivers.gomocup import Gomocup
from zeitnot_client.drivers.gomocup_text import About
from zeitnot_client.drivers.situation import Clocks, Limits, Setup
from zeitnot_engines.games import load

from .situations import after, pretended, setup, start

ABOUT = 'name="Fake", version="1"'
# In `timeout_match` 0 means no limit, in `time_left` 2147483647 does.
TIMES = ["INFO timeout_turn 500", "INFO timeout_match 0", "INFO time_left 2147483647"]
LIMITS = Limits(move_ms=500)


def events_of(dialogue: Gomocup, *lines: str) -> list[Event]:
    return [event for line in lines for event in dialogue.read_line(line)]


def lines_of(lines: list[str]) -> list[str]:
    """The lines without the `\r` that each must end with."""
    assert all(line.endswith("\r") for line in lines)
    return [line.removesuffix("\r") for line in lines]


def asked(dialogue: Gomocup, *moves: str, limits: Limits = LIMITS) -> list[str]:
    """The lines that ask the side to move for its move, after `moves` from an empty board."""
    return lines_of(dialogue.ask(pretended("gomoku", moves, len(moves) % 2), limits))


def ready(new: Setup | None = None) -> Gomocup:
    engine = Gomocup(new or setup("gomoku"))
    engine.greet()
    assert events_of(engine, "OK", ABOUT)[-1] == Ready()
    return engine


def test_game_start_sends_size_rule_and_options() -> None:
    begun = start("gomoku", {"size": 19, "rule": "renju"})
    engine = Gomocup(Setup(begun, (("max_memory", "1000"),)))
    assert engine.greet() == [Say("START 19\r")]
    says = events_of(engine, "Some brain (c) 2012", "OK")
    assert lines_of([event.line for event in says if isinstance(event, Say)]) == [
        *("INFO game_type 1", "INFO rule 4", "INFO max_memory 1000", "ABOUT"),
    ]
    assert events_of(engine, "DEBUG hello", ' version = "1" ,name= "Fake"') == [Ready()]
    assert engine.about == About("Fake", "1")
    assert lines_of(engine.farewell()) == ["END"]


def test_consecutive_moves_are_sent_as_turns() -> None:
    engine = ready()
    assert asked(engine) == [*TIMES, "BEGIN"]
    assert events_of(engine, "7,7") == [Chose("h8")]
    assert asked(engine, "h8", "a15") == ["TURN 0,0"]
    assert events_of(engine, "MESSAGE I am winning: 3,4", "8,14") == [Chose("i1")]
    assert asked(ready(), "i1") == [*TIMES, "TURN 8,14"]


def test_takebacks_and_openings_are_sent_as_boards() -> None:
    engine = ready()
    board = ["BOARD", "7,7,2", "0,0,1", "14,14,2", "DONE"]
    assert asked(engine, "h8", "a15", "o1") == [*TIMES, *board]
    events_of(engine, "1,1")
    assert asked(engine, "h8") == ["BOARD", "7,7,2", "DONE"]
    events_of(engine, "0,0")
    assert asked(engine, "h8", "b15", "c15") == ["BOARD", "7,7,2", "1,0,1", "2,0,2", "DONE"]
    events_of(engine, "3,3")
    info_lines = ["INFO game_type 1", "INFO rule 0", *TIMES]
    assert asked(engine) == ["START 15", *info_lines, "BEGIN"]
    assert events_of(engine, "OK", "7,7") == [Chose("h8")]


def test_an_answer_that_was_not_played_is_taken_back() -> None:
    engine = ready()
    asked(engine)
    events_of(engine, "7,7")
    assert asked(engine, "a1", "b1") == ["BOARD", "0,14,1", "1,14,2", "DONE"]


def test_games_may_start_from_a_position() -> None:
    state = load("gomoku", {"size": 5, "rule": "standard"}).parse("xo3/5/2x2/5/5 o")
    engine = ready(Setup(after(state).start, (("a", "b"),)))
    lines = lines_of(engine.ask(after(state, "a1"), LIMITS))
    assert lines[-6:] == ["BOARD", "0,0,1", "1,0,2", "2,2,1", "0,4,2", "DONE"]
    events_of(engine, "4,4")
    assert lines_of(engine.ask(after(state, "a1", "e1", "b1"), LIMITS)) == ["TURN 1,4"]


def test_clocks_are_sent_as_time_limits() -> None:
    engine = ready()
    limits = Limits(Clocks((60_000, 9_000), 60_000, 500))
    assert asked(engine, limits=limits)[:3] == [
        *("INFO timeout_turn 10500", "INFO timeout_match 60000", "INFO time_left 60000"),
    ]
    assert asked(engine, "h8", limits=limits)[:2] == [
        "INFO timeout_turn 2000",
        "INFO time_left 9000",
    ]
    short = Limits(Clocks((60_000, 300), 60_000, 500), move_ms=5_000)
    assert asked(engine, "h8", limits=short)[:2] == ["INFO timeout_turn 300", "INFO time_left 300"]
    assert asked(ready(), limits=Limits())[0] == "INFO timeout_turn 2147483647"


def test_a_match_with_only_increments_is_not_sent_as_unlimited() -> None:
    increments = Limits(Clocks((2_000, 2_000), 0, 2_000))
    assert asked(ready(), limits=increments)[:3] == [
        *("INFO timeout_turn 2000", "INFO timeout_match 2000", "INFO time_left 2000"),
    ]


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("7,7", [Chose("h8")]),
        (" 7 , 7 \r", [Chose("h8")]),
        ("> 7,7", [Chose("h8")]),
        ("brain> 7,7", [Chose("h8")]),
        ("-1,7", [Chose("-1,7")]),
        ("15,7", [Chose("15,7")]),
        ("99999,7", [Chose("99999,7")]),
        ("7,7,1", []),
        ("OK", []),
        ("MESSAGE 7,7", []),
        ("debug: 7,7", []),
        ("", []),
        ("ERROR no memory", [Fault('it says "ERROR no memory"')]),
        ("error: no memory", [Fault('it says "error: no memory"')]),
        ("UNKNOWN", []),
        ("UNKNOWN command INFO", []),
        ("UNKNOWN command BOARD", [Fault('it says "UNKNOWN command BOARD"')]),
        ("SUGGEST 7,7", [Say("PLAY 7,7\r")]),
    ],
)
def test_brain_output_is_parsed(line: str, events: list[Event]) -> None:
    engine = ready()
    asked(engine)
    assert events_of(engine, line) == events


def test_a_brain_need_not_answer_about() -> None:
    engine = Gomocup(setup("gomoku"))
    assert engine.on_silence() == []
    events_of(engine, "OK")
    assert engine.on_silence() == [Ready()]
    other = Gomocup(setup("gomoku"))
    assert events_of(other, "OK", "UNKNOWN command ABOUT")[-1] == Ready()
    assert str(other.about) == "a nameless brain"


def test_a_brain_that_refuses_the_board_size_fails() -> None:
    engine = Gomocup(Setup(start("gomoku", {"size": 20})))
    assert events_of(engine, "ERROR unsupported size") == [
        Fault('it says "ERROR unsupported size"')
    ]

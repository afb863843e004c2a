"""The xboard dialogue as input and output lines, without a process."""

import pytest

from zeitnot_client.drivers.dialogue import (
    Chose,
    Claimed,
    Event,
    Fault,
    Ready,
    Resigned,
    Say,
    Thought,
)
from zeitnot_client.drivers.situation import Clocks, Limits, Setup, Thinking
from zeitnot_client.drivers.xboard import Xboard

from .situations import setup, situation, start

CLOCKS = Clocks((9_500, 8_000), 10_000, 100)


def events_of(dialogue: Xboard, *lines: str) -> list[Event]:
    return [event for line in lines for event in dialogue.read_line(line)]


def asked(dialogue: Xboard, limits: Limits, *moves: str) -> list[str]:
    return dialogue.ask(situation("chess", *moves), limits)


FEATURES = 'feature myname="A B" ping=1 usermove=1 memory=1 setboard=1 variants="normal,xiangqi"'
OPTION = 'feature option="Noise -spin 3 0 9" option="Style -combo Solid /// *Risky" '
DONE = 'feature option="Own Book -check 1" option="Reset -button" done=1'


def test_xboard_respects_features() -> None:
    chosen = (("memory", "16"), ("Noise", "5"), ("style", "solid"), ("Own Book", "false"))
    engine = Xboard(setup("xiangqi", *chosen, ("Reset", "")))
    assert engine.greet() == [Say("xboard"), Say("protover 2")]
    lines = [
        event.line for event in events_of(engine, FEATURES, OPTION, DONE) if isinstance(event, Say)
    ]
    assert "accepted ping" in lines
    assert lines[lines.index("new") :] == [
        *("new", "variant xiangqi", "easy", "nopost", "memory 16", "option Noise=5"),
        *("option Style=Solid", "option Own Book=0", "option Reset", "ping 1"),
    ]
    assert events_of(engine, "pong 1") == [Ready()]
    assert engine.name == "A B"


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("Noise", "10", 'it takes a whole number from 0 to 9 for its option "Noise", not "10"'),
        ("Volume", "1", 'it has no option "Volume"'),
        ("cores", "2", 'it has no option "cores"'),
        ("memory", "0", "it takes a whole number from 1 to 1048576 for its option"),
    ],
)
def test_xboard_refuses_options_that_the_engine_does_not_offer(
    name: str, value: str, complaint: str
) -> None:
    engine = Xboard(setup("xiangqi", (name, value)))
    fault = events_of(engine, FEATURES, OPTION, DONE)[-1]
    assert isinstance(fault, Fault)
    assert fault.text.startswith(complaint)


def test_xboard_sends_single_moves_during_a_game() -> None:
    engine = Xboard(setup("chess"))
    events_of(engine, FEATURES, DONE, "pong 1")
    assert asked(engine, Limits(CLOCKS), "e2e4", "e7e5") == [
        *("level 0 0:10 0.1", "force", "usermove e2e4", "usermove e7e5"),
        *("time 950", "otim 800", "go"),
    ]
    assert events_of(engine, "move g1f3") == [Chose("g1f3")]
    later = Limits(Clocks((9_000, 7_000), 10_000, 100))
    assert asked(engine, later, "e2e4", "e7e5", "g1f3", "b8c6") == [
        *("time 900", "otim 700", "usermove b8c6"),
    ]


def test_xboard_gets_the_time_per_move_rounded_up_to_seconds() -> None:
    assert asked(Xboard(setup("chess")), Limits(move_ms=50, depth=4)) == [
        *("st 1", "sd 4", "force", "go"),
    ]


def test_xboard_gets_the_time_per_move_again_when_it_changes() -> None:
    engine = Xboard(setup("chess"))
    assert asked(engine, Limits(move_ms=2_000))[0] == "st 2"
    events_of(engine, "move e2e4")
    assert asked(engine, Limits(move_ms=1_500), "e2e4", "e7e5") == ["e7e5"]
    events_of(engine, "move g1f3")
    moves = ("e2e4", "e7e5", "g1f3", "b8c6")
    assert asked(engine, Limits(move_ms=3_500), *moves) == ["st 4", "b8c6"]


def test_xboard_gets_the_base_time_in_minutes() -> None:
    long = Limits(Clocks((300_000, 300_000), 300_000, 2_000))
    assert asked(Xboard(setup("chess")), long)[0] == "level 0 5:00 2"


def test_xboard_engine_without_features_is_ready_after_silence() -> None:
    engine = Xboard(setup("chess"))
    engine.greet()
    assert engine.on_silence() == [Say("new"), Say("easy"), Say("nopost"), Ready()]
    assert asked(engine, Limits(), "e2e4") == ["force", "e2e4", "go"]


def test_xboard_waits_longer_after_done_0() -> None:
    engine = Xboard(setup("chess"))
    events_of(engine, "feature done=0")
    assert engine.on_silence() == []


@pytest.mark.parametrize(
    ("seat", "line", "move"),
    [(0, "move O-O", "e1g1"), (1, "move O-O-O", "e8c8"), (1, "move 0-0", "e8g8")],
)
def test_xboard_reads_castling(seat: int, line: str, move: str) -> None:
    engine = Xboard(setup("chess"))
    asked(engine, Limits(), *["e2e4"] * seat)
    assert events_of(engine, line) == [Chose(move)]


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("move e7e8q", [Chose("e7e8q")]),
        ("My move is: e2e4", [Chose("e2e4")]),
        ("1. ... e7e5", [Chose("e7e5")]),
        ("resign", [Resigned()]),
        ("1-0 {White mates}", [Claimed(1.0, "1-0 {White mates}")]),
        ("1/2-1/2 {Repetition}", [Claimed(0.5, "1/2-1/2 {Repetition}")]),
        ("Illegal move: e2e5", [Fault('it says "Illegal move: e2e5"')]),
        ("Error (unknown command): easy", []),
        ("tellics moved", []),
        ("4 20 1 100 e2e4 e7e5", []),
    ],
)
def test_xboard_parses_engine_output(line: str, events: list[Event]) -> None:
    engine = Xboard(setup("chess"))
    asked(engine, Limits())
    assert events_of(engine, line) == events


def test_xboard_takes_moves_back() -> None:
    engine = Xboard(setup("chess"))
    asked(engine, Limits())
    events_of(engine, "move e2e4")
    assert events_of(engine, "move d2d4") == [], "a second move for one request"
    assert asked(engine, Limits(), "g1f3", "e7e5") == ["force", "undo", "g1f3", "e7e5", "go"]


def test_xboard_ponders_and_reports_where_it_is_wanted() -> None:
    engine = Xboard(setup("chess", ponders=True, reports=True))
    lines = [event.line for event in events_of(engine, FEATURES, DONE) if isinstance(event, Say)]
    assert {"hard", "post"} <= {*lines}
    assert asked(engine, Limits())[-1] == "go"
    assert engine.move_now() == ["?"]
    assert events_of(engine, "9. 16 200 4000 e2e4 e7e5") == [
        Thought(Thinking(9, 0, 16, None, 4_000, 2_000, 2_000, ("e2e4", "e7e5")))
    ]
    assert events_of(engine, "9 -100003 0 1 e2e4") == [
        Thought(Thinking(9, mate=-3, nodes=1, pv=("e2e4",)))
    ]
    assert events_of(engine, "3 -12 0 1000 1. ... Nf6 2. Bd3 e5") == [
        Thought(Thinking(3, cp=-12, nodes=1000, pv=("Nf6", "Bd3", "e5")))
    ]
    assert events_of(engine, "offer draw", "move e2e4") == [Chose("e2e4", offers_draw=True)]


def test_xboard_begins_at_a_position_if_the_engine_can() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    new = Setup(start("chess", position=fen))
    lines = [
        event.line for event in events_of(Xboard(new), FEATURES, DONE) if isinstance(event, Say)
    ]
    assert lines[lines.index("force") :][:2] == ["force", f"setboard {fen}"]
    (fault,) = Xboard(new).on_silence()
    assert fault == Fault("it cannot set up the position: it has no feature setboard")

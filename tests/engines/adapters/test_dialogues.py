"""The UCI and xboard dialogues as input and output lines, without a process."""

import pytest

from zeitnot_engines.adapters.dialogue import (
    Chose,
    Claimed,
    Clocks,
    EngineSetup,
    Event,
    Fault,
    Limits,
    Ready,
    Resigned,
    Say,
)
from zeitnot_engines.adapters.uci import Uci
from zeitnot_engines.adapters.xboard import Xboard

CLOCKS = Clocks((9_500, 8_000), 10_000, 100)


def events_of(dialogue: Uci | Xboard, *lines: str) -> list[Event]:
    return [event for line in lines for event in dialogue.read_line(line)]


# ── uci ────────────────────────────────────────────────────────────────────────────────────────


def test_uci_sets_options_and_waits_until_ready() -> None:
    engine = Uci(EngineSetup("chess", options=(("Skill Level", "3"), ("Clear Hash", ""))))
    assert engine.greet() == ["uci"]
    events = events_of(
        engine,
        "id name X",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name Clear Hash type button",
        "uciok",
    )
    assert events == [
        Say("setoption name Skill Level value 3"),
        Say("setoption name Clear Hash"),
        Say("ucinewgame"),
        Say("isready"),
    ]
    assert events_of(engine, "readyok") == [Ready()]


def test_uci_rejects_options_the_engine_does_not_offer() -> None:
    engine = Uci(EngineSetup("chess", options=(("Skil Level", "3"),)))
    assert events_of(engine, "uciok") == [Fault('it has no option "Skil Level"')]


def test_uci_sends_the_whole_game_and_every_limit() -> None:
    engine = Uci(EngineSetup("chess"))
    assert engine.ask([], 0, Limits(move_ms=50)) == ["position startpos", "go movetime 50"]
    assert engine.ask(["e2e4"], 1, Limits(CLOCKS)) == [
        "position startpos moves e2e4",
        "go wtime 9500 btime 8000 winc 100 binc 100",
    ]
    assert engine.ask([], 0, Limits(depth=3, nodes=9))[1] == "go depth 3 nodes 9"


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("bestmove e2e4 ponder e7e5", [Chose("e2e4")]),
        ("bestmove (none)", [Fault("it finds no move")]),
        ("bestmove", [Fault("it finds no move")]),
        ("info string bestmove e2e4", []),
        ("", []),
    ],
)
def test_uci_parses_engine_output(line: str, events: list[Event]) -> None:
    assert events_of(Uci(EngineSetup("chess")), line) == events


def test_xiangqi_ranks_start_at_1_for_engines_with_uci_variant() -> None:
    offer = "option name UCI_Variant type combo default chess var chess var xiangqi"
    engine = Uci(EngineSetup("xiangqi"))
    assert events_of(engine, offer, "uciok")[0] == Say("setoption name UCI_Variant value xiangqi")
    assert engine.ask(["h2e2"], 1, Limits(depth=1))[0] == "position startpos moves h3e3"
    assert events_of(engine, "bestmove h10g8") == [Chose("h9g7")]
    without_variant = Uci(EngineSetup("xiangqi"))
    events_of(without_variant, "uciok")
    assert events_of(without_variant, "bestmove h9g7") == [Chose("h9g7")]


# ── xboard ─────────────────────────────────────────────────────────────────────────────────────

FEATURES = 'feature myname="A B" ping=1 usermove=1 memory=1 variants="normal,xiangqi" done=1'


def test_xboard_respects_features() -> None:
    engine = Xboard(EngineSetup("xiangqi", options=(("memory", "16"), ("Noise", "5"))))
    assert engine.greet() == ["xboard", "protover 2"]
    lines = [event.line for event in events_of(engine, FEATURES) if isinstance(event, Say)]
    assert "accepted ping" in lines
    assert lines[lines.index("new") :] == [
        *("new", "variant xiangqi", "easy", "nopost", "memory 16", "option Noise=5", "ping 1"),
    ]
    assert events_of(engine, "pong 1") == [Ready()]


def test_xboard_sends_single_moves_during_a_game() -> None:
    engine = Xboard(EngineSetup("chess"))
    events_of(engine, FEATURES, "pong 1")
    assert engine.ask(["e2e4", "e7e5"], 0, Limits(CLOCKS)) == [
        *("level 0 0:10 0.1", "force", "usermove e2e4", "usermove e7e5"),
        *("time 950", "otim 800", "go"),
    ]
    assert events_of(engine, "move g1f3") == [Chose("g1f3")]
    later = Limits(Clocks((9_000, 7_000), 10_000, 100))
    assert engine.ask(["e2e4", "e7e5", "g1f3", "b8c6"], 0, later) == [
        *("time 900", "otim 700", "usermove b8c6"),
    ]


def test_xboard_gets_the_time_per_move_rounded_up_to_seconds() -> None:
    assert Xboard(EngineSetup("chess")).ask([], 0, Limits(move_ms=50, depth=4)) == [
        *("st 1", "sd 4", "force", "go"),
    ]


def test_xboard_gets_the_base_time_in_minutes() -> None:
    long = Limits(Clocks((300_000, 300_000), 300_000, 2_000))
    assert Xboard(EngineSetup("chess")).ask([], 0, long)[0] == "level 0 5:00 2"


def test_xboard_engine_without_features_is_ready_after_silence() -> None:
    engine = Xboard(EngineSetup("chess"))
    engine.greet()
    assert engine.on_silence() == [Say("new"), Say("easy"), Say("nopost"), Ready()]
    assert engine.ask(["e2e4"], 1, Limits()) == ["force", "e2e4", "go"]


def test_xboard_waits_longer_after_done_0() -> None:
    engine = Xboard(EngineSetup("chess"))
    events_of(engine, "feature done=0")
    assert engine.on_silence() == []


@pytest.mark.parametrize(
    ("seat", "line", "move"),
    [(0, "move O-O", "e1g1"), (1, "move O-O-O", "e8c8"), (1, "move 0-0", "e8g8")],
)
def test_xboard_reads_castling(seat: int, line: str, move: str) -> None:
    engine = Xboard(EngineSetup("chess"))
    engine.ask([], seat, Limits())
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
    assert events_of(Xboard(EngineSetup("chess")), line) == events

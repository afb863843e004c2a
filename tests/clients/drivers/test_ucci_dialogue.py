"""The UCCI dialogue as input and output lines, without a process."""

import pytest

from zeitnot_client.drivers.dialogue import (
    Chose,
    Event,
    Fault,
    NoMoveFound,
    Ready,
    Resigned,
    Say,
    Thought,
)
from zeitnot_client.drivers.failures import Unsupported
from zeitnot_client.drivers.situation import Clocks, Limits, Setup, Situation, Thinking
from zeitnot_client.drivers.ucci import Ucci

from .situations import setup, situation, start

CLOCKS = Limits(Clocks((9_500, 8_000), 10_000, 100))
FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
OFFERS = (
    "id name ElephantEye",
    "option usemillisec type check default false",
    "option ponder type check default false",
    "option hashsize type spin min 0 max 1024 default 16",
    "option style type combo var solid var normal var risky default normal",
    "option newgame type button",
)


def events_of(dialogue: Ucci, *lines: str) -> list[Event]:
    return [event for line in lines for event in dialogue.read_line(line)]


def ready(new: Setup | None = None, offers: tuple[str, ...] = OFFERS) -> Ucci:
    engine = Ucci(new or setup("xiangqi"))
    assert events_of(engine, *offers, "ucciok", "readyok")[-1] == Ready()
    return engine


def asked(engine: Ucci, limits: Limits, *moves: str) -> list[str]:
    return engine.ask(situation("xiangqi", *moves), limits)


def test_options_have_no_keywords() -> None:
    chosen = (("hashsize", "64"), ("style", "RISKY"))
    engine = Ucci(setup("xiangqi", *chosen, ponders=True))
    assert engine.greet() == [Say("ucci")]
    assert events_of(engine, *OFFERS, "ucciok") == [
        Say("setoption usemillisec true"),
        Say("setoption ponder true"),
        Say("setoption hashsize 64"),
        Say("setoption style risky"),
        Say("setoption newgame"),
        Say("isready"),
    ]
    assert events_of(engine, "readyok") == [Ready()]
    assert engine.name == "ElephantEye"
    too_large = Ucci(setup("xiangqi", ("hashsize", "9999")))
    (fault,) = events_of(too_large, *OFFERS, "ucciok")
    assert isinstance(fault, Fault)
    assert "from 0 to 1024" in fault.text


def test_times_are_those_of_the_mover_and_of_the_opponent() -> None:
    assert asked(ready(), CLOCKS, "h2e2")[1:] == [
        f"position fen {FEN} moves h2e2",
        "go time 8000 increment 100 opptime 9500 oppincrement 100",
    ]


def test_times_are_in_seconds_without_usemillisec() -> None:
    engine = ready(offers=OFFERS[2:])
    assert asked(engine, CLOCKS)[2] == "go time 9 increment 0 opptime 8 oppincrement 0"
    assert asked(engine, Limits(move_ms=300))[2] == "go time 1 movestogo 1"


@pytest.mark.parametrize(
    ("limits", "go"),
    [
        (Limits(move_ms=300), "go time 300 movestogo 1"),
        (Limits(depth=5, nodes=9), "go depth 5"),
        (Limits(nodes=9), "go nodes 9"),
        (Limits(), "go infinite"),
    ],
)
def test_other_limits(limits: Limits, go: str) -> None:
    assert asked(ready(), limits)[2] == go


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("bestmove h2e2 ponder h9g7", Chose("h2e2", "h9g7")),
        ("bestmove h2e2", Chose("h2e2")),
        ("bestmove h2e2 draw", Chose("h2e2", offers_draw=True)),
        ("bestmove h2e2 ponder h9g7 draw", Chose("h2e2", "h9g7", offers_draw=True)),
        ("bestmove h2e2 resign", Resigned()),
        ("nobestmove", NoMoveFound()),
    ],
)
def test_answers_are_read(line: str, event: Event) -> None:
    engine = ready()
    asked(engine, Limits())
    assert events_of(engine, line) == []  # before the engine has read the request
    assert events_of(engine, "readyok", line) == [event]


def test_scores_have_no_unit() -> None:
    engine = ready(setup("xiangqi", reports=True))
    asked(engine, Limits())
    events = events_of(engine, "readyok", "info depth 6 score 4 pv b0c2 b9c7")
    assert events == [Thought(Thinking(6, cp=4, pv=("b0c2", "b9c7")))]


def test_it_ponders() -> None:
    engine = ready(setup("xiangqi", ponders=True))
    asked(engine, CLOCKS)
    events_of(engine, "readyok", "bestmove h2e2 ponder h9g7")
    assert engine.ponder(situation("xiangqi", "h2e2"), CLOCKS) == [
        f"position fen {FEN} moves h2e2 h9g7",
        "go ponder time 9500 increment 100 opptime 8000 oppincrement 100",
    ]
    assert asked(engine, CLOCKS, "h2e2", "h9g7") == ["ponderhit"]


def test_games_may_begin_anywhere_but_only_of_its_own_game() -> None:
    fen = "4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1"
    new = Setup(start("xiangqi", position=fen))
    lines = Ucci(new).ask(Situation(new.start, position=fen), Limits(depth=1))
    assert lines[1] == f"position fen {fen}"
    with pytest.raises(Unsupported, match="ucci does not support chess"):
        Ucci(setup("chess"))

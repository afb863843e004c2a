"""The UCI dialogue as input and output lines, without a process."""

import pytest

from zeitnot_client.drivers.dialogue import (
    Chose,
    Event,
    Fault,
    NoMoveFound,
    Ready,
    Say,
    Thought,
)
from zeitnot_client.drivers.failures import Unsupported
from zeitnot_client.drivers.situation import Clocks, Limits, Setup, Situation, Thinking
from zeitnot_client.drivers.uci import Uci
from zeitnot_client.drivers.xboard import Xboard
from zeitnot_engines.games import load

from .situations import after, setup, situation, start

CLOCKS = Clocks((9_500, 8_000), 10_000, 100)


def events_of(dialogue: Uci, *lines: str) -> list[Event]:
    return [event for line in lines for event in dialogue.read_line(line)]


def asked(dialogue: Uci, limits: Limits, *moves: str) -> list[str]:
    return dialogue.ask(situation("chess", *moves), limits)


# ── uci ────────────────────────────────────────────────────────────────────────────────────────

OFFERS = (
    "id name X 1.0",
    "option name Skill Level type spin default 20 min 0 max 20",
    "option name Clear Hash type button",
    "option name Style type combo default Risky var Solid var Very Risky var Risky",
    "option name Own Book type check default true",
    "option name Ponder type check default false",
    "option name Book File type string default <empty>",
)


def test_uci_sets_options_and_waits_until_ready() -> None:
    options = (("Skill Level", "3"), ("Clear Hash", ""), ("style", "very risky"))
    engine = Uci(setup("chess", *options, ("Own Book", "FALSE"), ("Book File", "a b.bin")))
    assert engine.greet() == [Say("uci")]
    assert events_of(engine, *OFFERS, "uciok") == [
        Say("setoption name Skill Level value 3"),
        Say("setoption name Clear Hash"),
        Say("setoption name Style value Very Risky"),
        Say("setoption name Own Book value false"),
        Say("setoption name Book File value a b.bin"),
        Say("ucinewgame"),
        Say("isready"),
    ]
    assert events_of(engine, "readyok") == [Ready()]
    assert engine.name == "X 1.0"


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("Skil Level", "3", 'it has no option "Skil Level"'),
        ("Skill Level", "99", 'it takes a whole number from 0 to 20 for its option "Skill Level"'),
        ("Skill Level", "", 'it takes a whole number from 0 to 20 for its option "Skill Level"'),
        ("Style", "Wild", 'it takes Solid, Very Risky, Risky for its option "Style", not "Wild"'),
        ("Own Book", "1", 'it takes true, false for its option "Own Book"'),
        ("Clear Hash", "1", 'it takes no value for its button "Clear Hash"'),
        ("Book File", "a\nquit", 'it takes one printable line for its option "Book File"'),
    ],
)
def test_uci_rejects_options_the_engine_does_not_offer(
    name: str, value: str, complaint: str
) -> None:
    (fault,) = events_of(Uci(setup("chess", (name, value))), *OFFERS, "uciok")
    assert isinstance(fault, Fault)
    assert fault.text.startswith(complaint)


def test_uci_sends_the_whole_game_and_every_limit() -> None:
    engine = Uci(setup("chess"))
    assert asked(engine, Limits(move_ms=50)) == ["isready", "position startpos", "go movetime 50"]
    assert asked(engine, Limits(CLOCKS), "e2e4")[1:] == [
        "position startpos moves e2e4",
        "go wtime 9500 btime 8000 winc 100 binc 100",
    ]
    assert asked(engine, Limits(depth=3, nodes=9))[2] == "go depth 3 nodes 9"


def test_the_overhead_is_kept_from_the_engine() -> None:
    told = Limits(CLOCKS, 100, overhead_ms=300).for_engine(1)
    assert (told.clocks, told.move_ms) == (Clocks((9_500, 7_700), 10_000, 100), 1)


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("bestmove e2e4 ponder e7e5", [Chose("e2e4", "e7e5")]),
        ("bestmove e2e4 ponder (none)", [Chose("e2e4")]),
        ("bestmove (none)", [NoMoveFound()]),
        ("bestmove", [NoMoveFound()]),
        ("info string bestmove e2e4", []),
        ("\x00\ufffd bestmove e2e4", []),
        ("", []),
    ],
)
def test_uci_parses_engine_output(line: str, events: list[Event]) -> None:
    engine = Uci(setup("chess"))
    asked(engine, Limits())
    assert events_of(engine, "readyok", line) == [Ready(), *events]


def ready(new: Setup) -> Uci:
    engine = Uci(new)
    events_of(engine, *OFFERS, "uciok", "readyok")
    return engine


def test_uci_ignores_moves_that_nobody_asked_for() -> None:
    """A second `bestmove`, or one before the engine has read the request."""
    engine = ready(setup("chess"))
    assert events_of(engine, "bestmove a2a3") == []
    asked(engine, Limits())
    assert events_of(engine, "bestmove a2a3", "readyok", "bestmove e2e4") == [Chose("e2e4")]
    assert events_of(engine, "bestmove e2e4") == []


def test_uci_drops_the_answer_to_a_search_that_was_stopped() -> None:
    engine = ready(setup("chess"))
    asked(engine, Limits())
    assert engine.move_now() == ["stop"]
    assert engine.interrupt() == ["stop"]
    assert engine.interrupt() == engine.move_now() == []
    asked(engine, Limits(), "d2d4")
    late = events_of(engine, "readyok", "bestmove e2e4", "bestmove d7d5")
    assert late == [Chose("d7d5")]


def test_uci_ponders_on_the_reply_that_the_engine_expects() -> None:
    engine = ready(setup("chess", ponders=True))
    assert engine.ponder(situation("chess", "e2e4"), Limits(CLOCKS)) == []
    asked(engine, Limits(CLOCKS))
    events_of(engine, "readyok", "bestmove e2e4 ponder e7e5")
    assert engine.ponder(situation("chess", "e2e4"), Limits(CLOCKS)) == [
        "position startpos moves e2e4 e7e5",
        "go ponder wtime 9500 btime 8000 winc 100 binc 100",
    ]
    assert asked(engine, Limits(CLOCKS), "e2e4", "e7e5") == ["ponderhit"]
    assert events_of(engine, "bestmove g1f3 ponder b8c6") == [Chose("g1f3", "b8c6")]
    engine.ponder(situation("chess", "e2e4", "e7e5", "g1f3"), Limits(CLOCKS))
    other = asked(engine, Limits(CLOCKS), "e2e4", "e7e5", "g1f3", "d7d6")
    assert other[:3] == ["stop", "isready", "position startpos moves e2e4 e7e5 g1f3 d7d6"]
    answers = events_of(engine, "readyok", "bestmove f1b5 ponder a7a6", "bestmove d2d4")
    assert answers == [Chose("d2d4")]


def test_uci_switches_pondering_on_where_it_is_offered() -> None:
    events = events_of(Uci(setup("chess", ponders=True)), *OFFERS, "uciok")
    assert Say("setoption name Ponder value true") in events


def test_uci_reports_are_bounded() -> None:
    engine = ready(setup("chess", reports=True))
    asked(engine, Limits())
    line = f"info depth 12 seldepth 20 score cp -31 nodes 9 nps 90 time 100 pv {'e2e4 ' * 99}"
    (thought,) = events_of(engine, "readyok", line)
    assert thought == Thought(Thinking(12, 20, -31, None, 9, 90, 100, ("e2e4",) * 24))
    assert events_of(engine, "info depth 3 score mate -2 pv e2e4") == [
        Thought(Thinking(3, mate=-2, pv=("e2e4",)))
    ]
    for other in (
        "depth 3 currmove e2e4",
        "string depth 3",
        "depth x score cp",
        "multipv 2 depth 3",
    ):
        assert events_of(engine, f"info {other} score cp 1"[: 5 + len(other)]) == []


XIANGQI = "option name UCI_Variant type combo default chess var chess var xiangqi"


def test_xiangqi_ranks_start_at_1_for_engines_with_uci_variant() -> None:
    engine = Uci(setup("xiangqi"))
    assert events_of(engine, XIANGQI, "uciok")[0] == Say("setoption name UCI_Variant value xiangqi")
    game = situation("xiangqi", "h2e2")
    asked_lines = engine.ask(game, Limits(depth=1))
    assert asked_lines[1] == "position startpos moves h3e3"
    assert events_of(engine, "readyok", "bestmove h10g8")[1] == Chose("h10g8")
    assert engine.find_move(game, "h10g8") == "h9g7"
    without_variant = Uci(setup("xiangqi"))
    events_of(without_variant, "uciok")
    assert without_variant.find_move(game, "h9g7") == "h9g7"


FRC = "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w KQkq - 0 1"
FRC_OFFER = "option name UCI_Chess960 type check default false"


def test_chess960_writes_castling_as_the_king_taking_its_rook() -> None:
    state = load("chess").parse(FRC)
    moves = ("e2e4", "e7e5")
    game = after(state, *moves)
    assert "f1g1" in game.legal
    engine = Uci(Setup(game.start))
    assert events_of(engine, FRC_OFFER, "uciok")[0] == Say("setoption name UCI_Chess960 value true")
    assert engine.ask(game, Limits())[1] == f"position fen {FRC} moves {' '.join(moves)}"
    assert engine.find_move(game, "f1g1") == "f1g1"


def test_chess960_castling_from_the_classical_squares_is_written_by_rook_too() -> None:
    """One side castles from other squares, so that the engine plays Chess960."""
    fen = "rk6/8/8/8/8/8/8/R3K2R w KQq - 0 1"
    game = after(load("chess").parse(fen))
    engine = Uci(Setup(game.start))
    events_of(engine, FRC_OFFER, "uciok")
    assert engine.find_move(game, "e1h1") == "e1g1"
    assert engine.find_move(game, "e1g1") is None
    assert engine.ask(after(load("chess").parse(fen), "e1g1"), Limits())[1].endswith("moves e1h1")


def test_an_engine_without_chess960_cannot_begin_there() -> None:
    shuffled = Setup(start("chess", position=FRC))
    (fault,) = events_of(Uci(shuffled), "uciok")
    assert fault == Fault("it has no option UCI_Chess960, which this start needs")
    with pytest.raises(Unsupported, match="cannot begin at this start"):
        Xboard(shuffled)


def test_other_starts_are_sent_as_fen_or_refused() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    new = Setup(start("chess", position=fen))
    lines = Uci(new).ask(Situation(new.start, position=fen), Limits(depth=1))
    assert lines[1] == f"position fen {fen}"
    for settings, position in (({"size": 6}, ""), ({}, "4-" * 0 + "-" * 63 + "X X")):
        with pytest.raises(Unsupported, match="only at its usual start and with its usual"):
            Uci(Setup(start("othello", settings, position)))
    assert Uci(setup("othello"))


# ── clocks ─────────────────────────────────────────────────────────────────────────────────────

OWN_CLOCK = Clocks((9_500, 8_000), 10_000, 100, other_increment_ms=200, moves=40, moves_to_go=39)


def test_each_player_has_its_own_increment_and_moves_to_go() -> None:
    engine = Uci(setup("chess"))
    first, second = (asked(engine, Limits(OWN_CLOCK), *moves)[-1] for moves in ((), ("e2e4",)))
    assert first == "go wtime 9500 btime 8000 winc 100 binc 200 movestogo 39"
    assert second == "go wtime 9500 btime 8000 winc 200 binc 100 movestogo 39"
    assert (
        Xboard(setup("chess")).ask(situation("chess"), Limits(OWN_CLOCK))[0] == "level 40 0:10 0.1"
    )

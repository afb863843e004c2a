"""GTP as input and output lines, without a process."""

import pytest

from zeitnot_engines.adapters.dialogue import (
    Chose,
    Clocks,
    EngineSetup,
    Event,
    Fault,
    GtpSetup,
    Limits,
    Listed,
    Ready,
    Resigned,
    Say,
)
from zeitnot_engines.adapters.gtp import Gtp

CLOCKS = Clocks((9_500, 8_000), 10_000, 100)


def events_of(dialogue: Gtp, *lines: str) -> list[Event]:
    return [event for line in lines for event in dialogue.read_line(line)]


def test_gtp_numbers_its_commands() -> None:
    engine = Gtp(EngineSetup("othello", 8, (("komi", "0"),)))
    assert engine.greet() == ["1 boardsize 8", "2 komi 0", "3 clear_board", "4 name"]
    assert events_of(engine, "=1", "", "=2", "", "=3 ", "", "=4 Fake", "") == [Ready()]
    assert engine.ask(["f5"], 1, Limits(CLOCKS)) == [
        *("5 time_settings 10 0 0", "6 time_left white 8 0", "7 play black f5", "8 genmove white"),
    ]
    assert events_of(engine, "=5", "", "?6 no", "", "=7", "", "=8 D6", "") == [Chose("D6")]
    assert engine.ask(["f5", "d6", "c3"], 1, Limits(CLOCKS)) == [
        *("9 time_left white 8 0", "10 play black c3", "11 genmove white"),
    ]
    assert events_of(engine, "=11 resign", "") == [Resigned()]


def test_gtp_sends_increments_as_periods_of_one_move() -> None:
    engine = Gtp(EngineSetup("othello"))
    limits = Limits(Clocks((60_000, 60_000), 60_000, 2_000))
    assert engine.ask([], 0, limits)[0] == "1 time_settings 60 2 1"


def test_gtp_refused_board_size_is_a_fault() -> None:
    engine = Gtp(EngineSetup("othello", 8))
    engine.greet()
    assert events_of(engine, "?1 unacceptable size", "") == [
        Fault('it answers "boardsize 8": unacceptable size')
    ]


def test_gtp_forced_passes_may_be_refused() -> None:
    """gtp-rhino plays forced passes by itself."""
    engine = Gtp(EngineSetup("othello"))
    engine.ask(["f5", "pass"], 0, Limits())
    assert events_of(engine, "=1", "", "?2 syntax error", "", "=3 D3", "") == [Chose("D3")]


def test_gtp_undoes_moves_no_longer_in_the_game() -> None:
    engine = Gtp(EngineSetup("othello"))
    engine.ask(["f5"], 1, Limits())
    assert events_of(engine, "=1", "", "=2 D6", "") == [Chose("D6")]
    assert engine.ask(["f5", "f6"], 0, Limits()) == ["3 undo", "4 play white f6", "5 genmove black"]
    events_of(engine, "=3", "", "=4", "", "=5 E6", "")
    assert engine.ask(["d3"], 1, Limits())[:4] == ["6 undo", "7 undo", "8 undo", "9 play black d3"]


def test_gtp_sends_the_time_per_move_when_it_changes() -> None:
    engine = Gtp(EngineSetup("othello"))
    assert engine.ask([], 0, Limits(move_ms=1_500))[0] == "1 time_settings 0 2 1"
    events_of(engine, "=1", "", "=2 D3", "")
    assert engine.ask(["d3", "c3"], 0, Limits(move_ms=4_000))[0] == "3 time_left black 4 1"


def test_gtp_sends_setup_commands() -> None:
    """White begins after a handicap; a refused command is replaced by its alternative; moves that
    GTP does not have, such as `done`, are not sent."""
    free, fixed = "set_free_handicap C3 G7", "fixed_handicap 2"
    setup = GtpSetup(("komi 0.5", free), {free: fixed}, 1, lambda move: move != "done")
    engine = Gtp(EngineSetup("othello", 9, gtp=setup))
    assert engine.greet()[2:] == ["3 komi 0.5", f"4 {free}", "5 name"]
    assert events_of(engine, "?4 unknown command", "") == [Say(f"6 {fixed}")]
    assert events_of(engine, "?6 no", "") == [Fault(f'it answers "{fixed}": no')]
    assert engine.ask(["e5", "pass", "done", "e6"], 0, Limits()) == [
        *("7 play white e5", "8 play black pass", "9 play white e6", "10 genmove black"),
    ]


@pytest.mark.parametrize(
    ("lines", "vertices"),
    [
        (["=1 D4 D5", "E5", ""], ("D4", "D5", "E5")),
        (["=1", ""], ()),
        (["?1 unknown command", ""], None),
    ],
)
def test_gtp_lists_dead_stones(lines: list[str], vertices: tuple[str, ...] | None) -> None:
    engine = Gtp(EngineSetup("othello"))
    assert engine.ask_dead([]) == ["1 final_status_list dead"]
    assert events_of(engine, *lines) == [Listed(vertices)]


def test_gtp_reads_answers_of_several_lines() -> None:
    engine = Gtp(EngineSetup("othello"))
    engine.greet()
    assert events_of(engine, "=1 a", "b", "c", "", "", "=2 Fake", "x", "") == [Ready()]

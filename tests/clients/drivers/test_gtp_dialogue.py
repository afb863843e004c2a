"""GTP as input and output lines, without a process."""

from collections.abc import Sequence

import pytest

from zeitnot_client.drivers.dialogue import Chose, Event, Fault, Ready, Resigned, Say
from zeitnot_client.drivers.gtp import Gtp, GtpSetup
from zeitnot_client.drivers.situation import Clocks, Limits, Setup, Situation, Start

from .situations import pretended, setup

CLOCKS = Clocks((9_500, 8_000), 10_000, 100)


def events_of(dialogue: Gtp, *lines: str) -> list[Event]:
    return [event for line in lines for event in dialogue.read_line(line)]


def lines_of(events: list[Event]) -> list[str]:
    return [event.line for event in events if isinstance(event, Say)]


def asked(dialogue: Gtp, limits: Limits, seat: int, *moves: str) -> list[str]:
    return dialogue.ask(pretended("othello", moves, seat), limits)


def test_gtp_numbers_its_commands() -> None:
    engine = Gtp(setup("othello", ("komi", "0")))
    assert lines_of(engine.greet()) == ["1 boardsize 8", "2 komi 0", "3 clear_board", "4 name"]
    assert events_of(engine, "=1", "", "=2", "", "=3 ", "", "=4 Fake", "") == [Ready()]
    assert asked(engine, Limits(CLOCKS), 1, "f5") == [
        *("5 time_settings 10 0 0", "6 time_left white 8 0", "7 play black f5", "8 genmove white"),
    ]
    assert events_of(engine, "=5", "", "?6 no", "", "=7", "", "=8 D6", "") == [Chose("D6")]
    assert asked(engine, Limits(CLOCKS), 1, "f5", "d6", "c3") == [
        *("9 time_left white 8 0", "10 play black c3", "11 genmove white"),
    ]
    assert events_of(engine, "=11 resign", "") == [Resigned()]


def test_gtp_sends_increments_as_periods_of_one_move() -> None:
    engine = Gtp(setup("othello"))
    limits = Limits(Clocks((60_000, 60_000), 60_000, 2_000))
    assert asked(engine, limits, 0)[0] == "1 time_settings 60 2 1"


def test_gtp_refused_board_size_is_a_fault() -> None:
    engine = Gtp(setup("othello"))
    engine.greet()
    assert events_of(engine, "?1 unacceptable size", "") == [
        Fault('it answers "boardsize 8": unacceptable size')
    ]


def test_gtp_forced_passes_may_be_refused() -> None:
    """gtp-rhino plays forced passes by itself."""
    engine = Gtp(setup("othello"))
    asked(engine, Limits(), 0, "f5", "pass")
    assert events_of(engine, "=1", "", "?2 syntax error", "", "=3 D3", "") == [Chose("D3")]


def test_gtp_undoes_moves_no_longer_in_the_game() -> None:
    engine = Gtp(setup("othello"))
    asked(engine, Limits(), 1, "f5")
    assert events_of(engine, "=1", "", "=2 D6", "") == [Chose("D6")]
    assert asked(engine, Limits(), 0, "f5", "f6") == [
        "3 undo",
        "4 play white f6",
        "5 genmove black",
    ]
    events_of(engine, "=3", "", "=4", "", "=5 E6", "")
    assert asked(engine, Limits(), 1, "d3")[:4] == ["6 undo", "7 undo", "8 undo", "9 play black d3"]


def test_gtp_sends_the_time_per_move_when_it_changes() -> None:
    engine = Gtp(setup("othello"))
    assert asked(engine, Limits(move_ms=1_500), 0)[0] == "1 time_settings 0 2 1"
    events_of(engine, "=1", "", "=2 D3", "")
    assert asked(engine, Limits(move_ms=4_000), 0, "d3", "c3")[0] == "3 time_left black 4 1"


def test_gtp_sends_setup_commands() -> None:
    """White begins after a handicap; a refused command is replaced by its alternative; moves that
    GTP does not have, such as `done`, are not sent."""
    free, fixed = "set_free_handicap C3 G7", "fixed_handicap 2"
    gtp = GtpSetup(9, ("komi 0.5", free), {free: fixed}, 1, lambda move: move != "done")
    engine = Gtp(Setup(Start("othello")), gtp)
    assert lines_of(engine.greet())[1:] == ["2 clear_board", "3 komi 0.5", f"4 {free}", "5 name"]
    assert events_of(engine, "?4 unknown command", "") == [Say(f"6 {fixed}")]
    assert events_of(engine, "?6 no", "") == [Fault(f'it answers "{fixed}": no')]
    assert asked(engine, Limits(), 0, "e5", "pass", "done", "e6") == [
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
    """The game's module makes a move of the list."""
    lists: list[Sequence[str] | None] = []

    def marking_move(situation: Situation, dead: Sequence[str] | None) -> str:
        lists.append(dead)
        return "done"

    gtp = GtpSetup(is_marking=lambda situation: True, marking_move=marking_move)
    engine = Gtp(Setup(Start("othello")), gtp)
    assert asked(engine, Limits(), 0) == ["1 final_status_list dead"]
    assert events_of(engine, *lines) == [Chose("done")]
    assert lists == [vertices]


def test_gtp_reads_answers_of_several_lines() -> None:
    engine = Gtp(setup("othello"))
    engine.greet()
    assert events_of(engine, "=1 a", "b", "c", "", "", "=3 Fake", "x", "") == [Ready()]

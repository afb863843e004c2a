"""`zeitnot gtp`: as transcripts, and in a match of `zeitnot match`."""

import json
import sys

import pytest
from click.testing import CliRunner

from zeitnot_engines.commands.gtp import gtp
from zeitnot_engines.commands.match import match
from zeitnot_engines.games import load
from zeitnot_engines.gtp.clock import Clock
from zeitnot_engines.gtp.engine import GtpEngine
from zeitnot_engines.levels import LEVELS
from zeitnot_engines.playing_options import PlayingOptions
from zeitnot_protocol import Control

QUICK = "time_settings 0 1 20"  # a twentieth of a second a move
BYOYOMI = Control(kind="byoyomi", periods=3, period_ms=10_000)
COMMAND = f"'{sys.executable}' -m zeitnot_server.cli gtp"


def last_answer(engine: GtpEngine, *lines: str) -> str:
    """The answer to the last line; the others must succeed."""
    for line in lines:
        text, more = engine.answer(line)
        assert more
        assert text.endswith("\n\n")
        assert text.startswith("=") or line is lines[-1], text
    return text.strip()


def test_numbers_comments_and_empty_lines() -> None:
    engine = GtpEngine()
    assert engine.answer("7 protocol_version # which?\n") == ("=7 2\n\n", True)
    assert engine.answer("name") == ("= Zeitnot\n\n", True)
    assert engine.answer("  # nothing") == ("", True)
    assert engine.answer("1 quit") == ("=1\n\n", False)


def test_known_command_answers() -> None:
    engine = GtpEngine()
    names = last_answer(engine, "list_commands")[2:].split("\n")
    assert {"play", "genmove", "clear_board", "boardsize", "time_left", "undo"} <= set(names)
    assert all(last_answer(engine, f"known_command {name}") == "= true" for name in names)
    assert last_answer(engine, "known_command final_score") == "= false"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("dance", "unknown command"),
        ("3 play black", "syntax error"),
        ("play red d3", "syntax error"),
        ("play black a1", "illegal move"),
        ("play white c3", "illegal move"),
        ("play black pass", "illegal move"),
        ("genmove white", "it is the other side's turn"),
        ("boardsize 19", "unacceptable size"),
        ("boardsize", "syntax error"),
        ("komi", "syntax error"),
        ("time_settings 300", "syntax error"),
        ("time_settings 300 1 1 1", "syntax error"),
        ("time_left black soon 0", "syntax error"),
        ("undo", "cannot undo"),
    ],
)
def test_bad_commands_are_refused(line: str, sentence: str) -> None:
    answer = last_answer(GtpEngine(), line)
    assert answer.startswith("?")
    assert answer.endswith(sentence)


def test_plays_and_undoes() -> None:
    engine = GtpEngine()
    move = last_answer(engine, QUICK, "play B D3", "genmove w")[2:]
    after = load("othello").start().play("d3")
    assert move in after.legal()
    assert last_answer(engine, "showboard")[2:].strip() == after.play(move).text
    assert last_answer(engine, "undo", "showboard")[2:].strip() == after.text
    assert last_answer(engine, "komi 6.5", "boardsize 6", "showboard").count("-") == 32


def test_a_move_can_be_asked_for_without_being_played() -> None:
    engine = GtpEngine()
    before = last_answer(engine, QUICK, "showboard")
    assert last_answer(engine, "reg_genmove black")[2:] in load("othello").start().legal()
    assert last_answer(engine, "showboard") == before


@pytest.mark.parametrize(
    ("settings", "clock"),
    [
        ("time_settings 60 10 5", Clock(60_000)),
        ("time_settings 0 10 5", Clock(10_000, 5)),
        ("time_settings 60 10 0", Clock()),
        ("kgs-time_settings none", Clock()),
        ("kgs-time_settings absolute 60", Clock(60_000)),
        ("kgs-time_settings canadian 0 300 25", Clock(300_000, 25)),
        ("kgs-time_settings byoyomi 60 10 3", Clock(60_000, 0, BYOYOMI)),
        ("kgs-time_settings byoyomi 0 10 3", Clock(10_000, 3, BYOYOMI)),
    ],
)
def test_time_settings(settings: str, clock: Clock) -> None:
    engine = GtpEngine()
    last_answer(engine, settings)
    assert engine._clocks == [clock, clock]


def test_in_byoyomi_most_of_the_period_is_used_and_never_all() -> None:
    main, period = Clock(60_000, 0, BYOYOMI), Clock(10_000, 3, BYOYOMI)
    assert 5_000 < period.limits(20, None)["ms"] < 9_000
    assert main.limits(20, None)["soft_ms"] < 6_000
    assert period.limits(20, 100)["ms"] == 100


@pytest.mark.parametrize(
    "arguments", ["", "none_at_all", "byoyomi 60 10", "absolute", "absolute x"]
)
def test_bad_time_settings_are_refused(arguments: str) -> None:
    assert last_answer(GtpEngine(), f"kgs-time_settings {arguments}") == "? syntax error"


def test_playouts_and_levels_limit_the_search_without_a_clock() -> None:
    state = load("othello").start()
    limited = GtpEngine(options=PlayingOptions(playouts=50))._limits(state, 0)
    assert limited == {"depth": None, "nodes": 50}
    weak = GtpEngine(options=PlayingOptions(level=1))._limits(state, 0)
    assert (weak["depth"], weak["ms"]) == (LEVELS[1].depth, LEVELS[1].max_ms)
    assert GtpEngine(options=PlayingOptions(ms=9_000))._limits(state, 0)["ms"] == 9_000


def test_plays_a_whole_game_with_and_without_passes() -> None:
    """The 6 by 6 board has many passes; the engine adds those that the client does not send."""
    engine, size = GtpEngine(), {"size": 6}
    state, passes = load("othello", size).start(), 0
    last_answer(engine, "boardsize 6", "time_settings 0 1 1000")
    while state.result is None:
        if state.legal() == ["pass"]:
            passes += 1
            if passes % 2:
                last_answer(engine, f"play {'bw'[state.turn or 0]} pass")
            state = state.play("pass")
            continue
        move = last_answer(engine, f"genmove {'bw'[state.turn or 0]}")[2:]
        assert move in state.legal()
        state = state.play(move)
    assert last_answer(engine, "genmove b") == "= pass"


def test_end_of_input_ends_the_command() -> None:
    result = CliRunner().invoke(gtp, input="1 name\n2 nonsense\n")
    assert (result.exit_code, result.output) == (0, "=1 Zeitnot\n\n?2 unknown command\n\n")


def test_plays_a_match_run_by_the_match_command() -> None:
    arguments = ("othello", "random", f"gtp:{COMMAND}", "--games", "2", "--time", "1", "--json")
    result = CliRunner().invoke(match, [*arguments, "--set", "size=6", "--tc", "2+1"])
    assert result.exit_code == 0, result.output
    output = json.loads(result.stdout)
    assert (output["faults"], output["losses"]) == (0, 2)

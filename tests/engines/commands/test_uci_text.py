"""How `zeitnot uci` answers bad, unknown and early commands, and how it ends."""

import os
import subprocess
import threading

import pytest
from click.testing import CliRunner

from zeitnot_engines.commands.uci import uci
from zeitnot_engines.games import load
from zeitnot_engines.uci.engine import UciEngine

from .gui import COMMAND, WAIT_S, Gui


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hello", 'there is no command "hello"'),
        ("go depth five", 'depth takes a whole number, not "five"'),
        ("go searchmoves e9e9", "not a legal move"),
        ("setoption name Hash value lots", "hash takes a number from 1"),
        ("setoption name Hash value 0", "hash takes a number from 1"),
        ("setoption name Threads value 999999999999999999999", "threads takes a number"),
        ("setoption name Colour value red", 'there is no option "colour"'),
        ("setoption name UCI_Variant value ewn", 'there is no variant "ewn"'),
        ("setoption", "setoption takes name"),
        ("\x00\udcff", "there is no command"),
    ],
)
def test_bad_commands_are_answered_in_one_line(gui: Gui, line: str, sentence: str) -> None:
    gui.send("position startpos moves e2e4")
    gui.send(line)
    error, *others = gui.lines
    assert error.startswith("info string ")
    assert sentence in error
    # A GUI waits for the move of every `go`.
    assert others == (["bestmove (none)"] if line.startswith("go ") else [])
    gui.lines.clear()
    gui.send("go depth 1")
    assert gui.wait("bestmove").split()[1] in load("chess").start().play("e2e4").legal()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("joho go depth 2", 'there is no command "joho"'),
        ("go fast depth 2 2", 'unknown in go: "fast", "2"'),
        ("go depth 2 searchmoves e2e4 e9e9", 'unknown in go: "e9e9"'),
    ],
)
def test_unknown_commands_are_ignored(gui: Gui, line: str, sentence: str) -> None:
    """The protocol requires this, so that a newer GUI still gets its move."""
    gui.send(line)
    assert gui.wait("info") == f"info string {sentence}"
    gui.wait("info depth 2")
    gui.wait("bestmove")


def test_setoption_waits_for_the_search(gui: Gui) -> None:
    gui.send("position startpos", "go infinite", "setoption name Hash value 4")
    assert "must wait" in gui.wait("info string")
    gui.send("isready")
    gui.wait("readyok")
    gui.send("stop", "setoption name Hash value 4", "go depth 1")
    gui.wait("bestmove")


def test_a_position_sent_during_a_search_is_for_the_next(gui: Gui) -> None:
    """Lines may also end with CR LF."""
    gui.send("position startpos", "go infinite", "position startpos moves e2e4\r", "stop")
    start = load("chess").start()
    assert gui.wait("bestmove").split()[1] in start.legal()
    gui.send("go depth 2\r\n")
    assert gui.wait("bestmove").split()[1] in start.play("e2e4").legal()


def test_empty_lines_are_ignored(gui: Gui) -> None:
    gui.send("", "   ", "debug on", "stop", "ponderhit", "register later")
    assert gui.lines == []
    assert not gui.engine.process("quit")


def test_options_may_be_set_as_soon_as_bestmove_is_read() -> None:
    """The GUI may react while the thread that sent `bestmove` is still in its callback."""
    lines: list[str] = []
    bestmove_sent, may_return = threading.Event(), threading.Event()

    def say(line: str) -> None:
        lines.append(line)
        if line.startswith("bestmove"):
            bestmove_sent.set()
            may_return.wait(WAIT_S)

    engine = UciEngine(load("chess"), say)
    engine.process("go depth 2")
    assert bestmove_sent.wait(WAIT_S)
    engine.process("setoption name MultiPV value 3")
    may_return.set()
    engine.process("go depth 2")
    engine.close()
    assert not any("must wait" in line for line in lines)
    assert any("multipv 3" in line for line in lines)


# ── the command ────────────────────────────────────────────────────────────────────────────────


def test_end_of_input_ends_the_process() -> None:
    result = CliRunner().invoke(uci, [], input="uci\nposition startpos\ngo infinite\n")
    assert result.exit_code == 0
    assert "uciok" in result.output
    assert "bestmove" in result.output


def test_dice_games_are_refused() -> None:
    result = CliRunner().invoke(uci, ["ewn"])
    assert result.exit_code == 2
    assert "cannot express the throws of ewn" in result.output


def test_quit_ends_an_infinite_search() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"go infinite\nisready\n")
        process.stdin.flush()
        while b"readyok" not in process.stdout.readline():
            pass
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        assert process.wait(WAIT_S) == 0


def test_invalid_bytes_do_not_end_the_process() -> None:
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    process = subprocess.run(
        COMMAND,
        env=strict,
        input=b"\xff\xfe\nisready\nquit\n",
        capture_output=True,
        timeout=WAIT_S,
        check=True,
    )
    assert b"readyok" in process.stdout
    assert process.stderr == b""

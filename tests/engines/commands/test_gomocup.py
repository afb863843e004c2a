"""`zeitnot gomocup`: as transcripts, as a process, and in a match of `zeitnot match`."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from zeitnot_client.drivers.gomocup_text import from_move
from zeitnot_engines.commands.gomocup import gomocup
from zeitnot_engines.commands.match import match
from zeitnot_engines.games import load
from zeitnot_engines.gomocup import thinker as thinking
from zeitnot_engines.gomocup.brain import Think
from zeitnot_engines.gomocup.info import Info
from zeitnot_engines.gomocup.session import Session
from zeitnot_engines.gomocup.thinker import Thinker, hash_for, search_limits
from zeitnot_engines.levels import levels_of
from zeitnot_engines.playing_options import PlayingOptions

COMMAND = [sys.executable, "-m", "zeitnot_server.cli", "gomocup"]
WAIT_S = 60  # for events that are immediate on an idle machine
LONG = "INFO timeout_turn 600000"


def transcript(*lines: str, arguments: tuple[str, ...] = ()) -> list[str]:
    """All answers to these lines."""
    text = "".join(f"{line}\r\n" for line in lines)
    result = CliRunner().invoke(gomocup, arguments, input=text)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def test_requested_moves_are_sent_before_end_of_input_ends_the_command() -> None:
    answers = transcript("START 5", LONG, "BEGIN", "FOO", "INFO rule 8")
    assert [answers[0], *answers[2:]] == [
        *("OK", "UNKNOWN FOO", "ERROR rule 8 is not supported, only 0, 1 and 4 are"),
    ]
    x, y = map(int, answers[1].split(","))
    assert max(x, y) < 5


def test_end_stops_thinking_without_a_move() -> None:
    assert transcript("START 5", LONG, "BEGIN", "END", "ABOUT") == ["OK"]


def test_a_new_game_stops_thinking() -> None:
    answers = transcript("START 5", LONG, "BEGIN", "START 20", "BOARD", "0,0,2", "DONE")
    assert answers[:2] == ["OK", "OK"]
    assert len(answers) == 3


@pytest.mark.parametrize("rule", [0, 1, 4])
def test_the_move_that_wins_is_found_by_every_rule(rule: int) -> None:
    answers: list[str] = []

    def say(line: str) -> None:
        answers.append(line)
        if "," in line:
            session.receive("END")

    session = Session(PlayingOptions(playouts=20_000), say)
    rows = [f"{x},3,1" for x in range(1, 5)] + [f"{x},0,2" for x in (0, 2, 4, 6)]
    for line in ("START 7", f"INFO rule {rule}", "BOARD", *rows, "DONE"):
        session.receive(line)
    session.run()
    assert answers in (["OK", "0,3"], ["OK", "5,3"])


@pytest.fixture
def process() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as started:
        yield started
        started.kill()


def send(process: subprocess.Popen[str], *lines: str) -> None:
    assert process.stdin is not None
    process.stdin.write("".join(f"{line}\r\n" for line in lines))
    process.stdin.flush()


def test_end_stops_a_thinking_process_at_once(process: subprocess.Popen[str]) -> None:
    """It would think for ten minutes. ABOUT is not answered, since answers wait for the move."""
    assert process.stdout is not None
    send(process, "START 15", LONG)
    assert process.stdout.readline() == "OK\n"
    send(process, "BEGIN", "ABOUT")
    time.sleep(0.2)
    send(process, "END")
    assert process.wait(WAIT_S) == 0
    assert process.stdout.read() == ""


def test_an_interrupt_ends_the_process(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    send(process, "START 15", LONG)
    assert process.stdout.readline() == "OK\n"
    send(process, "BEGIN")
    process.send_signal(signal.SIGINT)
    assert process.wait(WAIT_S) == 0


def test_invalid_utf8_is_answered() -> None:
    lines = b"FOO\xff\xfe\r\nB\xc3\xa4R\r\nSTART 15\r\nEND\r\n"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    result = subprocess.run(COMMAND, input=lines, capture_output=True, env=environment, check=True)
    first, second, third = result.stdout.split(b"\n")[:3]
    assert first.startswith(b"UNKNOWN FOO")
    assert second.startswith(b"UNKNOWN B")
    assert third == b"OK"


def test_plays_a_match_with_the_house_through_the_adapter() -> None:
    """Openings are sent as BOARD, later moves as TURN."""
    brain = "gomocup:" + " ".join(f"'{word}'" for word in [*COMMAND, "--playouts", "30"])
    arguments = ("gomoku", "house:nodes=30", brain, "--games", "2", "--tc", "20+1", "--json")
    options = ("--set", "size=7", "--set", "rule=standard", "--margin", "10000")
    result = CliRunner().invoke(match, [*arguments, *options])
    assert result.exit_code == 0, result.output
    output = json.loads(result.stdout)
    assert (output["faults"], output["games"]) == (0, 2)


# ── the search ─────────────────────────────────────────────────────────────────────────────────


def test_memory_bounds_the_table() -> None:
    assert hash_for(16, None) == 16
    assert hash_for(16, 350 * 2**20) == 16
    assert hash_for(1024, 350 * 2**20) == 350 - thinking.BASE_MB
    assert hash_for(16, 10 * 2**20) == 1


def test_options_and_levels_limit_the_search() -> None:
    strength = levels_of("gomoku")[1]
    full = levels_of("gomoku")[max(levels_of("gomoku"))]
    weak = search_limits(PlayingOptions(), strength, Info(), 0, 0)
    assert (weak["depth"], weak["nodes"], weak["ms"]) == (
        *(strength.depth, strength.nodes, strength.max_ms),
    )
    assert search_limits(PlayingOptions(ms=90), full, Info(turn_ms=5_000), 0, 0)["ms"] == 90
    assert search_limits(PlayingOptions(ms=9_000), full, Info(turn_ms=500), 0, 0)["ms"] < 500
    assert search_limits(PlayingOptions(playouts=7), full, Info(turn_ms=500), 0, 0)["nodes"] == 7


def move_of(options: PlayingOptions, position: str) -> str:
    """The move that a thinker chooses in this position on a board of 5 by 5."""
    state = load("gomoku", {"size": 5}).parse(position)
    moves: list[str] = []
    thinker = Thinker(options, lambda _, move: moves.append(move))
    thinker.begin(1, Think(state, Info(turn_ms=0), 0), time.monotonic())
    assert thinker._running is not None
    thinker._running.result(WAIT_S)
    (move,) = moves
    assert move in state.legal()
    return move


def test_a_search_that_fails_still_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(thinking.Engine):
        def search(self, *_: object, **__: object) -> object:  # type: ignore[override]
            raise RuntimeError("a bug")

    monkeypatch.setattr(thinking, "Engine", Failing)
    assert from_move(move_of(PlayingOptions(), "5/5/5/5/5 x"), 5)


def test_hash_table_shrinks_after_a_memory_error(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    real_engine = thinking.Engine

    def engine(game: object, hash_mb: int, threads: int) -> object:
        sizes.append(hash_mb)
        if hash_mb > 1:
            raise MemoryError
        return real_engine(game, hash_mb=hash_mb, threads=threads)  # type: ignore[arg-type]

    monkeypatch.setattr(thinking, "Engine", engine)
    move_of(PlayingOptions(hash_mb=500), "5/5/5/5/5 x")
    assert sizes == [500, 1]


def test_a_weak_level_sometimes_moves_at_random() -> None:
    """It does so only if it has a choice: in the first position only one move is legal."""
    assert move_of(PlayingOptions(level=1), "xoxox/xoxox/oxoxo/xoxox/xoxo1 o") == "e1"
    assert len({move_of(PlayingOptions(level=1), "5/5/2x2/5/5 o") for _ in range(20)}) > 1

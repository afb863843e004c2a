"""External engines as processes: a fake engine in each protocol, with and without faults."""

import contextlib
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zeitnot_client.drivers import process, running
from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import ClaimsEnd, Failed, HasResigned
from zeitnot_client.drivers.process import Process, ProcessExited
from zeitnot_client.drivers.situation import Choice, Clocks, Limits
from zeitnot_engines.games import load
from zeitnot_engines.matches.record import Record, start_of

from .situations import situation, start

FAKE = Path(__file__).with_name("fake.py")
GAMES = {
    **{"uci": "tictactoe", "xboard": "tictactoe", "gtp": "othello", "gomocup": "gomoku"},
    **{"ucci": "xiangqi", "json": "ewn", "ecui": "ewn"},
}
WAIT_S = 30  # for events that are immediate on an idle machine
SHORT = Limits(Clocks((200, 200), 200, 0), give_up_ms=200)
LONG = Limits(Clocks((60_000, 60_000), 60_000, 0), give_up_ms=60_000)


def fake(protocol: str, fault: str = "", **launch: Any) -> Driver:
    game = GAMES[protocol]
    command = (sys.executable, str(FAKE), protocol, game, fault)
    return Driver(Launch(protocol, command, **launch), start(game))


@contextlib.contextmanager
def started(protocol: str, fault: str = "", **launch: Any) -> Iterator[Driver]:
    driver = fake(protocol, fault, **launch)
    try:
        driver.begin()
        yield driver
    finally:
        driver.close()


def first_move(driver: Driver, protocol: str, limits: Limits = LONG) -> Choice:
    return driver.move(situation(GAMES[protocol]), limits)


@pytest.mark.parametrize("protocol", GAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_plays_a_game_to_its_end(protocol: str, seat: int) -> None:
    """The engine keeps its own board, and crashes on a move that is illegal there."""
    state = load(GAMES[protocol]).start()
    record, rng = Record(start_of(state)), random.Random(seat)
    with started(protocol) as engine:
        while state.result is None and state.ply < 60:
            if state.turn is None:
                values = rng.choice(state.outcomes())[0]
                state = state.throw(values)
                record.add_throw(values, state)
                continue
            mover, move = state.turn, rng.choice(state.legal())
            if mover == seat:
                move = engine.move(record.situation(state), Limits(move_ms=100)).move
                assert move in state.legal()
            state = state.play(move)
            record.add_move(mover, move, state)
        assert engine.starts == 1
    assert state.ply >= 5


@pytest.mark.parametrize("protocol", GAMES)
@pytest.mark.parametrize(
    ("fault", "limits", "sentence"),
    [
        ("crash", LONG, "it ended with code 3, having said: .*my last words"),
        ("hang", SHORT, "it did not move in time"),
        ("late", SHORT, "it did not move in time"),
    ],
)
def test_an_engine_that_does_not_move_has_failed(
    protocol: str, fault: str, limits: Limits, sentence: str
) -> None:
    with started(protocol, fault) as engine, pytest.raises(Failed, match=sentence):
        first_move(engine, protocol, limits)


@pytest.mark.parametrize("protocol", ["xboard", "gtp"])
def test_resignation_is_reported(protocol: str) -> None:
    with started(protocol, "resign") as engine, pytest.raises(HasResigned):
        first_move(engine, protocol)


def test_an_engine_may_claim_instead_of_moving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SILENCE_S", 0.2)
    with started("xboard", "claim") as engine, pytest.raises(ClaimsEnd) as claim:
        first_move(engine, "xboard")
    assert (claim.value.score, str(claim.value)) == (0.5, "1/2-1/2 {Draw by my reckoning}")


def test_plays_with_an_old_xboard_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SILENCE_S", 0.5)
    with started("xboard", "old") as engine:
        assert engine.move(situation("tictactoe", "a3"), LONG).move == "b3"


def test_a_slow_start_is_not_taken_for_an_old_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is silent because it has read nothing yet; later it expects moves as in protocol 2."""
    monkeypatch.setattr(running, "SILENCE_S", 0.1)
    monkeypatch.setattr(Process, "has_read_input", False)  # until it answers
    with started("xboard", "slow") as engine:
        assert engine.move(situation("tictactoe", "a3"), LONG).move == "b3"


def test_options_reach_the_engine() -> None:
    with started("uci", "options", options=(("Skill Level", "3"),)) as engine:
        assert first_move(engine, "uci").move == "a3"


def test_options_out_of_range_are_refused() -> None:
    driver = fake("uci", options=(("Skill Level", "99"),))
    with pytest.raises(Failed, match='whole number from 0 to 20 for its option "Skill Level"'):
        driver.begin()


def test_debians_games_folder_is_searched_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "an-engine"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert process.find_program("an-engine") is None
    monkeypatch.setattr(process, "GAMES", str(tmp_path))
    assert process.find_program("an-engine") == str(program)


def test_an_engine_that_is_never_ready_fails() -> None:
    with pytest.raises(Failed, match="was not ready within"):
        fake("uci", "silent", start_s=0.3).begin()


def test_an_engine_that_is_not_ready_is_not_sent_quit(tmp_path: Path) -> None:
    """It would not read `quit`, and waiting for it would cost the bot's time."""
    read = tmp_path / "read"
    launch = Launch("uci", ("sh", "-c", 'cat > "$0"; :', str(read)), start_s=0.3)
    with pytest.raises(Failed, match="was not ready within"):
        Driver(launch, start("tictactoe")).begin()
    assert "quit" not in read.read_text()


def test_a_missing_program_is_reported() -> None:
    with pytest.raises(Failed, match='no program "no-such-engine"'):
        Driver(Launch("uci", ("no-such-engine",)), start("tictactoe")).begin()


def test_children_are_killed_with_the_engine() -> None:
    """A child that keeps the output open must not outlive its engine, nor delay `close`."""
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    process = Process([sys.executable, "-c", code])
    child = int(process.receive(WAIT_S) or "0")
    started = time.monotonic()
    process.close()
    assert time.monotonic() - started < WAIT_S
    deadline = time.monotonic() + WAIT_S
    while _runs(child):
        assert time.monotonic() < deadline, "the child still runs"
        time.sleep(0.01)


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"  # Z: ended, but not reaped yet


def test_every_read_from_a_dead_process_reports_its_exit() -> None:
    process = Process([sys.executable, "-c", "print('bye')"])
    try:
        assert process.receive(WAIT_S) == "bye"
        for _ in range(2):
            with pytest.raises(ProcessExited, match="ended with code 0, having said: bye"):
                process.receive(WAIT_S)
    finally:
        process.close()
        process.close()


def test_waits_for_a_process_that_is_slow_to_exit() -> None:
    """Its output ends first, and on a busy machine its exit code and last words come later."""
    code = "import os, time; os.close(1); time.sleep(1); os.write(2, b'farewell'); os._exit(3)"
    process = Process([sys.executable, "-c", code])
    try:
        with pytest.raises(ProcessExited, match="it ended with code 3, having said: farewell"):
            process.receive(WAIT_S)
    finally:
        process.close()


def test_has_read_input_shows_whether_sent_lines_were_read() -> None:
    idle = Process([sys.executable, "-c", "import time; time.sleep(600)"])
    reader = Process([sys.executable, "-c", "import sys; sys.stdin.read()"])
    try:
        for process in (idle, reader):
            assert process.has_read_input
            process.send(["hello"])
        deadline = time.monotonic() + WAIT_S
        while not reader.has_read_input:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert not idle.has_read_input
    finally:
        idle.close()
        reader.close()


def test_a_flood_of_output_does_not_fill_the_memory() -> None:
    """A process that writes more than is read blocks, and can still be closed."""
    flood = "import sys\nwhile True: sys.stdout.write('x' * 999 + '\\n')"
    process = Process([sys.executable, "-c", flood])
    try:
        assert len(process.receive(WAIT_S) or "") == 999
        time.sleep(0.2)
    finally:
        started = time.monotonic()
        process.close()
    assert time.monotonic() - started < WAIT_S

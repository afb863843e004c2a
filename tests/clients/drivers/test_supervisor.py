"""Engines that misbehave in every known way: what the caller gets, and that nothing is left."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from zeitnot_client.drivers import bounds as limits_of_system
from zeitnot_client.drivers.bounds import Bounds
from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import Failed, FoundNoMove, Interrupted, PlayedIllegal
from zeitnot_client.drivers.situation import Limits, Thinking

from .situations import situation, start

BAD = str(Path(__file__).with_name("bad_engine.py"))
WAIT_S = 30  # for events that are immediate on an idle machine
LONG = Limits(give_up_ms=1000 * WAIT_S)
SHORT = Limits(give_up_ms=300)
SECOND = ("a2a3", "h7h6")
MakeDriver = Callable[..., Driver]


@pytest.fixture
def bad(tmp_path: Path) -> Iterator[MakeDriver]:
    """Makes drivers of the bad engine, and closes them."""
    made: list[Driver] = []

    def make(fault: str, on_thinking: Any = None, **launch: Any) -> Driver:
        command = (sys.executable, BAD, fault, str(tmp_path))
        start_s = launch.pop("start_s", WAIT_S)
        new = Launch("uci", command, start_s=start_s, **launch)
        made.append(Driver(new, start("chess"), on_thinking=on_thinking))
        return made[-1]

    yield make
    for driver in made:
        driver.close()


def second_move(driver: Driver, limits: Limits = LONG) -> str:
    """The engine's second move, at which most faults show."""
    assert driver.move(situation("chess"), LONG).move == "a2a3"
    return driver.move(situation("chess", *SECOND), limits).move


@pytest.mark.parametrize(
    ("fault", "start_s", "message"),
    [
        ("no_handshake", 0.2, "was not ready within 0 seconds"),
        ("only_stderr", 0.5, "was not ready within 0 seconds"),
        ("ends_at_once", WAIT_S, "ended with code 7, having said: no licence"),
        ("closes_stdout", 0.5, "closed its output|was not ready"),
    ],
)
def test_an_engine_without_a_handshake_is_given_up(
    bad: MakeDriver, monkeypatch: pytest.MonkeyPatch, fault: str, start_s: float, message: str
) -> None:
    monkeypatch.setattr("zeitnot_client.drivers.process.EXIT_S", 0.1)
    driver = bad(fault, start_s=start_s)
    for number in (1, 2):
        with pytest.raises(Failed, match=message):
            driver.begin()
        assert driver.starts == number


@pytest.mark.parametrize(
    ("fault", "limits", "message"),
    [
        ("crash", LONG, "killed by SIGABRT, having said: .*Segmentation fault"),
        ("hang_thinking", SHORT, "did not move in time"),
        ("flood", SHORT, "did not move in time"),
        ("no_line_end", SHORT, "did not move in time"),
        ("illegal", LONG, '"e1e8" is not a legal move in rnbqkbnr/ppppppp1/'),
        ("wrong_side", LONG, '"b7b6" is not a legal move'),
        ("nonsense_move", LONG, r'"\?\[2Jx{50,60}" is not a legal move'),
        ("none", LONG, "finds no move"),
    ],
)
def test_a_failure_has_its_reason_and_ends_the_engine(
    bad: MakeDriver, fault: str, limits: Limits, message: str
) -> None:
    driver = bad(fault)
    with pytest.raises(Failed, match=message) as error:
        second_move(driver, limits)
    assert isinstance(error.value, PlayedIllegal) == ("legal" in message)
    assert isinstance(error.value, FoundNoMove) == (fault == "none")
    assert driver._running is None


@pytest.mark.parametrize("fault", ["flood_then_move", "long_line", "noise", "twice"])
def test_noise_and_repetition_do_no_harm(bad: MakeDriver, fault: str) -> None:
    driver = bad(fault)
    assert second_move(driver) == "b2b3"
    assert all(line.isprintable() and len(line) <= 302 for line in driver.last_dialogue)
    third = situation("chess", *SECOND, "b2b3", "g7g6")
    assert driver.move(third, LONG).move == "c2c3"
    assert driver.starts == 1


def test_an_engine_that_has_crashed_gets_the_game_again(bad: MakeDriver) -> None:
    driver = bad("crash_once")
    with pytest.raises(Failed, match="ended with code 3"):
        second_move(driver)
    assert driver.move(situation("chess", *SECOND), LONG).move == "b2b3"
    assert driver.starts == 2
    assert "> position startpos moves a2a3 h7h6" in driver.last_dialogue


def test_a_move_that_comes_after_stop_is_dropped(bad: MakeDriver) -> None:
    """The engine goes on running, because UCI can stop a search."""
    driver = bad("late_after_stop")
    driver.move(situation("chess"), LONG)
    asked: list[bool] = []

    def is_unwanted() -> bool:
        asked.append(True)
        return len(asked) > 2

    with pytest.raises(Interrupted):
        driver.move(situation("chess", *SECOND), LONG, is_unwanted)
    hurried = Limits(give_up_ms=1000 * WAIT_S, hurry_ms=1)
    game = situation("chess", *SECOND, "b2b3", "g7g6")
    assert driver.move(game, hurried).move == "c2c3"
    assert driver.starts == 1


def test_a_hung_engine_is_found_by_its_silence(bad: MakeDriver) -> None:
    with pytest.raises(Failed, match=r"it hangs: no answer for 0\.1 s"):
        second_move(bad("hang_thinking", hang_s=0.1))


@pytest.mark.parametrize("fault", ["memory", "processor", "files", "big_file"])
def test_an_engine_that_takes_too_much_is_ended(bad: MakeDriver, fault: str) -> None:
    small = Bounds(memory_bytes=256 * 1024**2, file_bytes=1024**2, files=32, cpu_s=1)
    driver = bad(fault, bounds=small)
    words = {
        "memory": "MemoryError",
        "processor": "killed by SIGXCPU",
        "files": "Too many open files",
        "big_file": "File too large|SIGXFSZ",
    }
    with pytest.raises(Failed, match=words[fault]):
        second_move(driver)


def test_the_errors_are_kept_for_the_author(bad: MakeDriver) -> None:
    """The last lines, without control characters."""
    driver = bad("only_stderr")
    with pytest.raises(Interrupted):
        driver.begin(lambda: len(driver.errors) == 200 and "9999" in driver.errors[-1])
    assert len(driver.errors) == 200
    assert driver.errors[-1].startswith("line 9999 ")
    assert "\x1b" not in "".join(driver.errors)


def runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"  # Z: ended, but not reaped yet


def wait_until(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_S
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux shows environments")
def test_all_children_are_ended_also_in_other_sessions(bad: MakeDriver, tmp_path: Path) -> None:
    driver = bad("starts_children")
    driver.begin()
    numbers = [tmp_path / name for name in ("group", "session", "orphan")]
    wait_until(lambda: all(number.read_text() for number in numbers))
    children = [int(number.read_text()) for number in numbers]
    assert all(map(runs, children))
    driver.close()
    wait_until(lambda: not any(map(runs, children)))


def test_an_engine_that_ignores_quit_is_killed(bad: MakeDriver) -> None:
    driver = bad("ignores_quit_and_sigterm")
    driver.begin()
    running = driver._running
    assert running is not None
    pid = running._transport._process.pid  # type: ignore[attr-defined]
    driver.close()
    assert not runs(pid)
    with pytest.raises(Failed, match="was closed"):
        driver.begin()


def test_reports_are_at_most_four_a_second(bad: MakeDriver) -> None:
    reports: list[Thinking] = []
    with pytest.raises(Failed, match="in time"):
        second_move(bad("flood", reports.append), SHORT)
    assert 1 <= len(reports) <= 3


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="prlimit is not installed")
def test_a_program_with_its_groups_rights_is_limited_when_it_starts(tmp_path: Path) -> None:
    """Only root may limit it later."""
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\necho "$@"; ulimit -n; ulimit -t\n')
    program.chmod(0o755)
    small = Bounds(files=32, cpu_s=7)
    assert small.wrapped([str(program), "a b"]) == [str(program), "a b"]
    program.chmod(0o2755)
    command = small.wrapped([str(program), "a b"])
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, check=True)
    assert done.stdout.split("\n") == ["a b", "32", "7", ""]


def test_a_system_without_limits_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(limits_of_system, "resource", None)
    limits_of_system.warn_without_limits.cache_clear()
    for _ in range(2):
        Bounds().apply_to(0)
    assert len(caplog.records) == 1
    assert "cannot limit" in caplog.text

"""A program that is closed while a thread waits for what it says."""

import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from zeitnot_engines.adapters import process as processes
from zeitnot_engines.adapters.process import Process, ProcessExited

WAIT_S = 60.0


def test_a_thread_that_waits_for_a_line_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the reader has noticed the end only after it was closed, as on a busy machine."""
    silent = Process(["sleep", "1000"])
    enqueue = silent._enqueue

    def late(line: str | None) -> None:
        silent._closed.wait(WAIT_S)
        enqueue(line)

    monkeypatch.setattr(silent, "_enqueue", late)
    with ThreadPoolExecutor(1) as thread:
        line = thread.submit(silent.receive, WAIT_S)
        silent.close()
        with pytest.raises(ProcessExited):
            line.result(WAIT_S / 2)


def test_after_the_kill_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_starts", True)
    running = Process(["sleep", "1000"])
    processes.kill_all()
    with pytest.raises(ProcessExited, match="killed by SIGKILL"):
        running.receive(WAIT_S)
    running.close()
    with pytest.raises(ProcessExited, match="shutting down"):
        Process(["sleep", "1000"])


def test_what_starts_while_all_are_killed_is_killed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """`kill_all` comes when the program has started and is not yet among those that run."""
    monkeypatch.setattr(processes, "_starts", True)
    start = subprocess.Popen
    with ThreadPoolExecutor(1) as thread:

        def start_and_kill_all(*args: Any, **options: Any) -> "subprocess.Popen[bytes]":
            started: subprocess.Popen[bytes] = start(*args, **options)
            thread.submit(processes.kill_all)
            while processes._starts:
                threading.Event().wait(0.001)
            return started

        monkeypatch.setattr(subprocess, "Popen", start_and_kill_all)
        late = Process(["sleep", "1000"])
        with pytest.raises(ProcessExited, match="killed by SIGKILL"):
            late.receive(WAIT_S)
        late.close()


@pytest.mark.parametrize("grace_s", [0.0, 7.0])
def test_a_program_that_ignores_the_end_of_its_input_has_the_grace_that_is_given(
    monkeypatch: pytest.MonkeyPatch, grace_s: float
) -> None:
    stubborn = Process(["sleep", "1000"])
    wait, waits = stubborn._process.wait, list[float | None]()

    def note(timeout: float | None = None) -> int:
        waits.append(timeout)
        if timeout is not None:
            raise subprocess.TimeoutExpired("sleep", timeout)
        return wait()

    monkeypatch.setattr(stubborn._process, "wait", note)
    stubborn.close(grace_s=grace_s)
    assert waits == [grace_s, None]

"""Engine processes that are closed or killed while threads wait for them or start them."""

import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from zeitnot_client.drivers import process as processes
from zeitnot_client.drivers.process import Process, ProcessExited

WAIT_S = 60.0


def test_close_wakes_a_thread_waiting_for_a_line() -> None:
    """It does so even if the reader thread sees the end of output only after `close`, as on a busy
    machine."""
    silent = Process(["sleep", "1000"])
    silent._lines.end = lambda: None  # type: ignore[method-assign]  # it is not seen
    with ThreadPoolExecutor(1) as thread:
        line = thread.submit(silent.receive, WAIT_S)
        silent.close()
        with pytest.raises(ProcessExited):
            line.result(WAIT_S / 2)


def test_no_process_starts_after_kill_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_may_start", True)
    running = Process(["sleep", "1000"])
    processes.kill_all()
    with pytest.raises(ProcessExited, match="killed by SIGKILL"):
        running.receive(WAIT_S)
    running.close()
    with pytest.raises(ProcessExited, match="shutting down"):
        Process(["sleep", "1000"])


def test_process_starting_during_kill_all_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`kill_all` is called when the program has started but is not yet registered as running."""
    monkeypatch.setattr(processes, "_may_start", True)
    start = subprocess.Popen
    with ThreadPoolExecutor(1) as thread:

        def start_and_kill_all(*args: Any, **options: Any) -> "subprocess.Popen[bytes]":
            started: subprocess.Popen[bytes] = start(*args, **options)
            thread.submit(processes.kill_all)
            while processes._may_start:
                threading.Event().wait(0.001)
            return started

        monkeypatch.setattr(subprocess, "Popen", start_and_kill_all)
        late = Process(["sleep", "1000"])
        with pytest.raises(ProcessExited, match="killed by SIGKILL"):
            late.receive(WAIT_S)
        late.close()


@pytest.mark.parametrize("grace_s", [0.0, 7.0])
def test_close_waits_grace_s_before_killing(
    monkeypatch: pytest.MonkeyPatch, grace_s: float
) -> None:
    stubborn = Process(["sleep", "1000"])
    wait, waits = stubborn._process.wait, list[float | None]()

    def record_timeout(timeout: float | None = None) -> int:
        waits.append(timeout)
        if timeout is not None:
            raise subprocess.TimeoutExpired("sleep", timeout)
        return wait()

    monkeypatch.setattr(stubborn._process, "wait", record_timeout)
    stubborn.close(grace_s=grace_s)
    assert waits == [grace_s, None]

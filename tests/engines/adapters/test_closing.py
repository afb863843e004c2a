"""A program that is closed while a thread waits for what it says."""

from concurrent.futures import ThreadPoolExecutor

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
    with pytest.raises(ProcessExited, match="nothing is started any more"):
        Process(["sleep", "1000"])

"""What the kernel reports about threads waiting for a core."""

import os
import subprocess
import sys
import threading
import time

import pytest

from zeitnot_server import runqueue
from zeitnot_server.runqueue import RunQueue

ENOUGH_NS = 20_000_000


def test_a_thread_sharing_a_core_has_waiting_time() -> None:
    queue, before = RunQueue(), os.sched_getaffinity(0)
    start = queue.waited_ns()
    os.sched_setaffinity(0, {min(before)})
    other = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        deadline = time.monotonic() + 60
        while queue.waited_ns() - start < ENOUGH_NS:
            assert time.monotonic() < deadline
    finally:
        other.kill()
        other.wait()
        os.sched_setaffinity(0, before)
        queue.close()
    known = queue.waited_ns()
    assert queue.waited_ns() == known, "closed"


def test_several_threads_are_added_up_and_may_end() -> None:
    queue, last = RunQueue(), 0
    for _ in range(3):
        thread = threading.Thread(target=queue.waited_ns)
        thread.start()
        thread.join()
        now = queue.waited_ns()
        assert now >= last
        last = now
    assert len(queue._files) >= 2
    queue.close()


def test_without_kernel_support_the_waiting_time_is_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runqueue, "get_native_id", lambda: 2**30)
    queue = RunQueue()
    assert queue.waited_ns() == queue.waited_ns() == 0
    queue.close()

"""The time that threads have waited for a core, as the kernel reports it."""

import os
import subprocess
import sys
import threading
import time

import pytest

from zeitnot_server import runqueue
from zeitnot_server.runqueue import RunQueue

MIN_WAIT_NS = 20_000_000


def test_a_thread_sharing_a_core_has_waiting_time() -> None:
    queue, before = RunQueue(), os.sched_getaffinity(0)
    start_ns = queue.waited_ns()
    os.sched_setaffinity(0, {min(before)})
    other = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        deadline = time.monotonic() + 60
        while queue.waited_ns() - start_ns < MIN_WAIT_NS:
            assert time.monotonic() < deadline
    finally:
        other.kill()
        other.wait()
        os.sched_setaffinity(0, before)
        queue.close()
    last_ns = queue.waited_ns()
    assert queue.waited_ns() == last_ns, "a closed queue does not count"


def test_the_waiting_times_of_all_threads_are_added_even_after_their_end() -> None:
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

"""The parent's rules for restarting a child, with a fake clock and without processes."""

import math
import os
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from zeitnot_server import supervisor
from zeitnot_server.exits import BAD_SETTINGS, NEVER_READY, NO_ACCESS, TEMPORARY_FAILURE
from zeitnot_server.supervisor import MAX_PAUSE_SECONDS, MAX_STARTS, Child, Readiness


class System:
    """A clock that the test sets, and processes that have ended with `status` at every poll."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.started = 0
        self.start_failures: list[Exception] = []  # raised by the next starts
        self.messages: list[str] = []
        self.status = 1

    def monotonic(self) -> float:
        return self.now_s

    def popen(self, *args: Any, **options: Any) -> "System":
        if self.start_failures:
            raise self.start_failures.pop(0)
        self.started += 1
        return self

    def poll(self) -> int:
        return self.status


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Iterator[System]:
    created = System()
    monkeypatch.setattr(supervisor.time, "monotonic", created.monotonic)
    monkeypatch.setattr(supervisor.subprocess, "Popen", created.popen)
    return created


def child() -> Child:
    return Child("bots", ["nothing"], {})


def test_a_child_is_restarted_however_often_it_ends(system: System) -> None:
    bots = child()
    bots.start(system.messages.append)
    pauses = []
    for _ in range(1_200):
        assert bots.check(system.messages.append) == 0
        pauses.append(bots.due_in())
        system.now_s += bots.due_in() + 0.001
    assert pauses[:3] == pytest.approx([0.2, 0.4, 0.8])
    assert pauses[8:] == pytest.approx([MAX_PAUSE_SECONDS] * len(pauses[8:]))
    assert system.started == len(pauses)


@pytest.mark.parametrize(
    "failure",
    [BlockingIOError(11, "Resource temporarily unavailable"), subprocess.SubprocessError("memory")],
)
def test_a_failed_fork_is_retried(system: System, failure: Exception) -> None:
    bots = child()
    system.start_failures = [failure, failure]
    bots.start(system.messages.append)
    assert (bots.due_in(), system.started) == (pytest.approx(0.2), 0)
    assert system.messages == [f"bots could not be started ({failure}); trying again"]
    system.now_s += bots.due_in() + 0.001
    assert bots.check(system.messages.append) == 0
    assert bots.due_in() == pytest.approx(0.4)
    bots.stop()
    bots.wait(0)
    system.now_s += bots.due_in() + 0.001
    assert bots.check(system.messages.append) == 0
    assert system.started == 1
    assert bots.due_in() < math.inf, "the child has ended again"


# ── a child that reports when it is ready ────────────────────────────────────────────────────────


@pytest.fixture
def ready() -> Iterator[Readiness]:
    created = Readiness()
    yield created
    created.close()


def last_status(system: System, child: Child, deaths: int) -> int:
    """The result of `check` after the last of these deaths; after the others it must be 0."""
    child.start(system.messages.append)
    for _ in range(deaths - 1):
        assert child.check(system.messages.append) == 0
        assert child.due_in() > 0
        system.now_s += 10.0  # even a slow start counts as failed
    return child.check(system.messages.append)


def test_the_parent_gives_up_a_child_that_is_never_ready(system: System, ready: Readiness) -> None:
    server = Child("server", ["nothing"], {}, ready=ready)
    assert last_status(system, server, MAX_STARTS) == NEVER_READY
    assert system.started == MAX_STARTS
    assert system.messages[-1].startswith(f"server ended {MAX_STARTS} times before it was ready")


def test_a_child_that_was_ready_once_is_always_restarted(system: System, ready: Readiness) -> None:
    os.write(ready.fd, b"!")
    assert last_status(system, Child("server", ["nothing"], {}, ready=ready), 1) == 0
    server = Child("server", ["nothing"], {}, ready=ready)
    server.start(system.messages.append)
    for status in (1, NO_ACCESS, TEMPORARY_FAILURE) * MAX_STARTS:
        system.status = status
        assert server.check(system.messages.append) == 0
        system.now_s += server.due_in() + 0.001


def test_temporary_faults_are_retried_for_ever_and_logged_once(
    system: System, ready: Readiness
) -> None:
    system.status = TEMPORARY_FAILURE
    assert last_status(system, Child("server", ["nothing"], {}, ready=ready), 5 * MAX_STARTS) == 0
    assert system.messages == []


def test_a_missing_file_ends_the_first_start(system: System, ready: Readiness) -> None:
    system.status = NO_ACCESS
    server = Child("server", ["nothing"], {}, ready=ready)
    assert last_status(system, server, 1) == BAD_SETTINGS


def test_readiness_is_reported_once() -> None:
    reports: list[str] = []
    ready = Readiness(lambda: reports.append("ready"))
    assert not ready.check()
    os.write(ready.fd, b"!!")
    assert ready.check()
    assert ready.check()
    ready.close()
    assert reports == ["ready"]

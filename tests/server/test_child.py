"""When the parent restarts a child: without processes, with an injected clock."""

import math
import os
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from zeitnot_server import supervisor
from zeitnot_server.exits import BAD_SETTINGS, NEVER_READY, NO_ACCESS, TEMPORARY_FAILURE
from zeitnot_server.supervisor import LONGEST_PAUSE, STARTS, Child, Readiness


class System:
    """Time, and processes that have died as soon as they are asked after."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.started = 0
        self.failures: list[Exception] = []  # of the next starts
        self.said: list[str] = []
        self.status = 1

    def monotonic(self) -> float:
        return self.now

    def popen(self, *args: Any, **options: Any) -> "System":
        if self.failures:
            raise self.failures.pop(0)
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


def test_a_child_is_restarted_however_often_it_dies(system: System) -> None:
    bots = child()
    bots.start(system.said.append)
    pauses = []
    for _ in range(1_200):
        assert bots.revive(system.said.append) == 0
        pauses.append(bots.due_in())
        system.now += bots.due_in() + 0.001
    assert pauses[:3] == pytest.approx([0.2, 0.4, 0.8])
    assert pauses[8:] == pytest.approx([LONGEST_PAUSE] * len(pauses[8:]))
    assert system.started == len(pauses)


@pytest.mark.parametrize(
    "failure",
    [BlockingIOError(11, "Resource temporarily unavailable"), subprocess.SubprocessError("memory")],
)
def test_a_failed_fork_is_retried(system: System, failure: Exception) -> None:
    bots = child()
    system.failures = [failure, failure]
    bots.start(system.said.append)
    assert (bots.due_in(), system.started) == (pytest.approx(0.2), 0)
    assert system.said == [f"bots could not be started ({failure}); trying again"]
    system.now += bots.due_in() + 0.001
    assert bots.revive(system.said.append) == 0
    assert bots.due_in() == pytest.approx(0.4)
    bots.stop()
    bots.wait(0)
    system.now += bots.due_in() + 0.001
    assert bots.revive(system.said.append) == 0
    assert system.started == 1
    assert bots.due_in() < math.inf, "it has died since"


# ── a child that says when it is ready ─────────────────────────────────────────────────────────


@pytest.fixture
def ready() -> Iterator[Readiness]:
    created = Readiness()
    yield created
    created.close()


def last_status(system: System, child: Child, deaths: int) -> int:
    """What `revive` has said at the last of so many deaths; at none before."""
    child.start(system.said.append)
    for _ in range(deaths - 1):
        assert child.revive(system.said.append) == 0
        assert child.due_in() > 0
        system.now += 10.0  # a start that takes long is in vain all the same
    return child.revive(system.said.append)


def test_a_child_that_is_never_ready_is_given_up(system: System, ready: Readiness) -> None:
    server = Child("server", ["nothing"], {}, ready=ready)
    assert last_status(system, server, STARTS) == NEVER_READY
    assert system.started == STARTS
    assert system.said[-1].startswith(f"server ended {STARTS} times before it was ready")


def test_a_child_that_was_ready_once_is_always_restarted(system: System, ready: Readiness) -> None:
    os.write(ready.fd, b"!")
    assert last_status(system, Child("server", ["nothing"], {}, ready=ready), 1) == 0
    server = Child("server", ["nothing"], {}, ready=ready)
    server.start(system.said.append)
    for status in (1, NO_ACCESS, TEMPORARY_FAILURE) * STARTS:
        system.status = status
        assert server.revive(system.said.append) == 0
        system.now += server.due_in() + 0.001


def test_temporary_faults_are_retried_for_ever_and_logged_once(
    system: System, ready: Readiness
) -> None:
    system.status = TEMPORARY_FAILURE
    assert last_status(system, Child("server", ["nothing"], {}, ready=ready), 5 * STARTS) == 0
    assert system.said == []


def test_a_missing_file_ends_the_first_start(system: System, ready: Readiness) -> None:
    system.status = NO_ACCESS
    server = Child("server", ["nothing"], {}, ready=ready)
    assert last_status(system, server, 1) == BAD_SETTINGS


def test_readiness_is_reported_once() -> None:
    messages: list[str] = []
    ready = Readiness(lambda: messages.append("ready"))
    assert not ready.check()
    os.write(ready.fd, b"!!")
    assert ready.check()
    assert ready.check()
    ready.close()
    assert messages == ["ready"]

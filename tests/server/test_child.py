"""When the parent starts a child again: without processes, on a clock of the test's own."""

import math
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from zeitnot_server import supervisor
from zeitnot_server.supervisor import LONGEST_PAUSE, Child


class System:
    """Time, and processes that have died as soon as they are asked after."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.started = 0
        self.failures: list[Exception] = []  # of the next starts
        self.said: list[str] = []

    def monotonic(self) -> float:
        return self.now

    def popen(self, *args: Any, **options: Any) -> "System":
        if self.failures:
            raise self.failures.pop(0)
        self.started += 1
        return self

    def poll(self) -> int:
        return 1


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Iterator[System]:
    made = System()
    monkeypatch.setattr(supervisor.time, "monotonic", made.monotonic)
    monkeypatch.setattr(supervisor.subprocess, "Popen", made.popen)
    return made


def child() -> Child:
    return Child("bots", ["nothing"], {})


def test_however_often_it_dies_it_is_started_again(system: System) -> None:
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
def test_a_system_without_room_for_it_is_asked_again(system: System, failure: Exception) -> None:
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

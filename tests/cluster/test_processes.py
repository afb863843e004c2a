"""Failures of a cluster's processes: a process that ends is restarted, and a health check that
hangs is killed."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from cluster import processes
from cluster.compose import Compose, Service
from cluster.places import Places
from cluster.processes import Cluster

WAIT_S = 60.0
PROGRAM, CHECK = "the-program", "pg_isready"
RUNS = 'echo $$ > "{pid}.new"; mv "{pid}.new" "{pid}"; exec sleep 600'
"""A script that writes its process id to a file, and keeps running."""


class Programs:
    """A folder of shell scripts, and the files with their process ids."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def pid_file(self, name: str) -> Path:
        return self.folder / f"{name}.pid"

    def write(self, name: str, script: str) -> None:
        text = script.format(pid=self.pid_file(name), folder=self.folder)
        (self.folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (self.folder / name).chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    instance = Programs(tmp_path)
    instance.write(PROGRAM, RUNS)
    instance.write(CHECK, "exit 0")
    return instance


@contextlib.asynccontextmanager
async def cluster_of(programs: Programs, messages: list[str]) -> AsyncIterator[Cluster]:
    service = Service(
        name="one",
        image="zeitnot",
        command=[PROGRAM],
        environment={},
        mounts={},
        needs=[],
        check=["CMD", CHECK],
        stop_signal=signal.SIGTERM,
        stop_seconds=WAIT_S,
    )
    compose = Compose([service], [])
    places = Places(compose, programs.folder, programs.folder / "cluster", {})
    path = os.pathsep.join((str(programs.folder), os.environ["PATH"]))
    cluster = Cluster(compose, places, path, messages.append)
    try:
        async with asyncio.timeout(WAIT_S):
            await cluster.start()
            yield cluster
    finally:
        await cluster.stop()


async def until(happened: Callable[[], bool]) -> None:
    while True:
        if happened():
            return
        await asyncio.sleep(0.01)


async def test_a_restart_that_fails_is_repeated(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program is missing for a while, as during an upgrade."""
    monkeypatch.setattr(processes, "RESTART_SECONDS", 0.01)
    messages: list[str] = []
    pid = programs.pid_file(PROGRAM)
    async with cluster_of(programs, messages) as cluster:
        await until(pid.exists)
        (programs.folder / PROGRAM).unlink()
        os.kill(int(pid.read_text()), signal.SIGKILL)
        pid.unlink()
        await until(lambda: sum("could not be started" in line for line in messages) >= 2)
        assert cluster.running() == []
        programs.write(PROGRAM, RUNS)
        await until(lambda: cluster.running() == ["one"])
        await until(pid.exists)
    assert "FileNotFoundError" in next(line for line in messages if "could not" in line)


async def test_a_health_check_that_hangs_is_killed_and_repeated(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "CHECK_SECONDS", 0.2)
    programs.write(CHECK, f'test -e "{{pid}}" && exit 0; {RUNS}')
    async with cluster_of(programs, []) as cluster:
        assert cluster.running() == ["one"]
        with pytest.raises(ProcessLookupError):
            os.kill(int(programs.pid_file(CHECK).read_text()), 0)

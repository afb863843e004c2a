"""All services of `make cluster` end with it: in order after Ctrl-C and SIGTERM, and also when it
is killed and cannot stop them."""

import contextlib
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..with_parent import WITH_PARENT

ROOT = Path(__file__).parents[2]
WAIT_MS = 60_000
RUN = """
import asyncio, functools, signal, sys
from pathlib import Path
from cluster.__main__ import run
from cluster.compose import Compose, Service
from cluster.places import Places
from cluster.processes import Cluster

say = functools.partial(print, flush=True)

def service(name, *needs):
    check = ["CMD", "pg_isready", name]
    return Service(name, "zeitnot", ["service", name], {}, {}, needs, check, signal.SIGTERM, 60.0)

folder = Path(sys.argv[1])
compose = Compose([service("database"), service("node", "database")], [])
cluster = Cluster(compose, Places(compose, folder, folder, {}), sys.argv[2], say)

async def main():
    task = asyncio.create_task(run(cluster, "http://there"))
    while len(cluster._watchers) < 2 and not task.done():
        await asyncio.sleep(0.01)
    say(*(process.pid for process in cluster._processes.values()))
    await task

asyncio.run(main())
"""


@contextlib.contextmanager
def run_of_two_services(folder: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Starts a run of two services, which are processes without children, with files that show when
    they have ended. A service is ready when its program runs."""
    for name, script in (
        ("service", f'touch "{folder}/$1.runs"; exec sleep 600'),
        ("pg_isready", f'test -e "{folder}/$1.runs"'),
    ):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    path = os.pathsep.join((str(folder), os.environ["PATH"]))
    command = [*WITH_PARENT, sys.executable, "-c", RUN, str(folder), path]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        try:
            lines = [run.stdout.readline().strip() for _ in range(4)]
            assert "Zeitnot is at http://there; Ctrl-C stops it." in lines, lines
            (pids,) = (line for line in lines if line[:1].isdigit())
            services = [os.pidfd_open(int(pid)) for pid in pids.split()]
            yield run, services
        finally:
            run.kill()
    for service in services:
        os.close(service)


def has_ended(service: int, within_ms: int) -> bool:
    poll = select.poll()
    poll.register(service, select.POLLIN)
    return bool(poll.poll(within_ms))


def test_services_end_with_a_run_that_is_killed(tmp_path: Path) -> None:
    assert WITH_PARENT, "setpriv, of util-linux, is not installed"
    with run_of_two_services(tmp_path) as (run, services):
        assert not any(has_ended(service, 0) for service in services)
        run.kill()
        assert all(has_ended(service, WAIT_MS) for service in services)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_services_end_in_order_with_a_run_that_is_stopped(
    tmp_path: Path, number: signal.Signals
) -> None:
    with run_of_two_services(tmp_path) as (run, services):
        run.send_signal(number)
        rest, _ = run.communicate(timeout=WAIT_MS / 1000)
        assert (run.returncode, rest.splitlines()) == (0, ["node stops", "database stops"])
        assert all(has_ended(service, 0) for service in services)

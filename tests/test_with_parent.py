"""A test run that is killed leaves no servers behind."""

import os
import select
import subprocess
import sys
from pathlib import Path

from .with_parent import WITH_PARENT

WAIT_MS = 60_000
ROOT = Path(__file__).parents[1]
RUN = """
import signal, sys
from pathlib import Path
from tests.postgres import running
with running(Path(sys.argv[1])) as cluster:
    print(cluster.pids()[0], flush=True)
    signal.pause()
"""


def test_postgresql_ends_with_a_killed_run(shared_folder: Path) -> None:
    assert WITH_PARENT, "setpriv, of util-linux, is not installed"
    command = [sys.executable, "-c", RUN, shared_folder / "postgresql"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        try:
            server = os.pidfd_open(int(run.stdout.readline()))
        finally:
            run.kill()
    ended = select.poll()
    ended.register(server, select.POLLIN)
    assert ended.poll(WAIT_MS)
    os.close(server)

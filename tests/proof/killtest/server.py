"""The whole server as a process of its own, without a parent: started, killed, started again.

Its processes are forks of one that has done the imports and nothing else, so that a restart takes a
tenth of a second, and a thousand kills a quarter of an hour. The listening socket is ours, as it is
the parent's in `zeitnot serve`: who connects while nobody is there waits.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from zeitnot_server import supervisor

from .watch import Kill

MAIN = "from zeitnot_server.app import main"
NURSERY = """
import os, sys
{main}
while sys.stdin.buffer.read(1):
    child = os.fork()
    if child == 0:
        os.dup2(2, 1)
        sys.exit(main())
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Server:
    """One database, one address, and the processes that come and go.

    `main`: a line of Python that brings a server's `main` into being.
    """

    def __init__(
        self, folder: Path, main: str = MAIN, environ: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.database = folder / "zeitnot.db"
        self.log = folder / "server.log"
        self.kills: list[Kill] = []
        self._listener = supervisor.listen("127.0.0.1", 0)
        self.port = int(self._listener.getsockname()[1])
        self._child: int | None = None
        fd = self._listener.fileno()
        with self.log.open("ab") as log:
            self._nursery = subprocess.Popen(
                [sys.executable, "-c", NURSERY.format(main=main), str(fd)],
                env={
                    **os.environ,
                    "ZEITNOT_DB": str(self.database),
                    "ZEITNOT_BOTS": "false",
                    **environ,
                },
                pass_fds=[fd],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )

    def start(self) -> None:
        """Begins a run."""
        assert self._nursery.stdin is not None
        self._nursery.stdin.write(b"!")
        self._nursery.stdin.flush()
        self._child = self._answer()

    @property
    def pid(self) -> int:
        """The process that serves."""
        assert self._child is not None
        return self._child

    @property
    def nursery(self) -> int:
        """The process that they are forked from."""
        return self._nursery.pid

    def kill(self) -> int:
        """SIGKILL; the process is gone when this returns."""
        return self._end(signal.SIGKILL)

    def wait(self) -> int:
        """The exit code of a process that ends by itself."""
        return self._end(None)

    def stop(self) -> int:
        """Ends the run in good order; the exit code."""
        return self._end(signal.SIGTERM)

    def close(self) -> None:
        """Leaves nothing behind."""
        if self._child is not None:
            self.kill()
        self._nursery.communicate()
        self._listener.close()

    def _end(self, how: signal.Signals | None) -> int:
        assert self._child is not None
        asked_at = time.monotonic()
        if how is not None:
            os.kill(self._child, how)
        self.kills.append(Kill(asked_at, time.monotonic()))
        self._child = None
        return self._answer()

    def _answer(self) -> int:
        assert self._nursery.stdout is not None
        line = self._nursery.stdout.readline()
        if not line:
            raise RuntimeError(f"no server could be started: {self.log.read_text()}")
        return int(line)

"""The server as a process without a supervisor, which tests start and kill again and again.

Its processes are forked from one that has only done the imports, so that a restart takes a tenth of
a second and a thousand kills take a quarter of an hour. The test owns the listening socket, like
the supervisor in `zeitnot serve`: connections wait in its backlog while no server runs.
"""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from zeitnot_server import supervisor

from ...with_parent import WITH_PARENT
from .turn_start import Kill

MAIN = "from zeitnot_server.app import main"
FORK_SERVER = """
import ctypes, os, signal, sys
{main}
def end_with_parent():
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
while sys.stdin.buffer.read(1):
    child = os.fork()
    if child == 0:
        end_with_parent()
        os.dup2(2, 1)
        sys.exit(main())
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Server:
    """One database, one port, and one server process after another.

    `main`: a line of Python that imports or defines the server's `main`. `database`: a PostgreSQL
    URL; None for SQLite in the folder.
    """

    def __init__(
        self,
        folder: Path,
        main: str = MAIN,
        environ: Mapping[str, str] = MappingProxyType({}),
        database: str | None = None,
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
            self._fork_server = subprocess.Popen(
                [*WITH_PARENT, sys.executable, "-c", FORK_SERVER.format(main=main), str(fd)],
                env={
                    **os.environ,
                    "ZEITNOT_DB": database or str(self.database),
                    "ZEITNOT_BOTS": "false",
                    **environ,
                },
                cwd=folder if database else None,  # where a node writes its heartbeat file
                pass_fds=[fd],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )

    def start(self) -> None:
        """Starts a server process."""
        assert self._fork_server.stdin is not None
        self._fork_server.stdin.write(b"!")
        self._fork_server.stdin.flush()
        self._child = self._read_number()

    @property
    def pid(self) -> int:
        """The id of the server process."""
        assert self._child is not None
        return self._child

    @property
    def fork_server(self) -> int:
        """The id of the process that the servers are forked from."""
        return self._fork_server.pid

    def wait_until_serving(self) -> None:
        """Waits until it answers; until then a connection waits in the socket's backlog."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=60):
            pass

    def kill(self) -> int:
        """Kills the server with SIGKILL and waits for its end; returns the exit code."""
        return self._end(signal.SIGKILL)

    def wait(self) -> int:
        """Waits until the process ends without a signal; returns its exit code."""
        return self._end(None)

    def stop(self) -> int:
        """Stops the server with SIGTERM; returns its exit code."""
        return self._end(signal.SIGTERM)

    def close(self) -> None:
        """Ends all processes and closes the socket."""
        if self._child is not None:
            self.kill()
        self._fork_server.communicate()
        self._listener.close()

    def _end(self, sent_signal: signal.Signals | None) -> int:
        assert self._child is not None
        requested_s = time.monotonic()
        if sent_signal is not None:
            os.kill(self._child, sent_signal)
        self.kills.append(Kill(requested_s, time.monotonic()))
        self._child = None
        return self._read_number()

    def _read_number(self) -> int:
        assert self._fork_server.stdout is not None
        line = self._fork_server.stdout.readline()
        if not line:
            raise RuntimeError(f"no server could be started: {self.log.read_text()}")
        return int(line)

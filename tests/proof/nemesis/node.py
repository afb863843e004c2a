"""One node: what `zeitnot serve --node NAME` runs, under a supervisor that starts it anew when it
ends by itself.

Its processes are forked from one that has only done the imports, as the kill test's are, so that a
restart takes a tenth of a second. A process has its own listening socket: when it is killed, its
port refuses connections, as that of a whole process group does, or of a machine.
"""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from ...ports import port_of, reserved
from ...with_parent import WITH_PARENT
from ..killtest.server import FORK_SERVER

PAUSE_SECONDS = 0.1  # before a process that has ended by itself is started again
LONGEST_PAUSE = 2.0
QUICK_SECONDS = 3.0
MAIN = """
import socket
from zeitnot_server import app
def main():
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", int(sys.argv[1])))
    listener.listen(512)
    sys.argv[1] = str(listener.fileno())
    app.main()
"""


class Node:
    """`settings`: environment variables of the server, without the prefix. `exits`: the codes of
    the processes that ended by themselves."""

    def __init__(self, name: str, folder: Path, settings: Mapping[str, str]) -> None:
        folder.mkdir(parents=True)
        self.name, self.folder = name, folder
        self.log = folder / "log"
        self._port_socket = reserved()
        self.port = port_of(self._port_socket)
        self.exits: list[int] = []
        self.pid: int | None = None
        self._settings = {f"ZEITNOT_{key}": value for key, value in settings.items()}
        self._wanted = False  # whether it is to run
        self._ended = asyncio.Event()
        self._fork_server: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._quick_exits = 0

    async def start(self) -> None:
        """Starts it; it runs until `kill` or `terminate`."""
        if self._fork_server is None:
            with self.log.open("ab") as log:
                self._fork_server = await asyncio.create_subprocess_exec(
                    *(*WITH_PARENT, sys.executable),
                    *("-c", FORK_SERVER.format(main=MAIN), str(self.port)),
                    env={**os.environ, **self._settings, "ZEITNOT_BOTS": "false"},
                    cwd=self.folder,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=log,
                )
        self._wanted = True
        self._task = asyncio.create_task(self._supervise())
        while self.pid is None:  # noqa: ASYNC110  there is no event
            await asyncio.sleep(0.005)

    async def kill(self) -> None:
        """SIGKILL; it is gone when this returns."""
        await self._end(signal.SIGKILL)

    async def terminate(self) -> None:
        """SIGTERM; returns when it has ended."""
        await self._end(signal.SIGTERM)

    def send(self, number: signal.Signals) -> None:
        """Sends the running process a signal."""
        if self.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    async def close(self) -> None:
        """Ends all its processes."""
        self.send(signal.SIGCONT)
        if self._task is not None and self._wanted:
            await self.kill()
        if self._fork_server is not None:
            assert self._fork_server.stdin is not None
            self._fork_server.stdin.close()
            await self._fork_server.wait()
        self._port_socket.close()

    async def _end(self, number: signal.Signals) -> None:
        self._wanted = False
        self.send(number)
        assert self._task is not None
        await self._task

    async def _supervise(self) -> None:
        while self._wanted:
            started_s = time.monotonic()
            code = await self._run()
            if self._wanted:
                self.exits.append(code)
                is_quick = time.monotonic() - started_s < QUICK_SECONDS
                self._quick_exits = self._quick_exits + 1 if is_quick else 0
                pause = min(LONGEST_PAUSE, PAUSE_SECONDS * 2.0**self._quick_exits)
                await asyncio.sleep(pause)

    async def _run(self) -> int:
        """One process, from its start to its end; its exit code."""
        assert self._fork_server is not None
        assert self._fork_server.stdin is not None
        self._fork_server.stdin.write(b"!")
        await self._fork_server.stdin.drain()
        self.pid = await self._read_number()
        try:
            if not self._wanted:  # killed meanwhile
                self.send(signal.SIGKILL)
            return await self._read_number()
        finally:
            self.pid = None

    async def _read_number(self) -> int:
        assert self._fork_server is not None
        assert self._fork_server.stdout is not None
        line = await self._fork_server.stdout.readline()
        if not line:
            raise RuntimeError(f"node {self.name} cannot be started: {self.log.read_text()}")
        return int(line)

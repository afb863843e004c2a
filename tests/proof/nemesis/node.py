"""One node of `zeitnot serve --node NAME`, with a supervisor that restarts it after an unexpected
exit.

As in the kill test, its processes are forked from a process that has already imported the server,
so that a restart takes a tenth of a second. Each process opens a new listening socket. When it is
killed, its port therefore refuses connections, as when a machine fails.
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

PAUSE_SECONDS = 0.1  # before the restart after an unexpected exit
MAX_PAUSE_SECONDS = 2.0
QUICK_EXIT_SECONDS = 3.0  # after a quicker exit, the next pause is twice as long
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
    """One node. `settings`: environment variables of the server, without ZEITNOT_. `exits`: codes
    of unexpected exits."""

    def __init__(self, name: str, folder: Path, settings: Mapping[str, str]) -> None:
        folder.mkdir(parents=True)
        self.name, self.folder = name, folder
        self.log = folder / "log"
        self._port_socket = reserved()
        self.port = port_of(self._port_socket)
        self.exits: list[int] = []
        self.pid: int | None = None
        self._settings = {f"ZEITNOT_{key}": value for key, value in settings.items()}
        self._should_run = False
        self._fork_server: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._quick_exits = 0

    async def start(self) -> None:
        """Starts the node, which runs until `kill` or `terminate`."""
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
        self._should_run = True
        self._task = asyncio.create_task(self._supervise())
        while self.pid is None:  # noqa: ASYNC110  there is no event
            await asyncio.sleep(0.005)

    async def kill(self) -> None:
        """Kills the node with SIGKILL and waits until its process has ended."""
        await self._end(signal.SIGKILL)

    async def terminate(self) -> None:
        """Sends SIGTERM and waits until the process has ended."""
        await self._end(signal.SIGTERM)

    def send(self, number: signal.Signals) -> None:
        """Sends a signal to the running process, if there is one."""
        if self.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    async def close(self) -> None:
        """Ends all processes of the node."""
        self.send(signal.SIGCONT)
        if self._task is not None and self._should_run:
            await self.kill()
        if self._fork_server is not None:
            assert self._fork_server.stdin is not None
            self._fork_server.stdin.close()
            await self._fork_server.wait()
        self._port_socket.close()

    async def _end(self, number: signal.Signals) -> None:
        self._should_run = False
        self.send(number)
        assert self._task is not None
        await self._task

    async def _supervise(self) -> None:
        while self._should_run:
            started_s = time.monotonic()
            code = await self._run()
            if self._should_run:
                self.exits.append(code)
                is_quick = time.monotonic() - started_s < QUICK_EXIT_SECONDS
                self._quick_exits = self._quick_exits + 1 if is_quick else 0
                pause = min(MAX_PAUSE_SECONDS, PAUSE_SECONDS * 2.0**self._quick_exits)
                await asyncio.sleep(pause)

    async def _run(self) -> int:
        """Runs one process to its end; returns its exit code."""
        assert self._fork_server is not None
        assert self._fork_server.stdin is not None
        self._fork_server.stdin.write(b"!")
        await self._fork_server.stdin.drain()
        self.pid = await self._read_number()
        try:
            if not self._should_run:  # killed meanwhile
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

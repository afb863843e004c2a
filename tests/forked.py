"""Runs `zeitnot` commands in processes that start quickly.

A command started from a shell spends most of its time importing third-party packages. Here it is
forked from a process that has already imported those, but no module of this project: in all other
respects the command runs as if a shell had started it.

`Commands` is the tests' end of a socket; the other end is this file, run as a program.
"""

import gc
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from typing import Self

WAIT_S = 120
MAX_REQUEST_BYTES = 1 << 17  # most of a request is the environment
PRELOADED = (
    "aiosqlite",
    "alembic.command",
    "alembic.config",
    "asyncio",
    "asyncpg",
    "click",
    "concurrent.futures.thread",
    "difflib",
    "httpx",
    "msgspec.structs",
    "rich.console",
    "rich.live",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "sqlalchemy.ext.asyncio",
    "starlette.applications",
    "structlog",
    "uvicorn",
    "websockets.asyncio.client",
)


class Commands:
    """Runs commands, one at a time."""

    def __init__(self) -> None:
        self._socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(WAIT_S)
        with other:
            command = [sys.executable, "-P", __file__, str(other.fileno())]
            self._process = subprocess.Popen(
                command, pass_fds=[other.fileno()], start_new_session=True
            )

    def run(
        self, *arguments: str, stdin: str = "", env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs `zeitnot ARGUMENTS` to its end. `stdin` must fit into a pipe's buffer."""
        reading, writing = os.pipe()
        os.write(writing, stdin.encode())
        os.close(writing)
        request = json.dumps([arguments, dict(os.environ if env is None else env)])
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            try:
                descriptors = [reading, out.fileno(), err.fileno()]
                socket.send_fds(self._socket, [request.encode()], descriptors)
            finally:
                os.close(reading)
            code = self._answer()
            out.seek(0)
            err.seek(0)
            return subprocess.CompletedProcess(list(arguments), code, out.read(), err.read())

    def _answer(self) -> int:
        try:
            return int(self._socket.recv(16))
        except TimeoutError:
            os.killpg(self._process.pid, signal.SIGKILL)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._process.wait(WAIT_S)


# ── the other end ──────────────────────────────────────────────────────────────────────────────


def serve(tests: socket.socket) -> None:
    """Forks a process for each request and answers with its exit code. Returns only in a child,
    which then runs the command."""
    for name in PRELOADED:
        importlib.import_module(name)
    gc.freeze()
    while True:
        request, descriptors, _, _ = socket.recv_fds(tests, MAX_REQUEST_BYTES, 3)
        if not request:
            sys.exit()
        child = os.fork()
        if child == 0:
            tests.close()
            redirect(*json.loads(request), descriptors)
            return
        for descriptor in descriptors:
            os.close(descriptor)
        _, status = os.waitpid(child, 0)
        tests.send(str(os.waitstatus_to_exitcode(status)).encode())


def redirect(arguments: list[str], environ: dict[str, str], descriptors: list[int]) -> None:
    """Sets this process's arguments, environment, standard input and outputs."""
    sys.argv[1:] = arguments
    os.environ.clear()
    os.environ.update(environ)
    for target, descriptor in enumerate(descriptors):
        os.dup2(descriptor, target)
        os.close(descriptor)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module("zeitnot_server.cli", run_name="__main__", alter_sys=True)

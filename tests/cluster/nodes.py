"""Nodes on one PostgreSQL database, as processes that are replaced one after another."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from ..with_parent import WITH_PARENT

WAIT_S = 60.0
PROGRAM = (sys.executable, "-m", "zeitnot_server.cli")


class Node:
    """`zeitnot serve --node NAME` on a port of 127.0.0.1, in a separate folder."""

    def __init__(self, name: str, port: int, db: str, folder: Path, *options: str) -> None:
        self.name, self.port = name, port
        self.log = folder / f"{name}.log"
        self._folder = folder / name
        self._folder.mkdir()
        command = [*WITH_PARENT, *PROGRAM, "serve", "--port", str(port), "--node", name, "--db", db]
        self._command = [*command, "--no-bots", *options]
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Its address without the balancer."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Starts it and waits until it is ready."""
        line = await asyncio.to_thread(self._start)
        assert re.search(r"http://[\d.]+:\d+", line), (line, self.log.read_text())

    def _start(self) -> str:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=self._folder
            )
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int | None:
        """Sends this signal and waits. Returns the exit code; None: it did not run."""
        if self._process is None:
            return None
        self._process.send_signal(number)
        code = await asyncio.to_thread(self._process.wait, WAIT_S)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code


class Bots:
    """`zeitnot bot` at this address, as the bot with this token."""

    def __init__(self, address: str, token: str, log: Path, *options: str) -> None:
        command = [*WITH_PARENT, *PROGRAM, "bot", "--server", address, "--memory", "128"]
        command += ["--no-book", *options]
        with log.open("wb") as out:
            environ = {**os.environ, "ZEITNOT_TOKEN": token}
            self._process = subprocess.Popen(command, stderr=out, env=environ)

    async def stop(self) -> int:
        """Terminates it cleanly. Returns the exit code."""
        self._process.terminate()
        return await asyncio.to_thread(self._process.wait, WAIT_S)

"""A Dask scheduler and its workers as processes on this machine, each worker with one thread."""

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import TracebackType

import distributed

from ...ports import port_of, reserved
from ...with_parent import WITH_PARENT

ROOT = Path(__file__).parents[3]
WAIT_S = 60


class DaskCluster(AbstractContextManager["DaskCluster"]):
    """All processes end with the context."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._workers: dict[str, subprocess.Popen[bytes]] = {}
        port = port_of(self._stack.enter_context(reserved()))
        self.address = f"tcp://127.0.0.1:{port}"
        # To be quick, a task fails once three workers have died running it; Dask's default is four.
        failures = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "2"}
        options = ("--host", "127.0.0.1", "--port", str(port), "--idle-timeout", "600")
        self._start(failures, "scheduler", *options)
        self.client = distributed.Client(self.address, timeout=WAIT_S, set_as_default=False)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.client.close()
        self.end()

    def end(self) -> None:
        """Kills all processes."""
        self._stack.close()

    def add_worker(self, *options: str, **variables: str) -> str:
        """Starts a worker with these options and environment variables. Returns its address."""
        port = port_of(self._stack.enter_context(reserved()))
        arguments = ["worker", self.address, "--no-nanny", "--nthreads", "1", "--host", "127.0.0.1"]
        arguments += ["--worker-port", str(port), "--death-timeout", str(WAIT_S)]
        address = f"tcp://127.0.0.1:{port}"
        self._workers[address] = self._start(variables, *arguments, *options)
        future = self.client.submit(abs, 1, workers=[address], pure=False)
        assert future.result(WAIT_S) == 1
        return address

    def ensure_workers(self, count: int) -> list[str]:
        """Starts workers until `count` are alive. Returns the addresses of all live workers."""
        while len(self.workers) < count:
            self.add_worker()
        return self.workers

    @property
    def workers(self) -> list[str]:
        """The addresses of the live workers."""
        return [address for address, worker in self._workers.items() if worker.poll() is None]

    def kill(self, *addresses: str) -> None:
        """Kills these workers and waits until they have ended."""
        for address in addresses:
            self._workers[address].kill()
            self._workers[address].wait()

    def _start(self, variables: Mapping[str, str], *arguments: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [*WITH_PARENT, sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
            cwd=ROOT,  # so that workers can import the jobs of tests
            env={**os.environ, **variables},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

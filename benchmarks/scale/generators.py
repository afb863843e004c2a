"""Load generators, one process for each node: they begin together, and keep their sockets open
until everything has been read, so that a measurement counts only play."""

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ..rig import Result
from .layout import Cores


class Generators:
    """Add one for each node; `begin` when all players are in; `results`."""

    def __init__(self, program: Path) -> None:
        self._program = program
        self._processes: list[subprocess.Popen[str]] = []

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._processes]

    def add(self, port: int, plan: Path, seconds: float, cores: Cores, query: str) -> None:
        """Begins to bring the players of a plan in."""
        options = {"plan": plan, "seconds": seconds, "together": "yes", "query": query}
        words = [str(self._program), "play", "--port", str(port)]
        words += [word for name, value in options.items() for word in (f"--{name}", str(value))]
        self._processes.append(
            subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                preexec_fn=lambda: os.sched_setaffinity(0, cores),
            )
        )

    def wait_until_all_are_in(self) -> None:
        """Raises RuntimeError."""
        for output in self._outputs():
            if output.readline() != "go\n":
                raise RuntimeError("a load generator failed")

    def begin(self) -> None:
        """All at the same moment."""
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()

    def results(self) -> list[Result]:
        """What each has measured, when the time is over. Raises RuntimeError."""
        lines = [output.readline() for output in self._outputs()]
        if not all(lines):
            raise RuntimeError("a load generator failed")
        return [json.loads(line) for line in lines]

    def _outputs(self) -> Sequence[IO[str]]:
        return [process.stdout for process in self._processes if process.stdout is not None]

    def close(self) -> None:
        """Ends them."""
        for process in self._processes:
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
            process.terminate()
            process.wait()


@contextmanager
def generators(program: Path) -> Iterator[Generators]:
    """None yet; all are ended afterwards."""
    them = Generators(program)
    try:
        yield them
    finally:
        them.close()

"""Load generators, one process for each node. They begin to play together, and keep their sockets
open until all counters have been read, so that only play is measured."""

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
    """Call `add` for each node, `wait_until_all_are_in`, `begin` and `results`."""

    def __init__(self, program: Path) -> None:
        self._program = program
        self._processes: list[subprocess.Popen[str]] = []

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._processes]

    def add(self, port: int, plan: Path, seconds: float, cores: Cores, query: str) -> None:
        """Starts a generator, which connects the players of a plan and seats them."""
        options = {"plan": plan, "seconds": seconds, "together": "yes", "query": query}
        arguments = [str(self._program), "play", "--port", str(port)]
        arguments += [part for name, value in options.items() for part in (f"--{name}", str(value))]
        self._processes.append(
            subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                preexec_fn=lambda: os.sched_setaffinity(0, cores),
            )
        )

    def wait_until_all_are_in(self) -> None:
        """Waits until all players are connected and seated. Raises RuntimeError."""
        for output in self._outputs():
            if output.readline() != "go\n":
                raise RuntimeError("a load generator failed")

    def begin(self) -> None:
        """Has all generators begin to play at the same moment."""
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()

    def results(self) -> list[Result]:
        """Waits until the time is over, and returns each one's figures. Raises RuntimeError."""
        lines = [output.readline() for output in self._outputs()]
        if not all(lines):
            raise RuntimeError("a load generator failed")
        return [json.loads(line) for line in lines]

    def _outputs(self) -> Sequence[IO[str]]:
        return [process.stdout for process in self._processes if process.stdout is not None]

    def close(self) -> None:
        """Ends the generators."""
        for process in self._processes:
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
            process.terminate()
            process.wait()


@contextmanager
def generators(program: Path) -> Iterator[Generators]:
    """Yields an empty set of generators, and ends them afterwards."""
    started = Generators(program)
    try:
        yield started
    finally:
        started.close()

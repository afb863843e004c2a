"""A GUI that speaks UCI to an engine in this process, and the command that starts one."""

import sys
import threading
import time
from collections.abc import Iterator

import pytest

from zeitnot_engines.games import load
from zeitnot_engines.uci.engine import UciEngine

COMMAND = [sys.executable, "-m", "zeitnot_server.cli", "uci"]
WAIT_S = 60  # for events that are immediate on an idle machine
MATE_IN_TWO = "k7/8/2K5/8/8/8/8/6R1 w - - 0 1"


class Gui:
    """Sends lines to an engine and keeps its output."""

    def __init__(self, game: str = "chess") -> None:
        self.lines: list[str] = []
        self._received = threading.Condition()
        self.engine = UciEngine(load(game), self._receive)

    def _receive(self, line: str) -> None:
        with self._received:
            self.lines.append(line)
            self._received.notify_all()

    def send(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.process(line)

    def wait(self, start: str, seconds: float = WAIT_S) -> str:
        """The next line that starts with `start`; the lines before it are dropped."""
        deadline = time.monotonic() + seconds
        with self._received:
            while True:
                for i, line in enumerate(self.lines):
                    if line.startswith(start):
                        del self.lines[: i + 1]
                        return line
                remaining = deadline - time.monotonic()
                assert remaining > 0, f"no {start} in {self.lines}"
                self._received.wait(remaining)

    def is_quiet(self, seconds: float = 0.2) -> bool:
        """Whether no `bestmove` is sent within this time."""
        time.sleep(seconds)
        return not any(line.startswith("bestmove") for line in self.lines)


@pytest.fixture
def gui() -> Iterator[Gui]:
    """A GUI for one test."""
    instance = Gui()
    yield instance
    instance.engine.close()

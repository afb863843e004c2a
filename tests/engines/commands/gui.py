"""A GUI that speaks UCI to an engine in this process, and the command that starts one."""

import sys
import threading
import time

from zeitnot_engines.games import load
from zeitnot_engines.uci_engine import UciEngine

COMMAND = [sys.executable, "-m", "zeitnot_server.cli", "uci"]
WAIT_S = 60  # for what comes at once on a machine that has nothing else to do
MATE_IN_TWO = "k7/8/2K5/8/8/8/8/6R1 w - - 0 1"


class Gui:
    """Speaks to an engine and keeps what it says."""

    def __init__(self, game: str = "chess") -> None:
        self.said: list[str] = []
        self._news = threading.Condition()
        self.engine = UciEngine(load(game), self._hear)

    def _hear(self, line: str) -> None:
        with self._news:
            self.said.append(line)
            self._news.notify_all()

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.process(line)

    def wait(self, start: str, seconds: float = WAIT_S) -> str:
        """The first line that begins so since the last wait; what came before it is dropped."""
        deadline = time.monotonic() + seconds
        with self._news:
            while True:
                for i, line in enumerate(self.said):
                    if line.startswith(start):
                        del self.said[: i + 1]
                        return line
                remaining = deadline - time.monotonic()
                assert remaining > 0, f"no {start} in {self.said}"
                self._news.wait(remaining)

    def quiet(self, seconds: float = 0.2) -> bool:
        """Whether no answer comes for so long."""
        time.sleep(seconds)
        return not any(line.startswith("bestmove") for line in self.said)

"""The form in which course programs play EinStein würfelt nicht!: a line
`get B 2 <six blue cells> <six red cells>` (side to move, die, the cell of each stone) in, the
move's `from to` out. No memory: every line tells the whole position.

Cells are 1 to 25 and a stone that is gone is 0; or they are 0 to 24 and it is -1.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zeitnot_client.faults import NoMove

from ..engine import StopToken
from ..games import History
from .process import Bounds, Died, Process, seconds_left

GAME = "ewn"
LISTEN_S = 0.05  # how long it takes at most to hear that the search is to stop
DEFAULT_SETUP = ("654321", "123456")


def request(position: str, first_cell: int) -> str:
    """The line for a position of the house. `first_cell`: the number of the first cell, 1 or 0."""
    side, die, *cells = position.split()
    return " ".join(["get", side, die, *(str(int(cell) - 1 + first_cell) for cell in cells)])


def answer(line: str, first_cell: int) -> str | None:
    """The house's move for the program's line; None if it is no move."""
    words = line.split()
    if len(words) != 2 or not all(word.isascii() and word.isdecimal() for word in words):
        return None
    return "-".join(str(int(word) + 1 - first_cell) for word in words)


@dataclass(frozen=True, slots=True)
class Answer:
    """What such a program tells of its search: the move, and how long it took."""

    best: str
    seconds: float
    value: float = 0.5
    unit: str = "win_probability"
    depth: int = 0
    nodes: int = 0
    nps: float = 0

    @property
    def pv(self) -> Sequence[str]:
        """The move alone."""
        return [self.best]


class EcuiEngine:
    """A program as the house bot's engine: started at the first question, and again when it died.

    A set-up by choice is none of its business: then the default one is taken.
    """

    def __init__(self, command: Sequence[str], first_cell: int = 1) -> None:
        self._command = command
        self._first_cell = first_cell
        self._process: Process | None = None

    def search(
        self,
        history: History,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        ms: int | None = None,
        soft_ms: int | None = None,
        stop: StopToken | None = None,
        on_report: Callable[[Any], None] | None = None,
    ) -> Answer:
        """Asks for a move; `depth`, `nodes` and `soft_ms` are beyond the program. Raises NoMove,
        also when it is told to `stop`."""
        begun = time.monotonic()
        legal = history.legal()
        setup = next((move for move in DEFAULT_SETUP if move in legal), None)
        if setup is not None and history.turn is not None:
            return Answer(DEFAULT_SETUP[history.turn], 0.0)
        try:
            deadline = None if ms is None else begun + ms / 1000
            move = self._ask(history.text, deadline, stop or StopToken())
        except Died as died:
            self.close()
            raise NoMove("its program has died") from died
        except NoMove:
            self.close()
            raise
        if move not in legal:
            raise NoMove(f"{move} is illegal")
        return Answer(move, time.monotonic() - begun)

    def close(self) -> None:
        """Ends the program and all its children."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def __del__(self) -> None:
        # The room is over. Not here, where the server's messages are waited for.
        if process := self._process:
            threading.Thread(target=process.close, daemon=True).start()

    def _ask(self, position: str, deadline: float | None, stop: StopToken) -> str:
        if self._process is None:
            self._process = Process(self._command, Bounds())
        while self._process.receive(0) is not None:
            pass  # what it said too late
        self._process.send([request(position, self._first_cell)])
        while not stop.stopped:
            left = LISTEN_S if deadline is None else seconds_left(deadline)
            if left == 0:
                raise NoMove("it did not move in time")
            line = self._process.receive(min(LISTEN_S, left))
            if line is not None and (move := answer(line, self._first_cell)) is not None:
                return move
        raise NoMove("it was told to stop")

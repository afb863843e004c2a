"""The protocol of course programs that play EinStein würfelt nicht!. They read a line
`get B 2 <six blue cells> <six red cells>` (side to move, die, the cell of each stone) and answer
with the move, `from to`. The protocol is stateless: every line has the full position.

Cells are numbered from 1 to 25, with 0 for a captured stone, or from 0 to 24, with -1.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zeitnot_client.faults import NoMove

from ..engine import StopToken
from ..games import History
from ..interfaces import LineLike
from .process import GRACE_S, Bounds, Process, ProcessExited, seconds_left

GAME = "ewn"
FORM = "`get B 2 <six blue cells> <six red cells>` in, `from to` out (EinStein)"
POLL_S = 0.05  # between checks of the stop token
DEFAULT_SETUP = ("654321", "123456")


def request(position: str, first_cell: int) -> str:
    """The request for one of our positions. `first_cell`: the number of the first cell, 1 or 0."""
    side, die, *cells = position.split()
    return " ".join(["get", side, die, *(str(int(cell) - 1 + first_cell) for cell in cells)])


def answer(line: str, first_cell: int) -> str | None:
    """The program's line as one of our moves; None if it is not a move."""
    tokens = line.split()
    if len(tokens) != 2 or not all(token.isascii() and token.isdecimal() for token in tokens):
        return None
    return "-".join(str(int(token) + 1 - first_cell) for token in tokens)


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a program's search: the move, the seconds, and the seat to move. It has no
    unit, because the program reports no value."""

    best: str
    seconds: float
    seat: int
    value: float = 0.5
    unit: str = ""
    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    nps: float = 0

    @property
    def pv(self) -> Sequence[str]:
        """Only the best move, because the protocol has no principal variation."""
        return [self.best]

    @property
    def lines(self) -> Sequence[LineLike]:
        """No lines, because the protocol reports no other moves."""
        return ()


class EcuiEngine:
    """A program as the house bot's engine. It is started at the first move, and again if it exits.

    The protocol has no command for placing the stones, so a default setup is used.
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
        """Asks for a move. The protocol has no limits; the program is given up after `ms`, or when
        `stop` is set. Raises NoMove."""
        started = time.monotonic()
        legal = history.legal()
        setup = next((move for move in DEFAULT_SETUP if move in legal), None)
        if setup is not None and history.turn is not None:
            return Answer(DEFAULT_SETUP[history.turn], 0.0, history.side)
        try:
            deadline = None if ms is None else started + ms / 1000
            move = self._ask(history.text, deadline, stop or StopToken())
        except ProcessExited as exited:
            self._end(grace_s=0)
            raise NoMove("its program has died") from exited
        except NoMove:
            self._end(grace_s=0)  # it does not read while it thinks or hangs
            raise
        if move not in legal:
            raise NoMove(f"{move} is illegal")
        return Answer(move, time.monotonic() - started, history.side)

    def close(self) -> None:
        """Ends the program and all its children."""
        self._end(GRACE_S)

    def _end(self, grace_s: float) -> None:
        if self._process is not None:
            self._process.close(grace_s=grace_s)
            self._process = None

    def __del__(self) -> None:
        # In a new thread, because this one may be the event loop's.
        if process := self._process:
            threading.Thread(target=process.close, daemon=True).start()

    def _ask(self, position: str, deadline: float | None, stop: StopToken) -> str:
        if self._process is None:
            self._process = Process(self._command, Bounds())
        while self._process.receive(0) is not None:
            pass  # answers to earlier requests
        self._process.send([request(position, self._first_cell)])
        while not stop.stopped:
            seconds = POLL_S if deadline is None else seconds_left(deadline)
            if seconds == 0:
                raise NoMove("it did not move in time")
            line = self._process.receive(min(POLL_S, seconds))
            if line is not None and (move := answer(line, self._first_cell)) is not None:
                return move
        raise NoMove("it was told to stop")

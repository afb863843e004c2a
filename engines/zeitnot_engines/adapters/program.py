"""A program that keeps its own board as a bot's engine: one process for each game."""

import math
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from zeitnot_client.faults import NoMove, Resigns

from ..engine import StopToken
from ..games import History
from .dialogue import Chose, EngineSetup, Event, Limits, Resigned
from .ecui import Answer
from .external import External, Failed
from .process import Bounds
from .recorded import RecordedHistory

POLL_S = 0.05  # between checks of the stop token


class Conversation(External):
    """A running program that knows the game and can be asked for moves. `stop`: the token of the
    search for which the program is started; until it is set, the start may take any time."""

    def __init__(
        self, protocol: str, command: Sequence[str], setup: EngineSetup, stop: StopToken
    ) -> None:
        self._stop = stop
        super().__init__(protocol, command, setup, Bounds(), math.inf)

    def choose(
        self,
        moves: Sequence[str],
        seat: int,
        limits: Limits,
        deadline: float,
        stop: StopToken,
    ) -> str:
        """The program's move. Raises Resigns, NoMove, Failed."""
        self._stop = stop
        self._drain()
        self._send(self.dialogue.ask(moves, seat, limits))
        match self._next(deadline):
            case Chose(move):
                return move
            case Resigned():
                raise Resigns
        raise NoMove("it did not move in time")

    def _next(self, deadline: float) -> Event | None:
        """The next event, as in `External`; also raises NoMove when the search is stopped."""
        while not self._stop.stopped:
            now = time.monotonic()
            event = super()._next(min(now + POLL_S, deadline))
            if event is not None or now >= deadline:
                return event
        raise NoMove("it was told to stop")


class Program(ABC):
    """A program that is started at the first move, and again if it has failed."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._conversation: Conversation | None = None

    @abstractmethod
    def _begin(self, start: History, stop: StopToken) -> Conversation:
        """Starts the program for a game that begins here. Raises ValueError, Failed, and NoMove if
        `stop` is set."""

    def search(
        self,
        history: RecordedHistory,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        ms: int | None = None,
        soft_ms: int | None = None,
        stop: StopToken | None = None,
        on_report: Callable[[Any], None] | None = None,
    ) -> Answer:
        """Asks for a move. `soft_ms`: the time that is sent to the program. The program is given up
        after `ms`, or when `stop` is set. Raises Resigns, NoMove."""
        started = time.monotonic()
        deadline = math.inf if ms is None else started + ms / 1000
        limits = Limits(move_ms=soft_ms or ms)
        try:
            move = self._move(history, limits, deadline, stop or StopToken())
        except Failed as failed:
            self._kill()
            raise NoMove("its program has failed") from failed
        except (NoMove, ValueError):
            self._kill()
            raise
        return Answer(move, time.monotonic() - started, history.side)

    def close(self) -> None:
        """Ends the program and all its children."""
        if self._conversation is not None:
            self._conversation.close()
            self._conversation = None

    def _kill(self) -> None:
        if self._conversation is not None:
            self._conversation.kill()
            self._conversation = None

    def __del__(self) -> None:
        # In a new thread, because this one may be the event loop's.
        if conversation := self._conversation:
            threading.Thread(target=conversation.close, daemon=True).start()

    def _move(
        self, history: RecordedHistory, limits: Limits, deadline: float, stop: StopToken
    ) -> str:
        legal = history.legal()
        if len(legal) == 1:
            return legal[0]
        if self._conversation is None:
            self._conversation = self._begin(history.start, stop)
        move = self._choose(history, self._conversation, limits, deadline, stop)
        found = next((ours for ours in legal if ours.lower() == move.lower()), None)
        if found is None:
            raise NoMove(f"{move} is illegal")
        return found

    def _choose(
        self,
        history: RecordedHistory,
        conversation: Conversation,
        limits: Limits,
        deadline: float,
        stop: StopToken,
    ) -> str:
        """The program's move, which may be illegal. Raises as `Conversation.choose`."""
        turn = history.turn
        assert turn is not None
        return conversation.choose(history.moves, turn, limits, deadline, stop)

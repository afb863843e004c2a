"""A program that speaks GTP as a bot's engine: one process for each game, which follows takebacks
and, in games where dead stones are marked, marks those that it holds for dead."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from zeitnot_client.by_name import module_of
from zeitnot_client.faults import NoMove, Resigns

from ..engine import StopToken
from ..games import Game, History
from .dialogue import Chose, EngineSetup, Event, GtpSetup, Limits, Listed, Resigned
from .ecui import Answer
from .external import External, Failed
from .gtp import Gtp
from .process import Bounds

POLL_S = 0.05  # between checks of the stop token
GRACE_S = 1.0  # that a program may take beyond its time: it is told whole seconds
LIST_S = 10.0  # for the list of dead stones


@dataclass(frozen=True, slots=True)
class RecordedHistory:
    """A position with all moves from the start of its game: a HistoryLike."""

    start: History
    now: History
    moves: tuple[str, ...] = ()

    @property
    def turn(self) -> int | None:
        """The seat to move."""
        return self.now.turn

    def legal(self) -> list[str]:
        """The legal moves."""
        return self.now.legal()

    def play(self, move: str) -> "RecordedHistory":
        """The history after a move. Raises IllegalMove."""
        return RecordedHistory(self.start, self.now.play(move), (*self.moves, move))

    def throw(self, values: Sequence[int]) -> "RecordedHistory":
        """The protocol has no throws. Raises ValueError."""
        raise ValueError("GTP has no words for throws.")


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game whose histories know their moves: a GameLike."""

    game: Game

    @property
    def name(self) -> str:
        """The game's id."""
        return self.game.name

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from a seat."""
        return self.game.hides

    def start(self) -> RecordedHistory:
        """The start, without moves."""
        return RecordedHistory(self.game.start(), self.game.start())

    def parse(self, position: str) -> RecordedHistory:
        """A start of its own. Raises ValueError."""
        state = self.game.parse(position)
        return RecordedHistory(state, state)

    def sample(self, view: str, seed: int) -> RecordedHistory:
        """Nothing is hidden in these games. Raises ValueError."""
        raise ValueError("GTP has no words for what is hidden.")


def gtp_setup(start: History) -> GtpSetup:
    """What GTP says of a game that begins here. Raises ValueError where it has no words for it."""
    module = _module(start.game.name)
    if module is not None:
        setup: GtpSetup = module.gtp_setup(start)
        return setup
    if start != start.game.start():
        raise ValueError("GTP has no words for this position.")
    return GtpSetup()


def engine_setup(start: History, options: tuple[tuple[str, str], ...] = ()) -> EngineSetup:
    """The setup of an engine for a game that begins here, as far as GTP has words for it."""
    size = start.game.settings.get("size")
    return EngineSetup(
        start.game.name, size if isinstance(size, int) else None, options, gtp_setup(start)
    )


def _module(game: str) -> ModuleType | None:
    return module_of(__package__, game)


class GtpProgram:
    """Starts at the first move, and again if it has failed."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._conversation: _Conversation | None = None

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
        """Asks for a move within `soft_ms`, or else `ms`. Raises Resigns; NoMove, also when it is
        told to `stop`."""
        started = time.monotonic()
        deadline = None if ms is None else started + ms / 1000 + GRACE_S
        limits = Limits(move_ms=soft_ms or ms)
        try:
            move = self._move(history, limits, deadline, stop or StopToken())
        except Failed as failed:
            self.close()
            raise NoMove("its program has failed") from failed
        except (NoMove, ValueError):
            self.close()
            raise
        return Answer(move, time.monotonic() - started)

    def close(self) -> None:
        """Ends the program and all its children."""
        if self._conversation is not None:
            self._conversation.close()
            self._conversation = None

    def __del__(self) -> None:
        # On a thread of its own, since this one is the event loop's.
        if conversation := self._conversation:
            threading.Thread(target=conversation.close, daemon=True).start()

    def _move(
        self, history: RecordedHistory, limits: Limits, deadline: float | None, stop: StopToken
    ) -> str:
        legal = history.legal()
        if len(legal) == 1:
            return legal[0]
        if self._conversation is None:
            self._conversation = _Conversation(self._command, history.start)
        talk, turn = self._conversation, history.turn
        assert turn is not None
        module = _module(history.start.game.name)
        if module is not None and module.DONE in legal:
            dead = talk.dead_stones(history.moves, stop)
            return str(module.marking_move(history.now, history.moves, dead))
        move = talk.choose(history.moves, turn, limits, deadline, stop)
        found = next((ours for ours in legal if ours.lower() == move.lower()), None)
        if found is None:
            raise NoMove(f"{move} is illegal")
        return found


class _Conversation(External):
    """A program that has been told the game; asked for moves until it is told to stop."""

    def __init__(self, command: Sequence[str], start: History) -> None:
        super().__init__("gtp", command, engine_setup(start), Bounds())

    def choose(
        self,
        moves: Sequence[str],
        seat: int,
        limits: Limits,
        deadline: float | None,
        stop: StopToken,
    ) -> str:
        """The program's move. Raises Resigns, NoMove, Failed."""
        self._drain()
        self._tell(self._dialogue.ask(moves, seat, limits))
        match self._wait(deadline, stop):
            case Chose(move):
                return move
            case Resigned():
                raise Resigns
        raise NoMove("it did not move in time")

    def dead_stones(self, moves: Sequence[str], stop: StopToken) -> tuple[str, ...] | None:
        """The stones that the program holds for dead; None if it does not say. Raises NoMove."""
        assert isinstance(self._dialogue, Gtp)
        self._drain()
        self._tell(self._dialogue.ask_dead(moves))
        event = self._wait(time.monotonic() + LIST_S, stop)
        return event.words if isinstance(event, Listed) else None

    def _wait(self, deadline: float | None, stop: StopToken) -> Event | None:
        """The next event; None at the deadline. Raises NoMove when told to stop."""
        while not stop.stopped:
            now = time.monotonic()
            if deadline is not None and now >= deadline:
                return None
            event = self._next(min(now + POLL_S, deadline or now + POLL_S))
            if event is not None:
                return event
        raise NoMove("it was told to stop")

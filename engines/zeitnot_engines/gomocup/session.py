"""A brain that thinks with our engine: it handles the manager's lines when they arrive, and sends
its answers."""

import queue
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from ..playing_options import PlayingOptions
from .brain import Brain, Effect, Halt, Prepare, Quit, Say, Think
from .thinker import Thinker


@dataclass(frozen=True, slots=True)
class Line:
    """A line from the manager, and when it arrived (seconds of the monotonic clock)."""

    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Found:
    """The move for the `Think` with this number."""

    number: int
    move: str


class Session:
    """`run` handles events in one thread; the other methods may be called from any thread."""

    def __init__(self, options: PlayingOptions, say: Callable[[str], object]) -> None:
        self._say = say
        self._events: queue.SimpleQueue[Line | Found | None] = queue.SimpleQueue()
        self._brain = Brain()
        self._thinker = Thinker(options, self._found)
        self._number = 0  # of the last Think or Halt; moves for earlier ones are ignored
        self._asked_at = 0.0
        self._ended = False

    def receive(self, line: str) -> None:
        """Call it when a line of the manager has arrived."""
        self._events.put(Line(line, time.monotonic()))

    def end(self) -> None:
        """Call it when no more lines will arrive."""
        self._events.put(None)

    def run(self) -> None:
        """Handles events until `END`. After a call of `end`, it handles those that are already
        queued, and returns."""
        try:
            while (event := self._next()) is not None:
                for effect in self._effects(event):
                    if isinstance(effect, Quit):
                        return
                    self._apply(effect, event)
        finally:
            self._thinker.stop()

    def _next(self) -> Line | Found | None:
        """Waits for the next event; None at the end."""
        event = None if self._ended else self._events.get()
        if event is not None:
            return event
        self._ended = True
        self._thinker.stop()  # after that, its move is in the queue
        with suppress(queue.Empty):
            return self._events.get_nowait()
        return None

    def _found(self, number: int, move: str) -> None:
        self._events.put(Found(number, move))

    def _effects(self, event: Line | Found) -> list[Effect]:
        if isinstance(event, Line):
            return self._brain.receive(event.text)
        if event.number != self._number:
            return []
        return self._brain.found(event.move, 1000 * (time.monotonic() - self._asked_at))

    def _apply(self, effect: Effect, event: Line | Found) -> None:
        match effect:
            case Say(line):
                self._say(line)
            case Prepare(game, info):
                self._thinker.prepare(game, info)
            case Halt():
                self._number += 1
                self._thinker.stop()
            case Think():
                self._number += 1
                self._asked_at = event.at if isinstance(event, Line) else time.monotonic()
                self._thinker.begin(self._number, effect, self._asked_at)

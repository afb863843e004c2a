"""The common interface of the protocols of external engines: the events in an engine's output, and
the requests.

A dialogue is pure: it converts requests to lines to send, and received lines to events.
"""

from dataclasses import dataclass
from typing import Protocol

from .situation import Limits, Situation, Thinking


@dataclass(frozen=True, slots=True)
class Say:
    """A line to send to the engine."""

    line: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The engine is ready for requests."""


@dataclass(frozen=True, slots=True)
class Chose:
    """The engine has moved; `move` is in its own notation. `expects`: the reply that it expects."""

    move: str
    expects: str | None = None
    offers_draw: bool = False


@dataclass(frozen=True, slots=True)
class Resigned:
    """The engine resigns."""


@dataclass(frozen=True, slots=True)
class NoMoveFound:
    """The engine says that it finds no move."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """The engine says that the game is over; `score` is seat 0's."""

    score: float
    text: str


@dataclass(frozen=True, slots=True)
class Thought:
    """The engine reports its search."""

    thinking: Thinking


@dataclass(frozen=True, slots=True)
class Fault:
    """The engine cannot continue; `text` says why."""

    text: str


Event = Say | Ready | Chose | Resigned | NoMoveFound | Claimed | Thought | Fault


class Dialogue(Protocol):
    """One engine in one game. `name`: what the engine calls itself, empty if unknown; `is_spent`:
    the program plays one move only, and has done so."""

    name: str

    @property
    def is_spent(self) -> bool: ...

    def greet(self) -> list[Event]:
        """The first lines to send; the engine is `Ready` at once or some time later."""

    def on_silence(self) -> list[Event]:
        """Called when the engine has been silent for a while after `greet`."""

    def read_line(self, line: str) -> list[Event]:
        """Processes a line that the engine has written."""

    def own_move(self, situation: Situation) -> str | None:
        """The move if the protocol has no way to ask for it, such as a forced pass; else None."""

    def ask(self, situation: Situation, limits: Limits) -> list[str]:
        """The lines that ask for a move; `read_line` returns the answer some time later.

        The first request also sends the time control, which does not change during a game.
        """

    def ponder(self, situation: Situation, limits: Limits) -> list[str]:
        """The lines that let the engine think while its opponent is to move; empty if it cannot, or
        does so by itself."""

    def interrupt(self) -> list[str] | None:
        """The lines after which the engine drops its search, and can be asked again; None if only
        a new process can."""

    def move_now(self) -> list[str]:
        """The lines that make the engine move at once; empty if the protocol has none."""

    def probe(self) -> list[str]:
        """The lines that a thinking engine answers, unless it hangs; empty if there are none."""

    def find_move(self, situation: Situation, text: str) -> str | None:
        """The legal move that the engine's move means; None if it is none."""

    def farewell(self) -> list[str]:
        """The last lines to send."""


class Talk:
    """What most protocols do: no pondering, no interruption, moves spelt as on the wire."""

    name = ""

    @property
    def is_spent(self) -> bool:
        return False

    def on_silence(self) -> list[Event]:
        return []

    def own_move(self, situation: Situation) -> str | None:
        return None

    def ponder(self, situation: Situation, limits: Limits) -> list[str]:
        return []

    def interrupt(self) -> list[str] | None:
        return None

    def move_now(self) -> list[str]:
        return []

    def probe(self) -> list[str]:
        return []

    def find_move(self, situation: Situation, text: str) -> str | None:
        return find_as_sent(situation.legal, text)


def find_as_sent(legal: tuple[str, ...], text: str) -> str | None:
    """The legal move with this spelling, in any case."""
    if text in legal:
        return text
    return next((move for move in legal if move.lower() == text.lower()), None)

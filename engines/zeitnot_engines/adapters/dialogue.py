"""The common interface of the protocols of external engines: the events in an engine's output, and
the request for a move.

A dialogue is pure: it converts requests to lines to send, and received lines to events.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Say:
    """A line to send to the engine."""

    line: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The engine is ready for requests."""


@dataclass(frozen=True, slots=True)
class Chose:
    """The engine has moved; `move` is in its own notation."""

    move: str


@dataclass(frozen=True, slots=True)
class Resigned:
    """The engine resigns."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """The engine says that the game is over; `score` is seat 0's."""

    score: float
    text: str


@dataclass(frozen=True, slots=True)
class Listed:
    """The engine's list of points, as words; None: it does not support such a list."""

    words: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Fault:
    """The engine cannot continue; `text` says why."""

    text: str


Event = Say | Ready | Chose | Resigned | Claimed | Listed | Fault


@dataclass(frozen=True, slots=True)
class Clocks:
    """The milliseconds left to each seat, the initial time and the increment."""

    left_ms: tuple[int, int]
    base_ms: int
    increment_ms: int


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think: by the clocks, by a fixed time per move (ms), or to a depth."""

    clocks: Clocks | None = None
    move_ms: int | None = None
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class GtpSetup:
    """The GTP setup of a game, other than the board size. `commands`: sent after the board is
    cleared; `instead`: what to send if the engine refuses a command; `first_seat`: the seat that
    begins; `is_played`: whether one of our moves exists in the protocol."""

    commands: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    first_seat: int = 0
    is_played: Callable[[str], bool] = bool


@dataclass(frozen=True, slots=True)
class EngineSetup:
    """What to play: the game, the board size if it has one, and the engine's options with their
    values, in order. `rule`: the game's setting of this name; `start`: the text of the first
    position, empty for the usual one."""

    game: str
    size: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    gtp: GtpSetup = GtpSetup()
    rule: str = ""
    start: str = ""


class Dialogue(Protocol):
    """One engine in one game."""

    def greet(self) -> list[str]:
        """The first lines to send; `read_line` returns `Ready` some time later."""

    def on_silence(self) -> list[Event]:
        """Called when the engine has been silent for a while after `greet`."""

    def read_line(self, line: str) -> list[Event]:
        """Processes a line that the engine has written."""

    def ask(self, moves: Sequence[str], seat: int, limits: Limits) -> list[str]:
        """The lines that ask `seat` to move after `moves` from the start; `read_line` returns the
        answer some time later.

        The first request also sends the time control, which does not change during a game.
        """

    def farewell(self) -> list[str]:
        """The last lines to send."""

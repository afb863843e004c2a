"""What the protocols of external engines have in common: the events in an engine's output, and the
request for a move.

A dialogue is pure: it turns requests into lines to send, and received lines into events.
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
    """The engine can be asked for moves now."""


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
    """The engine's list of points, as its words; None: it has no such list."""

    words: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Fault:
    """The engine cannot go on; `text` says why."""

    text: str


Event = Say | Ready | Chose | Resigned | Claimed | Listed | Fault


@dataclass(frozen=True, slots=True)
class Clocks:
    """Milliseconds left to each seat at this moment, and the initial time and increment."""

    left_ms: tuple[int, int]
    base_ms: int
    increment_ms: int


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think: by the clocks, by a fixed time for each move, or to a depth.
    Milliseconds."""

    clocks: Clocks | None = None
    move_ms: int | None = None
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class GtpSetup:
    """What GTP says of a game beside the size of its board. `commands`: sent once the board is
    clear; `instead`: what to send if the engine refuses one; `first_seat`: begins; `is_played`:
    whether a move of ours is one that the engine knows."""

    commands: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    first_seat: int = 0
    is_played: Callable[[str], bool] = bool


@dataclass(frozen=True, slots=True)
class EngineSetup:
    """What is played: the game, the size of its board where it has one, and the engine's options,
    each with its value, in the order given. `rule`: its setting of this name; `start`: the text of
    the position in which it begins, empty for the usual one."""

    game: str
    size: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    gtp: GtpSetup = GtpSetup()
    rule: str = ""
    start: str = ""


class Dialogue(Protocol):
    """One engine in one game."""

    def greet(self) -> list[str]:
        """The first lines; `read_line` returns `Ready` some time later."""

    def silence(self) -> list[Event]:
        """The engine has been silent for a while since `greet`."""

    def read_line(self, line: str) -> list[Event]:
        """Processes a line that the engine has written."""

    def ask(self, moves: Sequence[str], seat: int, limits: Limits) -> list[str]:
        """Asks `seat` to move after `moves` from the start; `read_line` returns the
        answer some time later.

        The first time this tells the time control, too; that does not change during a game.
        """

    def farewell(self) -> list[str]:
        """The last lines."""

"""What a match keeps of a game, and of each move."""

from dataclasses import dataclass
from typing import Literal, get_args

from .schedule import Pairing

PROBABILITY = "win_probability"  # the unit in which ½ is even, not 0

End = Literal[
    "rules",
    "adjudicated",
    "resigned",
    "claimed",
    "time",
    "illegal move",
    "no move",
    "failed",
]
ENDS: tuple[End, ...] = get_args(End)
"""How games end: by the rules or by adjudication; a player resigned, or claimed the end instead of
moving; it ran out of time, made an illegal move, or said that it has no move; or it crashed, hung
or did not start."""


def relative_to_even(value: float, unit: str) -> float:
    """The value of a search on a scale on which 0 is even."""
    return value - 0.5 if unit == PROBABILITY else value


@dataclass(frozen=True, slots=True)
class Reply:
    """A player's move, and what it said of it. `value`: for itself, in the unit of its
    search with 0 = even; `distance`: plies to the end that it sees as forced; None where
    it said nothing."""

    move: str
    depth: int | None = None
    value: float | None = None
    distance: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """A move's time, and what the player said of the move, as in `Reply`."""

    ms: int
    depth: int | None = None
    value: float | None = None
    distance: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game. `score`: of the first of `players`; `actions`: all moves and throws from
    `start` (empty: the usual one), of which the first `opening_plies` are the opening; `left_ms`:
    the clocks of the players at the end; `fault`: a player's fault, or empty; a claim is none;
    `margin`: the first player's lead in discs or points, or 1 and -1 in games without margins;
    `end`: None in old logs; `thoughts`: of the moves after the opening, none in old logs."""

    number: int
    seat: int
    score: float
    reason: str
    actions: tuple[str, ...]
    left_ms: tuple[int, int] | None = None
    fault: str = ""
    margin: int = 0
    players: Pairing = (0, 1)
    end: End | None = None
    opening_plies: int = 0
    start: str = ""
    thoughts: tuple[Thought, ...] = ()

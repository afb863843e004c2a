"""Inputs that other programs read wrongly, as their users have reported them.

The inputs are shortened to what matters. `fault`: what a program did wrongly, or what its user
asked. Reports are named as owner/repository#number on GitHub.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

Texts = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A file. `moves`: the main line of each game, None for one that is reported as bad; the other
    expected values are those of the last game. `error`: the report of the last bad game."""

    source: str
    fault: str
    form: str = "pgn"
    text: str | bytes
    moves: tuple[str | None, ...]
    players: Texts | None = None
    scores: tuple[float, float] | str = ""
    comments: Texts | None = None
    nags: tuple[int, ...] | None = None
    variations: Texts | None = None
    clocks: tuple[int, ...] | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    notes: Texts = ()
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionCase:
    """A position. `expected`: its text as the rules write it. `error`: a part of the refusal."""

    source: str
    fault: str
    game: str = "chess"
    text: str
    expected: str = ""
    error: str = ""


def at_fen(fen: str, movetext: str) -> str:
    return f'[SetUp "1"]\n[FEN "{fen}"]\n\n{movetext}\n'

"""What a game teaches, pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import zeitnot_protocol as p

from .lines import Line, former_lines, lines
from .rules import BookRules


@dataclass(frozen=True, slots=True)
class Taught:
    """What a game teaches, and, if it is learnt again, what it had taught an older version."""

    lines: Sequence[Line] = ()
    former: Sequence[Line] = ()


class TaughtGame(NamedTuple):
    """A game that is in the server's book. `at`: its end, Unix ms."""

    id: str
    game_type: str
    at: int
    accounts: frozenset[str]


def taught_by(rules: BookRules, events: Sequence[p.RoomEvent], setup: p.Setup) -> Taught:
    """All that a finished game may have taught, to this version or to one before 0.2."""
    return Taught(lines(rules, events, setup), former_lines(rules, events))

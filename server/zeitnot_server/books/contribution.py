"""The lines that a game adds to a book, pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import zeitnot_protocol as p

from .lines import BookLine, former_lines, lines
from .rules import BookRules


@dataclass(frozen=True, slots=True)
class Contribution:
    """The lines of a game; if it is learnt again, also those that an older version had learnt."""

    lines: Sequence[BookLine] = ()
    former: Sequence[BookLine] = ()


class BookGame(NamedTuple):
    """A game that is in the server's book. `at`: its end, Unix ms."""

    id: str
    game_type: str
    at: int
    accounts: frozenset[str]


def contribution_of(
    rules: BookRules, events: Sequence[p.RoomEvent], setup: p.Setup
) -> Contribution:
    """The lines that this version learns from a finished game, and those learnt before 0.2."""
    return Contribution(lines(rules, events, setup), former_lines(rules, events))

"""The lines that a game adds to a book, pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import zeitnot_protocol as p

from .lines import BookLine, former_lines, lines
from .rules import BookRules


@dataclass(frozen=True, slots=True)
class Contribution:
    """The lines of a game. `former`: if it is indexed again, the lines that an older version has
    added. `opening`: the keys of its first positions, by which lists find it (`opening_keys`)."""

    lines: Sequence[BookLine] = ()
    former: Sequence[BookLine] = ()
    opening: Sequence[int] = ()


class BookGame(NamedTuple):
    """A game that is in the server's book. `at`: its end, Unix ms."""

    id: str
    game_type: str
    at: int
    accounts: frozenset[str]


def contribution_of(
    rules: BookRules, events: Sequence[p.RoomEvent], setup: p.Setup
) -> Contribution:
    """The lines that this version adds for a finished game, and those that versions before 0.2
    added."""
    return Contribution(lines(rules, events, setup), former_lines(rules, events))

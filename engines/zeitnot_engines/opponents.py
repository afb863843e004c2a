"""The textbook opponents: bots of the server's own, each of which plays by one textbook method with
fixed limits, without a table or a book, and is explained by a lesson (docs/tutorial/lessons.md).

A game's `opponents.py` may add its own, as `OPPONENTS`, and names in `TOO_SLOW` those that would
not finish a move there in time.
"""

import base64
import hmac
from collections.abc import Iterator
from dataclasses import dataclass

from zeitnot_client.by_name import module_of

from .games import NAMES, load, methods_of
from .laboratory import textbook_names

MAX_MS = 2_000
"""The longest search of a move; the answer is then that of the last complete depth."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """`lesson`: the section of the page's lessons; `depth`, `nodes`: its limits; `evaluation`: of
    its game, or the usual one; `game`: the only one that it plays."""

    name: str
    method: str
    lesson: str
    depth: int | None = None
    nodes: int | None = None
    evaluation: str = ""
    game: str | None = None

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it plays, in the order of lists."""
        return tuple(game for game in NAMES if self._plays(game))

    def _plays(self, game: str) -> bool:
        if self.game not in (None, game) or self.method not in methods_of(game):
            return False
        if not textbook_names(game) or not load(game).zero_sum:  # hidden, or of any number of seats
            return False
        module = module_of(game, "opponents")
        return self.name not in getattr(module, "TOO_SLOW", ())


_GENERAL = (
    Opponent("minimax-2", "minimax", "minimax", depth=2),
    Opponent("alphabeta-4", "plain-alphabeta", "alphabeta", depth=4),
    Opponent("uct-1000", "uct", "uct", nodes=1000),
)


def _of_games() -> Iterator[Opponent]:
    for game in NAMES:
        yield from getattr(module_of(game, "opponents"), "OPPONENTS", ())


OPPONENTS: tuple[Opponent, ...] = (*_GENERAL, *_of_games())
"""All textbook opponents."""
LESSONS = {opponent.name: opponent.lesson for opponent in OPPONENTS}
"""The lesson that explains each of them."""


def opponent_token(house_token: str, name: str) -> str:
    """The token of a textbook opponent, which the server and its bots' process both derive from the
    house bot's. It does not reveal that one."""
    digest = hmac.digest(house_token.encode(), f"textbook opponent {name}".encode(), "sha256")
    return f"zn_{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"

"""A database that can only be read: beside a running server, without its lock."""

from collections.abc import Callable
from typing import Protocol

import zeitnot_protocol as p

from ..books.book_store import BookReads
from .filters import GameFilter
from .room_log import RulesFor

Lost = Callable[[str, str], None]
"""Called with each game that cannot be read, and why."""


class ArchivedGames(Protocol):
    """The history. Each raises ReadFailed, Damaged."""

    async def page(self, filter_: GameFilter, unreadable: Lost) -> p.GamePage:
        """A page of games as anybody may see it, newest first; perhaps fewer than asked for, as
        long as it has a cursor. Raises BadFilter."""

    async def ids(self, filter_: GameFilter) -> tuple[list[str], str | None]:
        """The ids of such a page, and its cursor: no log of any game is read. Raises BadFilter."""

    async def export(self, game: str, rules_for: RulesFor) -> p.Export | None:
        """The file that `zeitnot verify` reads; without the seed while the game lasts, and then as
        a spectator may see it. Raises RulesChanged."""


class Archive(Protocol):
    """An open database that can only be read."""

    @property
    def games(self) -> ArchivedGames: ...

    @property
    def books(self) -> BookReads: ...

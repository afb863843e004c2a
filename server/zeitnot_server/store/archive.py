"""A read-only database: beside a running server, without its lock."""

from collections.abc import Callable
from typing import Protocol

import zeitnot_protocol as p

from ..books.book_store import BookReads
from .filters import GameFilter
from .room_log import RulesFor

OnUnreadable = Callable[[str, str], None]
"""Called with the id of each game that cannot be read, and the reason."""


class ArchivedGames(Protocol):
    """The history. Every method may raise ReadFailed, Damaged."""

    async def page(self, filter_: GameFilter, unreadable: OnUnreadable) -> p.GamePage:
        """A page of public games, or of imported ones if the filter asks for them, newest first. It
        may be short without being the last: only a missing cursor marks the end. Raises
        BadFilter."""

    async def ids(self, filter_: GameFilter) -> tuple[list[str], str | None]:
        """The ids of the page that `page` would return, and its cursor, without reading any game's
        log. Raises BadFilter."""

    async def export(self, game: str, rules_for: RulesFor) -> p.Export | None:
        """The file that `zeitnot verify` reads. Until the game ends it has no seed, and only what a
        spectator may see. Raises RulesChanged."""


class Archive(Protocol):
    """An open read-only database."""

    @property
    def games(self) -> ArchivedGames: ...

    @property
    def books(self) -> BookReads: ...

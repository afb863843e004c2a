"""Games and books as commands read them, in any SQL database; see `store.archive`."""

import zeitnot_protocol as p

from ..archive import OnUnreadable
from ..errors import Damaged
from ..filters import GameFilter
from ..room_log import RulesFor
from .base.readable import UNREADABLE
from .base.snapshots import Snapshots
from .books.books import SqlBookReads
from .games import queries
from .games.walks import OPERATOR


class SqlArchivedGames:
    """See `archive.ArchivedGames`."""

    def __init__(self, reader: Snapshots) -> None:
        self._reader = reader

    async def page(self, filter_: GameFilter, unreadable: OnUnreadable) -> p.GamePage:
        async with self._reader.snapshot() as session:
            return await queries.list_games(session, filter_, OPERATOR, unreadable)

    async def ids(self, filter_: GameFilter) -> tuple[list[str], str | None]:
        async with self._reader.snapshot() as session:
            return await queries.list_ids(session, filter_, OPERATOR)

    async def export(self, game: str, rules_for: RulesFor) -> p.Export | None:
        try:
            async with self._reader.snapshot() as session:
                return await queries.export(session, game, rules_for)
        except UNREADABLE as bad:
            raise Damaged(f"Game {game} cannot be read from the database: {bad}.") from bad


class SqlArchive:
    """See `archive.Archive`."""

    def __init__(self, reader: Snapshots) -> None:
        self.games = SqlArchivedGames(reader)
        self.books = SqlBookReads(reader)

"""Opening books in SQL."""

from collections.abc import Iterable, Mapping, Sequence

import zeitnot_protocol as p

from ....books.book_store import UnindexedGame
from ....books.contribution import BookGame, Contribution
from ....books.entry import BookPosition, Entry
from ....books.lines import BookLine
from ..base.connection import Lookup, Writer
from ..base.snapshots import Snapshots
from . import book_table, indexing, recent_games


class SqlBookReads:
    """See `books.book_store.BookReads`."""

    def __init__(self, snapshots: Snapshots) -> None:
        self._snapshots = snapshots

    async def entries(self, scopes: Sequence[str], book_position: BookPosition) -> list[Entry]:
        async with self._snapshots.snapshot() as session:
            return await book_table.entries(session, scopes, book_position)

    async def all_lines(self, scopes: Sequence[str], game_type: str) -> list[BookLine]:
        async with self._snapshots.snapshot() as session:
            return await book_table.all_lines(session, scopes, game_type)

    async def sizes(self, scopes: Mapping[str, Sequence[str]]) -> list[p.BookInfo]:
        async with self._snapshots.snapshot() as session:
            return await book_table.sizes(session, scopes)


class SqlBooks(SqlBookReads):
    """See `books.book_store.BookStore`. `snapshots`: for queries of any client, so that indexing
    does not wait for them."""

    def __init__(
        self, writer: Writer, lookup: Lookup, reader: Snapshots, snapshots: Snapshots
    ) -> None:
        super().__init__(snapshots)
        self._writer, self._lookup, self._reader = writer, lookup, reader

    async def index_game(self, game: str, contribution: Contribution) -> bool:
        return await self._writer.write(lambda c: indexing.add_game(c, game, contribution))

    async def unindexed(self) -> list[UnindexedGame]:
        async with self._reader.snapshot() as session:
            return await indexing.unindexed(session)

    async def import_former(self) -> bool:
        return await self._writer.write(indexing.import_former)

    async def add_imported(
        self, game_type: str, lines: Sequence[BookLine], *, replace: bool = False
    ) -> None:
        await self._writer.write(lambda c: indexing.add_imported(c, game_type, lines, replace))

    async def indexed_since(self, since_ms: int) -> list[BookGame]:
        async with self._reader.snapshot() as session:
            return await recent_games.indexed_since(session, since_ms)

    async def addresses_of(self, accounts: Iterable[str]) -> dict[str, str]:
        return await self._lookup.ask(lambda c: recent_games.addresses_of(c, accounts))

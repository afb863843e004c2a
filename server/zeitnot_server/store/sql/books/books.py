"""Opening books on SQLite."""

from collections.abc import Iterable, Mapping, Sequence

import zeitnot_protocol as p

from ....books.book_store import Unlearnt
from ....books.contribution import BookGame, Contribution
from ....books.entry import Entry, Place
from ....books.lines import BookLine
from ..base.connection import Lookup, Writer
from ..base.snapshots import Snapshots
from . import book_table, learning, taught


class SqlBookReads:
    """See `books.book_store.BookReads`."""

    def __init__(self, snapshots: Snapshots) -> None:
        self._snapshots = snapshots

    async def entries(self, scopes: Sequence[str], place: Place) -> list[Entry]:
        async with self._snapshots.snapshot() as session:
            return await book_table.entries(session, scopes, place)

    async def whole(self, scopes: Sequence[str], game_type: str) -> list[BookLine]:
        async with self._snapshots.snapshot() as session:
            return await book_table.whole(session, scopes, game_type)

    async def sizes(self, scopes: Mapping[str, Sequence[str]]) -> list[p.BookInfo]:
        async with self._snapshots.snapshot() as session:
            return await book_table.sizes(session, scopes)


class SqlBooks(SqlBookReads):
    """See `books.book_store.BookStore`. `snapshots`: for queries that anybody may cause, so that
    learning does not wait behind them."""

    def __init__(
        self, writer: Writer, lookup: Lookup, reader: Snapshots, snapshots: Snapshots
    ) -> None:
        super().__init__(snapshots)
        self._writer, self._lookup, self._reader = writer, lookup, reader

    async def learn_game(self, game: str, contribution: Contribution) -> bool:
        return await self._writer.write(lambda c: learning.learn(c, game, contribution))

    async def unlearnt(self) -> list[Unlearnt]:
        async with self._reader.snapshot() as session:
            return await learning.unlearnt(session)

    async def keep_former(self) -> bool:
        return await self._writer.write(learning.keep_former)

    async def add_imported(
        self, game_type: str, lines: Sequence[BookLine], *, replace: bool = False
    ) -> None:
        await self._writer.write(lambda c: learning.add_imported(c, game_type, lines, replace))

    async def learnt_since(self, since_ms: int) -> list[BookGame]:
        async with self._reader.snapshot() as session:
            return await taught.learnt_since(session, since_ms)

    async def addresses_of(self, accounts: Iterable[str]) -> dict[str, str]:
        return await self._lookup.ask(lambda c: taught.addresses_of(c, accounts))

"""The pages of bots on a database's connections."""

import zeitnot_protocol as p

from ....bot_pages.page_store import CostlyMove, GradedGame, GradedMove, Result
from ...names import skeleton
from ..base.connection import Connection, Lookup, Writer
from ..base.now import wall_ms
from ..base.snapshots import Snapshots
from . import faults, grades, results


def bot_named(connection: Connection, name: str) -> str | None:
    """See `page_store.BotPages`."""
    row = connection.execute(
        "SELECT id FROM account WHERE handle = ? AND name = ? AND bot", (skeleton(name), name)
    ).fetchone()
    return row[0] if row else None


class SqlBotPages:
    """See `page_store.BotPages`. `lists`: for queries of any client."""

    def __init__(self, writer: Writer, lookup: Lookup, lists: Snapshots) -> None:
        self._writer, self._lookup, self._lists = writer, lookup, lists

    async def bot_named(self, name: str) -> str | None:
        return await self._lookup.ask(lambda c: bot_named(c, name))

    async def newest_result(self, account: str) -> str | None:
        return await self._lookup.ask(lambda c: results.newest_result(c, account))

    async def results(self, account: str) -> list[Result]:
        async with self._lists.snapshot() as session:
            return await results.results(session, account)

    async def to_grade(self, account: str, games: list[str], limit: int) -> list[tuple[str, int]]:
        return await self._lookup.ask(lambda c: grades.to_grade(c, account, games, limit))

    async def grade(self, account: str, game: str, moves: list[GradedMove]) -> None:
        await self._writer.write(lambda c: grades.grade(c, account, game, moves, wall_ms()))

    async def graded(self, account: str, limit: int) -> list[GradedGame]:
        return await self._lookup.ask(lambda c: grades.graded(c, account, limit))

    async def costliest(self, account: str) -> list[CostlyMove]:
        return await self._lookup.ask(lambda c: grades.costliest(c, account))

    async def add_fault(self, account: str, fault: p.NewFault, at: int) -> bool:
        return await self._writer.write(lambda c: faults.add(c, account, fault, at))

    async def faults(self, account: str) -> list[p.Fault]:
        return await self._lookup.ask(lambda c: faults.faults(c, account))

"""People as others see them, on a database's connections."""

from collections.abc import Sequence

from ....profiles.people_store import Block, Complaint, Kind, NewComplaint, Person, ResultCount
from ..base.connection import Lookup, Writer
from ..base.snapshots import Snapshots
from . import complaints, profiles, relations


class SqlPeople:
    """See `people.People`. `lists`: for queries of any client."""

    def __init__(self, writer: Writer, lookup: Lookup, lists: Snapshots) -> None:
        self._writer, self._lookup, self._lists = writer, lookup, lists

    async def person(self, name: str) -> Person | None:
        return await self._lookup.ask(lambda c: profiles.person(c, name))

    async def people(self, accounts: Sequence[str]) -> dict[str, Person]:
        return await self._lookup.ask(lambda c: profiles.people(c, accounts))

    async def names(self, accounts: Sequence[str]) -> dict[str, tuple[str, bool]]:
        return await self._lookup.ask(lambda c: profiles.names(c, accounts))

    async def results(self, account: str) -> list[ResultCount]:
        async with self._lists.snapshot() as session:
            return await profiles.results(session, account)

    async def results_against(self, account: str, other: str) -> list[ResultCount]:
        async with self._lists.snapshot() as session:
            return await profiles.results_against(session, account, other)

    async def bots_of(self, owner: str) -> list[tuple[str, int]]:
        return await self._lookup.ask(lambda c: profiles.bots_of(c, owner))

    async def relate(self, account: str, kind: Kind, other: str, at: int) -> bool:
        return await self._writer.write(lambda c: relations.relate(c, account, kind, other, at))

    async def end_relation(self, account: str, kind: Kind, other: str, at: int) -> None:
        await self._writer.write(lambda c: relations.end_relation(c, account, kind, other, at))

    async def related(self, account: str, kind: Kind) -> list[str]:
        return await self._lookup.ask(lambda c: relations.related(c, account, kind))

    async def blocks_since(self, at: int, after: Block | None = None) -> list[Block]:
        return await self._lookup.ask(lambda c: relations.blocks_since(c, at, after))

    async def hides_presence(self, account: str) -> bool:
        return account in await self.hidden([account])

    async def hide_presence(self, account: str, *, hidden: bool) -> None:
        await self._writer.write(lambda c: relations.hide(c, account, is_hidden=hidden))

    async def hidden(self, accounts: Sequence[str]) -> set[str]:
        return await self._lookup.ask(lambda c: relations.hidden(c, accounts))

    async def complain(self, complaint: NewComplaint, at: int) -> int:
        return await self._writer.write(lambda c: complaints.add(c, complaint, at))

    async def complaints_of(self, account: str) -> list[Complaint]:
        return await self._lookup.ask(lambda c: complaints.of_account(c, account))

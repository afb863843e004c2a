"""Accounts that the operator and teachers create, in SQL; see `moderation.Members`."""

from collections.abc import Sequence

import zeitnot_protocol as p

from ....rooms.text import tidy_name
from ...accounts import Account, KeptPerson
from ...audit import AuditActor
from ...errors import NameTaken
from ...tokens import NewCode
from ..base.connection import Connection, Lookup, Writer
from ..base.now import wall_ms
from ..people import accounts
from . import codes, members


def create(
    connection: Connection,
    by: AuditActor,
    names: Sequence[str],
    now: int,
    role: p.Role = "player",
    *,
    reserved: bool = False,
) -> list[NewCode]:
    """Creates accounts, each with a reset code. Raises BadName, and then nothing is created."""
    made = list[NewCode]()
    for name in names:
        try:
            person = members.add(connection, by, name, role, now, reserved=reserved)
        except NameTaken:
            raise NameTaken(f"{tidy_name(name)} is taken, or given twice.") from None
        made.append(codes.make(connection, by, person, "reset", now))
    return made


class SqlMembers:
    """See `moderation.Members`."""

    def __init__(self, writer: Writer, lookup: Lookup) -> None:
        self._writer, self._lookup = writer, lookup

    async def named(self, name: str) -> KeptPerson | None:
        return await self._lookup.ask(lambda c: members.named(c, name))

    async def set_role(self, by: AuditActor, name: str, role: p.Role) -> KeptPerson | None:
        return await self._writer.write(lambda c: members.set_role(c, by, name, role, wall_ms()))

    async def create(self, by: AuditActor, names: Sequence[str]) -> list[NewCode]:
        return await self._writer.write(lambda c: create(c, by, names, wall_ms()))

    async def bots_of(self, account: str) -> list[Account]:
        return await self._lookup.ask(lambda c: accounts.bots_of(c, account))

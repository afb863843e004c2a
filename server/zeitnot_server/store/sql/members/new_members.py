"""Accounts that the operator and teachers create, in SQL; see `moderation.Members`."""

from collections.abc import Sequence

import zeitnot_protocol as p

from ....rooms.text import tidy_name
from ...accounts import Account, KeptPerson
from ...audit import AuditActor
from ...errors import BadName, BadNames, NameTaken
from ...moderation import ListedPerson, PeopleOf
from ...tokens import CLASS_CODE_DAYS, NewCode
from ..base.connection import Connection, Lookup, Writer
from ..base.now import wall_ms
from ..people import accounts
from . import codes, lists, members


def create(
    connection: Connection,
    by: AuditActor,
    names: Sequence[str],
    now: int,
    role: p.Role = "player",
    days: int = CLASS_CODE_DAYS,
    *,
    reserved: bool = False,
) -> list[NewCode]:
    """Creates accounts, each with a reset code. Raises BadNames, and then nothing is created."""
    made, refused = list[NewCode](), dict[int, tuple[str, BadName]]()
    for index, name in enumerate(names):
        try:
            person = members.add(connection, by, name, role, now, reserved=reserved)
        except NameTaken:
            sentence = f"{tidy_name(name)} is taken, or given twice."
            refused[index] = name, NameTaken(sentence)
        except BadName as bad:
            refused[index] = name, bad
        else:
            made.append(codes.make(connection, by, person, "reset", now, days))
    if refused:
        raise BadNames(refused)
    return made


class SqlMembers:
    """See `moderation.Members`."""

    def __init__(self, writer: Writer, lookup: Lookup) -> None:
        self._writer, self._lookup = writer, lookup

    async def named(self, name: str) -> KeptPerson | None:
        return await self._lookup.ask(lambda c: members.named(c, name))

    async def set_role(self, by: AuditActor, name: str, role: p.Role) -> KeptPerson | None:
        return await self._writer.write(lambda c: members.set_role(c, by, name, role, wall_ms()))

    async def create(
        self, by: AuditActor, names: Sequence[str], days: int = CLASS_CODE_DAYS
    ) -> list[NewCode]:
        return await self._writer.write(lambda c: create(c, by, names, wall_ms(), days=days))

    async def listed(
        self, whom: PeopleOf, by: str, after: tuple[int, str] | None, limit: int
    ) -> list[ListedPerson]:
        return await self._lookup.ask(lambda c: lists.listed(c, whom, by, after, limit, wall_ms()))

    async def bots_of(self, account: str) -> list[Account]:
        return await self._lookup.ask(lambda c: accounts.bots_of(c, account))

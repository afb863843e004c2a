"""People who keep names, with their roles, and accounts that are made for others."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

import zeitnot_protocol as p

from .accounts import Account, KeptPerson
from .audit import AuditActor
from .tokens import CLASS_CODE_DAYS, NewCode

PeopleOf = Literal["made", "roles", "everyone"]
"""Whom a list has: those whose accounts somebody has made, those with a role other than player, or
all who keep names."""


class ListedPerson(NamedTuple):
    """A person who keeps a name, as a teacher or an admin sees it. Instants are Unix ms. `since`:
    when the account was made, or the name kept. `taken`: a password has been chosen. `used_at`: the
    last use of any session or token; None: never. `code_until`: the end of a valid reset code."""

    name: str
    role: p.Role
    since: int
    taken: bool
    used_at: int | None
    code_until: int | None


class Members(Protocol):
    """Each method raises WriteFailed or ReadFailed."""

    async def named(self, name: str) -> KeptPerson | None:
        """The person who keeps this name, or one that looks like it."""

    async def set_role(self, by: AuditActor, name: str, role: p.Role) -> KeptPerson | None:
        """Gives a role to the person who keeps this name. None: nobody does. Raises LastAdmin."""

    async def create(
        self, by: AuditActor, names: Sequence[str], days: int = CLASS_CODE_DAYS
    ) -> list[NewCode]:
        """Creates accounts that keep these names, without a password, each with a reset code that
        lasts so many days. If one name is refused, nothing is created. Raises BadNames."""

    async def listed(
        self, whom: PeopleOf, by: str, after: tuple[int, str] | None, limit: int
    ) -> list[ListedPerson]:
        """People, the newest first, and of those made at the same time the last by name first.
        `by`: the account that has made them, for `made`. `after`: `since` and `name` of the last
        one of the page before."""

    async def bots_of(self, account: str) -> list[Account]:
        """The bots that this account owns, the oldest first; at most a thousand."""

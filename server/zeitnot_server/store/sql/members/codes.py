"""One-time codes of accounts, in SQL; see `tokens.Codes`.

A code is used up by deleting its row, so of two requests with the same code only one gets it,
whichever nodes they reach.
"""

from collections.abc import Collection

import zeitnot_protocol as p

from ...accounts import KeptPerson, KeptSession, PasswordHash
from ...audit import AuditActor
from ...tokens import (
    CLASS_CODE_DAYS,
    CODE_MS,
    DAY_MS,
    CodeKind,
    NewCode,
    code_digest,
    new_code,
)
from ..base.connection import Connection, Lookup, Writer
from ..base.now import wall_ms
from ..people import audit, kept
from . import members

_OF_CODE = (
    "SELECT account.id, account.name, account.role FROM account_code"
    " JOIN account ON account.id = account_code.account"
    " WHERE account_code.hash = :hash AND kind = :kind AND expires_at > :now"
    " AND account.kept_at IS NOT NULL"
)


def make(
    connection: Connection,
    by: AuditActor,
    person: KeptPerson,
    kind: CodeKind,
    now: int,
    days: int | None = None,
) -> NewCode:
    """Makes a code, which replaces the person's former one of this kind, and deletes those that
    have expired. `days`: how long it lasts, if not as usual."""
    connection.execute(
        "DELETE FROM account_code WHERE expires_at <= ? OR (account = ? AND kind = ?)",
        (now, person.id, kind),
    )
    lasts_ms = CODE_MS[kind] if days is None else days * DAY_MS
    code, expires_at = new_code(), now + lasts_ms
    connection.execute(
        "INSERT INTO account_code (hash, account, kind, made_at, expires_at)"
        " VALUES (?, ?, ?, ?, ?)",
        (code_digest(code), person.id, kind, now, expires_at),
    )
    if kind == "reset":
        audit.add(connection, by, "reset_code_made", f"account {person.id}", now)
    else:
        audit.add(connection, by, "link_made", f"account {person.id}", now)
    return NewCode(person.id, person.name, code, expires_at)


def make_reset(
    connection: Connection, by: AuditActor, name: str, roles: Collection[p.Role], now: int
) -> NewCode | None:
    """See `tokens.Codes`."""
    person = members.named(connection, name)
    if person is None or person.role not in roles:
        return None
    days = CLASS_CODE_DAYS if _is_untaken(connection, person) else None
    return make(connection, by, person, "reset", now, days)


def _is_untaken(connection: Connection, person: KeptPerson) -> bool:
    """Whether a player has not chosen a password yet."""
    query = "SELECT 1 FROM account WHERE id = ? AND password IS NULL AND role = 'player'"
    return connection.execute(query, (person.id,)).fetchone() is not None


def person_of(connection: Connection, code: str, kind: CodeKind, now: int) -> KeptPerson | None:
    """The person whose valid code of this kind it is."""
    parameters = {"hash": code_digest(code), "kind": kind, "now": now}
    row = connection.execute(_OF_CODE, parameters).fetchone()
    return members.person_of_row(row)


def account_of_reset(connection: Connection, name: str, code: str, now: int) -> str | None:
    """See `tokens.Codes`. The same two reads for every name and code."""
    person, named = person_of(connection, code, "reset", now), members.named(connection, name)
    return person.id if person is not None and person == named else None


def use(
    connection: Connection,
    by: AuditActor,
    code: str,
    kind: CodeKind,
    password: PasswordHash | None,
    device: str | None,
    guest: str | None,
    now: int,
) -> KeptSession | None:
    """Uses up a code of `by.actor`; see `tokens.Codes`."""
    used = connection.execute(
        "DELETE FROM account_code WHERE hash = ? AND account = ? AND kind = ? AND expires_at > ?",
        (code_digest(code), by.actor, kind, now),
    )
    if used.rowcount != 1:
        return None
    ended = list[str]()
    if password is not None:
        ended = kept.reset_password(connection, by, password, now)
    else:
        audit.add(connection, by, "signed_in", f"account {by.actor}", now, "by a link")
    return kept.with_guest(connection, by, guest, device, now, ended)


class SqlCodes:
    """See `tokens.Codes`."""

    def __init__(self, writer: Writer, lookup: Lookup) -> None:
        self._writer, self._lookup = writer, lookup

    async def make_reset(
        self, by: AuditActor, name: str, roles: Collection[p.Role]
    ) -> NewCode | None:
        return await self._writer.write(lambda c: make_reset(c, by, name, roles, wall_ms()))

    async def account_of_reset(self, name: str, code: str) -> str | None:
        return await self._lookup.ask(lambda c: account_of_reset(c, name, code, wall_ms()))

    async def reset(
        self,
        by: AuditActor,
        code: str,
        password: PasswordHash,
        device: str | None = None,
        guest: str | None = None,
    ) -> KeptSession | None:
        return await self._writer.write(
            lambda c: use(c, by, code, "reset", password, device, guest, wall_ms())
        )

    async def account_of_link(self, code: str) -> KeptPerson | None:
        return await self._lookup.ask(lambda c: person_of(c, code, "link", wall_ms()))

    async def sign_in(
        self,
        by: AuditActor,
        code: str,
        password: PasswordHash | None = None,
        device: str | None = None,
        guest: str | None = None,
    ) -> KeptSession | None:
        return await self._writer.write(
            lambda c: use(c, by, code, "link", password, device, guest, wall_ms())
        )

"""Kept accounts in SQL."""

from typing import Any

from ....rooms.text import tidy_name
from ...accounts import MAX_SESSIONS, FailedSignIns, KeptAccount, KeptSession, PasswordHash, role_of
from ...audit import AuditActor
from ...errors import KeptAlready, NameFixed, NameReserved
from ...names import skeleton
from ..base import dialect
from ..base.connection import Connection, Lookup, Writer
from ..base.now import wall_ms
from . import accounts, audit, join_codes, merging, tokens

RECENT_ROWS = 200
DELETED = "Deleted"
"""The names of deleted accounts are this and a number."""

_KEPT = "SELECT id, name, password FROM account WHERE {column} = ? AND password IS NOT NULL"
_RECENT_SIGN_IN = (
    "SELECT 1 FROM (SELECT act, address FROM audit WHERE subject = ? ORDER BY id DESC LIMIT ?)"
    " AS done WHERE act IN ('kept', 'signed_in', 'password_reset') AND address = ? LIMIT 1"
)
_OLD_SESSIONS = (
    "SELECT id FROM token WHERE account = :account AND kind = 'session' AND revoked_at IS NULL"
    " AND expires_at > :now ORDER BY created_at DESC, id LIMIT 1000 OFFSET :most"
)


def keep(
    connection: Connection,
    by: AuditActor,
    name: str,
    password: PasswordHash,
    device: str | None,
    now: int,
    join_code: str | None = None,
) -> KeptSession:
    """See `kept.KeptAccounts`."""
    if join_code is not None:
        join_codes.use(connection, join_code, now)
    shown_name = tidy_name(name)
    guest = accounts.find(connection, by.actor)
    if guest is None or guest.bot or guest.kept_at is not None:
        raise KeptAlready("Only a guest can keep a name, and you are none.")
    if shown_name != guest.name and accounts.renamed_by_operator(connection, by.actor):
        raise NameFixed("The operator has given you your name. You can only keep that one.")
    accounts.check_name(connection, shown_name)
    check_not_a_guests(shown_name)
    connection.execute(
        "UPDATE account SET name = ?, handle = ?, kept_at = ?, password = ? WHERE id = ?",
        (shown_name, skeleton(shown_name), now, password.text, by.actor),
    )
    change = None if shown_name == guest.name else f"was {guest.name}, is {shown_name}"
    audit.add(connection, by, "kept", f"account {by.actor}", now, change)
    return new_session(connection, by.actor, device, now, ended=_end_all(connection, by, now))


def check_not_a_guests(name: str) -> None:
    """Refuses the names that guests get, and deleted accounts. Raises NameReserved."""
    digits = set(skeleton("0123456789"))
    for prefix, whose in (("Guest", "a guest's"), (DELETED, "a deleted account's")):
        rest = skeleton(name).removeprefix(skeleton(prefix))
        if rest != skeleton(name) and rest and set(rest) <= digits:
            raise NameReserved(f"{name} is {whose} name. Choose another one to keep.")


def find(connection: Connection, column: str, value: str) -> KeptAccount | None:
    """The kept account with this value in a column."""
    row = connection.execute(_KEPT.format(column=column), (value,)).fetchone()
    return KeptAccount(row[0], row[1], PasswordHash(row[2])) if row else None


def sign_in(
    connection: Connection,
    by: AuditActor,
    verified: PasswordHash,
    device: str | None,
    replaced: str | None,
    guest: str | None,
    now: int,
) -> KeptSession | None:
    """See `kept.KeptAccounts`."""
    if not _still_has(connection, by.actor, verified):
        return None
    return begin_session(connection, by, device, replaced, guest, now)


def begin_session(
    connection: Connection,
    by: AuditActor,
    device: str | None,
    replaced: str | None,
    guest: str | None,
    now: int,
    how: str | None = None,
) -> KeptSession:
    """Makes a session of `by.actor`, which has proved who it is. `how`: if not by its password, for
    the audit log. The others are as in `kept.KeptAccounts.sign_in`."""
    ended = tokens.end_session(connection, by.actor, replaced, now) if replaced else []
    if ended:
        audit.add(connection, by, "logged_out", f"account {by.actor}", now)
    audit.add(connection, by, "signed_in", f"account {by.actor}", now, how)
    return with_guest(connection, by, guest, device, now, ended)


def with_guest(
    connection: Connection,
    by: AuditActor,
    guest: str | None,
    device: str | None,
    now: int,
    ended: list[str],
) -> KeptSession:
    """Makes a session of `by.actor`, into which a guest is merged, if there is one."""
    merged = merging.merge(connection, by, guest, now) if guest else None
    session = new_session(connection, by.actor, device, now, ended)
    if merged is None:
        return session
    contents, of_guest = merged
    return session._replace(ended=[*session.ended, *of_guest], merged=contents)


def change_password(
    connection: Connection,
    by: AuditActor,
    verified: PasswordHash,
    new: PasswordHash,
    device: str | None,
    now: int,
) -> KeptSession | None:
    """See `kept.KeptAccounts`."""
    if not _still_has(connection, by.actor, verified):
        return None
    connection.execute("UPDATE account SET password = ? WHERE id = ?", (new.text, by.actor))
    audit.add(connection, by, "password_changed", f"account {by.actor}", now)
    return new_session(connection, by.actor, device, now, ended=_end_all(connection, by, now))


def reset_password(
    connection: Connection, by: AuditActor, new: PasswordHash, now: int
) -> list[str]:
    """Sets the password of `by.actor`, which has got in by a code; removes its passkeys, ends its
    sessions and tokens, and returns their hashes."""
    connection.execute("UPDATE account SET password = ? WHERE id = ?", (new.text, by.actor))
    dialect.lock(connection, "passkey")  # a session that ends may be adding one
    connection.execute("DELETE FROM passkey WHERE account = ?", (by.actor,))
    audit.add(connection, by, "password_reset", f"account {by.actor}", now)
    return _end_all(connection, by, now)


def end_other_sessions(connection: Connection, by: AuditActor, but: str, now: int) -> list[str]:
    """See `kept.KeptAccounts`."""
    hashes = tokens.end_sessions(connection, by.actor, now, but)
    if hashes:
        audit.add(connection, by, "sessions_ended", f"account {by.actor}", now)
    return hashes


def has_signed_in_from(connection: Connection, account: str, address: str | None) -> bool:
    """See `kept.KeptAccounts`."""
    if address is None:
        return True
    parameters = (f"account {account}", RECENT_ROWS, address)
    return connection.execute(_RECENT_SIGN_IN, parameters).fetchone() is not None


def note_failures(connection: Connection, failures: list[FailedSignIns], now: int) -> None:
    """See `kept.KeptAccounts`."""
    for account, address, number in failures:
        by = AuditActor("unknown", address)
        # Under a subject of its own, so that strangers cannot crowd out where the owner signs in.
        audit.add(connection, by, "sign_in_failed", f"sign-in {account}", now, f"{number} times")


def _still_has(connection: Connection, account: str, verified: PasswordHash) -> bool:
    found = find(connection, "id", account)
    return found is not None and found.password.text == verified.text


def _end_all(connection: Connection, by: AuditActor, now: int) -> list[str]:
    """Ends all sessions of an account that gets a new one."""
    return tokens.end_sessions(connection, by.actor, now)


def new_session(
    connection: Connection, account: str, device: str | None, now: int, ended: list[str]
) -> KeptSession:
    """Makes a session; ends the oldest if there are too many."""
    parameters: dict[str, Any] = {"account": account, "now": now, "most": MAX_SESSIONS - 1}
    for (id,) in connection.execute(_OLD_SESSIONS, parameters).fetchall():
        ended = [*ended, *tokens.revoke_any(connection, AuditActor(account), id, now)]
    token = tokens.add_kept_session(connection, account, now, device)
    query = "SELECT name, role FROM account WHERE id = ?"
    name, role = connection.execute(query, (account,)).fetchone()
    return KeptSession(account, name, role_of(role), token.token, ended)


class SqlKeptAccounts:
    """See `kept.KeptAccounts`."""

    def __init__(self, writer: Writer, lookup: Lookup) -> None:
        self._writer, self._lookup = writer, lookup

    async def keep(
        self,
        by: AuditActor,
        name: str,
        password: PasswordHash,
        device: str | None = None,
        join_code: str | None = None,
    ) -> KeptSession:
        return await self._writer.write(
            lambda c: keep(c, by, name, password, device, wall_ms(), join_code)
        )

    async def named(self, name: str) -> KeptAccount | None:
        return await self._lookup.ask(lambda c: find(c, "handle", skeleton(name)))

    async def with_id(self, account: str) -> KeptAccount | None:
        return await self._lookup.ask(lambda c: find(c, "id", account))

    async def sign_in(
        self,
        by: AuditActor,
        verified: PasswordHash,
        device: str | None = None,
        replaced: str | None = None,
        guest: str | None = None,
    ) -> KeptSession | None:
        return await self._writer.write(
            lambda c: sign_in(c, by, verified, device, replaced, guest, wall_ms())
        )

    async def change_password(
        self,
        by: AuditActor,
        verified: PasswordHash,
        new: PasswordHash,
        device: str | None = None,
    ) -> KeptSession | None:
        return await self._writer.write(
            lambda c: change_password(c, by, verified, new, device, wall_ms())
        )

    async def end_other_sessions(self, by: AuditActor, but: str) -> list[str]:
        return await self._writer.write(lambda c: end_other_sessions(c, by, but, wall_ms()))

    async def has_signed_in_from(self, account: str, address: str | None) -> bool:
        return await self._lookup.ask(lambda c: has_signed_in_from(c, account, address))

    async def note_failures(self, failures: list[FailedSignIns]) -> None:
        await self._writer.write(lambda c: note_failures(c, failures, wall_ms()))

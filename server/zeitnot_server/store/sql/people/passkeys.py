"""Passkeys in SQL.

A challenge is used up by deleting its row, so of two answers only one counts, whichever nodes they
reach.
"""

import secrets
from typing import Any

from ...accounts import KeptSession
from ...audit import AuditActor
from ...errors import TooManyPasskeys
from ...tokens import (
    CHALLENGE_MS,
    MAX_CHALLENGES,
    MAX_PASSKEYS,
    NewPasskey,
    Passkey,
    PasskeySignIn,
    digest,
    new_challenge,
)
from ..base import dialect
from ..base.connection import Connection, Lookup, Writer
from ..base.now import wall_ms
from . import audit, kept, tokens

_COLUMNS = ", ".join(Passkey._fields)
_INSERT = (
    f"INSERT INTO passkey ({_COLUMNS}) VALUES ({', '.join(f':{name}' for name in Passkey._fields)})"
)
_OLDEST = (
    "DELETE FROM passkey_challenge WHERE hash IN"
    " (SELECT hash FROM passkey_challenge ORDER BY expires_at LIMIT ?)"
)
# A count that does not rise is that of a copy; authenticators that do not count say 0.
_USE = (
    "UPDATE passkey SET sign_count = :count, last_used_at = :now"
    " WHERE id = :id AND account = :account"
    " AND (sign_count < :count OR (sign_count = 0 AND :count = 0))"
)


def _hash(challenge: bytes) -> str:
    return digest(f"challenge {challenge.hex()}")


def make_challenge(connection: Connection, challenge: bytes, holder: str, now: int) -> None:
    """Stores a challenge, and deletes those that have expired or are too many."""
    connection.execute("DELETE FROM passkey_challenge WHERE expires_at <= ?", (now,))
    (count,) = connection.execute("SELECT count(*) FROM passkey_challenge").fetchone()
    if count >= MAX_CHALLENGES:
        connection.execute(_OLDEST, (count - MAX_CHALLENGES + 1,))
    connection.execute(
        "INSERT INTO passkey_challenge (hash, holder, expires_at) VALUES (?, ?, ?)",
        (_hash(challenge), holder, now + CHALLENGE_MS),
    )


def is_open(connection: Connection, challenge: bytes, holder: str) -> bool:
    """Whether this holder has such a challenge, expired or not."""
    query = "SELECT 1 FROM passkey_challenge WHERE hash = ? AND holder = ?"
    return connection.execute(query, (_hash(challenge), holder)).fetchone() is not None


def use_challenge(connection: Connection, challenge: bytes, holder: str, now: int) -> bool:
    """See `passkeys.Passkeys`."""
    query = "DELETE FROM passkey_challenge WHERE hash = ? AND holder = ? AND expires_at > ?"
    return connection.execute(query, (_hash(challenge), holder, now)).rowcount == 1


def add(
    connection: Connection, by: AuditActor, token: str, new: NewPasskey, now: int
) -> Passkey | None:
    """See `passkeys.Passkeys`. Waits for a reset of the password at another node, which ends the
    session and removes passkeys."""
    dialect.lock(connection, "passkey")
    caller = tokens.find_by_hash(connection, token, now)
    if caller is None or caller.actor.account != by.actor or not caller.actor.kept:
        return None
    query = "SELECT count(*) FROM passkey WHERE account = ?"
    (count,) = connection.execute(query, (by.actor,)).fetchone()
    if count >= MAX_PASSKEYS:
        raise TooManyPasskeys(f"You already have {MAX_PASSKEYS} passkeys. Remove one first.")
    if with_credential(connection, new.credential) is not None:
        return None
    passkey = Passkey(
        *(secrets.token_hex(8), by.actor, new.credential, new.public_key, new.sign_count),
        *(new.origin, new.transports, new.name, now, None),
    )
    row = {**passkey._asdict(), "transports": ",".join(new.transports)}
    connection.execute(_INSERT, row)
    audit.add(connection, by, "passkey_added", f"account {by.actor}", now)
    return passkey


def _of_row(row: Any) -> Passkey:
    passkey = Passkey(*row)
    return passkey._replace(transports=tuple(filter(None, row[6].split(","))))


def of_account(connection: Connection, account: str) -> list[Passkey]:
    """See `passkeys.Passkeys`."""
    query = f"SELECT {_COLUMNS} FROM passkey WHERE account = ? ORDER BY created_at, id LIMIT ?"
    return [_of_row(row) for row in connection.execute(query, (account, MAX_PASSKEYS)).fetchall()]


def with_credential(connection: Connection, credential: str) -> Passkey | None:
    """See `passkeys.Passkeys`."""
    query = f"SELECT {_COLUMNS} FROM passkey WHERE credential = ?"
    row = connection.execute(query, (credential,)).fetchone()
    return _of_row(row) if row else None


def rename(connection: Connection, account: str, id: str, name: str) -> Passkey | None:
    """See `passkeys.Passkeys`."""
    query = f"UPDATE passkey SET name = ? WHERE id = ? AND account = ? RETURNING {_COLUMNS}"
    row = connection.execute(query, (name, id, account)).fetchone()
    return _of_row(row) if row else None


def remove(connection: Connection, by: AuditActor, id: str, now: int) -> bool:
    """See `passkeys.Passkeys`."""
    query = "DELETE FROM passkey WHERE id = ? AND account = ?"
    if connection.execute(query, (id, by.actor)).rowcount != 1:
        return False
    audit.add(connection, by, "passkey_removed", f"account {by.actor}", now)
    return True


def sign_in(
    connection: Connection,
    by: AuditActor,
    use: PasskeySignIn,
    device: str | None,
    replaced: str | None,
    guest: str | None,
    now: int,
) -> KeptSession | None:
    """See `passkeys.Passkeys`."""
    parameters = {"id": use.id, "account": by.actor, "count": use.sign_count, "now": now}
    if use.account != by.actor or connection.execute(_USE, parameters).rowcount != 1:
        return None
    return kept.begin_session(connection, by, device, replaced, guest, now, "by a passkey")


class SqlPasskeys:
    """See `passkeys.Passkeys`."""

    def __init__(self, writer: Writer, lookup: Lookup) -> None:
        self._writer, self._lookup = writer, lookup

    async def make_challenge(self, holder: str) -> bytes:
        challenge = new_challenge()
        await self._writer.write(lambda c: make_challenge(c, challenge, holder, wall_ms()))
        return challenge

    async def use_challenge(self, challenge: bytes, holder: str) -> bool:
        # First a read, so that invented challenges do not take the writer's time.
        if not await self._lookup.ask(lambda c: is_open(c, challenge, holder)):
            return False
        return await self._writer.write(lambda c: use_challenge(c, challenge, holder, wall_ms()))

    async def add(self, by: AuditActor, token: str, new: NewPasskey) -> Passkey | None:
        return await self._writer.write(lambda c: add(c, by, token, new, wall_ms()))

    async def of_account(self, account: str) -> list[Passkey]:
        return await self._lookup.ask(lambda c: of_account(c, account))

    async def with_credential(self, credential: str) -> Passkey | None:
        return await self._lookup.ask(lambda c: with_credential(c, credential))

    async def rename(self, account: str, id: str, name: str) -> Passkey | None:
        return await self._writer.write(lambda c: rename(c, account, id, name))

    async def remove(self, by: AuditActor, id: str) -> bool:
        return await self._writer.write(lambda c: remove(c, by, id, wall_ms()))

    async def sign_in(
        self,
        by: AuditActor,
        use: PasskeySignIn,
        device: str | None = None,
        replaced: str | None = None,
        guest: str | None = None,
    ) -> KeptSession | None:
        return await self._writer.write(
            lambda c: sign_in(c, by, use, device, replaced, guest, wall_ms())
        )

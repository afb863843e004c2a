"""Tokens in SQL. Only the last of the replaced secrets may stay valid for a while: each token has
one row for it, whose id is derived from the token's id."""

import hashlib
import secrets
from collections.abc import Collection, Iterable

import msgspec

import zeitnot_protocol as p

from ....rooms.room import Actor
from ...accounts import role_of
from ...audit import AuditActor
from ...errors import NoSuchToken, TooManyTokens
from ...tokens import (
    KEPT_IDLE_MS,
    KEPT_MS,
    MAX_TOKENS,
    SESSION_MS,
    Credential,
    NewToken,
    SeatedToken,
    Token,
    digest,
    new_token,
)
from ..base import dialect
from ..base.connection import Connection, Lookup, Writer
from ..base.now import wall_ms
from . import audit

ID_DIGITS = 16

_VALID = "token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > :now)"
_FIND = (
    "SELECT token.hash, expires_at, last_used_at, token.kind,"
    " account.id, account.name, account.bot, account.kept_at, account.role, token.scopes"
    " FROM token"
    f" JOIN account ON account.id = token.account WHERE token.hash = :hash AND {_VALID}"
)
_TOKEN = (
    "SELECT token.id, token.hash, account.id, account.name, token.kind, token.name, token.scopes,"
    " token.created_at, token.last_used_at, token.expires_at, token.device"
    " FROM token JOIN account ON account.id = token.account"
)
_OF_OWNER = f"(account.id = :account OR account.owner = :account) AND {_VALID}"
_KEEP_FORMER = """
INSERT INTO token (hash, account, created_at, kind, name, scopes, last_used_at, expires_at, id)
SELECT :hash, account, created_at, 'former', name, scopes, last_used_at, :until, :former
FROM token WHERE id = :id
ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, name = excluded.name, revoked_at = NULL,
    last_used_at = excluded.last_used_at, expires_at = excluded.expires_at
"""
_NOTE_USED = """
UPDATE token SET last_used_at = :now,
    expires_at = CASE WHEN kind != 'session' OR expires_at IS NULL THEN expires_at
                 WHEN ends_at IS NULL THEN :until
                 WHEN ends_at < :kept_until THEN ends_at
                 ELSE :kept_until END
WHERE hash IN (SELECT value FROM {hashes}) AND revoked_at IS NULL
"""
_SEATED = f"""
FROM game JOIN seat ON seat.game = game.id
JOIN token ON token.account = coalesce(seat.stand_in, seat.account)
WHERE game.state IN ('running', 'paused') AND {_VALID}
"""
_INVALID = f"""
SELECT value FROM {{hashes}}
WHERE NOT EXISTS (SELECT 1 FROM token WHERE token.hash = value AND {_VALID})
"""
_GRACES = f"""
SELECT hash, expires_at FROM token
WHERE hash IN (SELECT value FROM {{hashes}}) AND kind = 'former' AND {_VALID}
"""


def find(connection: Connection, token: str, now: int) -> Credential | None:
    """The account of this token, if it is still valid."""
    return find_by_hash(connection, digest(token), now)


def find_by_hash(connection: Connection, hash: str, now: int) -> Credential | None:
    """The account of the token with this hash, if it is still valid."""
    row = connection.execute(_FIND, {"hash": hash, "now": now}).fetchone()
    if row is None:
        return None
    account_token, expires_at, last_used_at, kind, account, name, bot, kept_at, role, scopes = row
    actor = Actor(account, name, bool(bot), kept=kept_at is not None)
    return Credential(
        account_token, actor, expires_at, last_used_at, kind == "former", role_of(role), scopes
    )


def of_account(connection: Connection, account: str, now: int) -> list[Token]:
    """The valid tokens of an account and of the bots that it owns, the oldest first."""
    query = f"{_TOKEN} WHERE {_OF_OWNER} ORDER BY token.created_at, token.id"
    return [Token(*row) for row in connection.execute(query, {"account": account, "now": now})]


def of_owner(connection: Connection, account: str, id: str, now: int) -> Token:
    """A valid token of an account or of its bots, by public id. Raises NoSuchToken."""
    query = f"{_TOKEN} WHERE token.id = :id AND {_OF_OWNER}"
    row = connection.execute(query, {"account": account, "id": id, "now": now}).fetchone()
    if row is None:
        raise NoSuchToken("You have no such token.")
    return Token(*row)


def add(
    connection: Connection,
    account: str,
    token: str,
    now: int,
    kind: str,
    *,
    name: str | None = None,
    expires_at: int | None = None,
    ends_at: int | None = None,
    device: str | None = None,
    scopes: str = p.ALL_SCOPES,
) -> NewToken:
    """Stores a token for an account."""
    id = secrets.token_hex(ID_DIGITS // 2)
    connection.execute(
        "INSERT INTO token (hash, account, created_at, kind, name, expires_at, id, ends_at,"
        " device, scopes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (digest(token), account, now, kind, name, expires_at, id, ends_at, device, scopes),
    )
    return NewToken(id, account, token, expires_at)


def add_kept_session(
    connection: Connection, account: str, now: int, device: str | None
) -> NewToken:
    """Stores a session of a kept account, which ends when idle, and in any case."""
    return add(
        *(connection, account, new_token(), now, "session"),
        expires_at=now + KEPT_IDLE_MS,
        ends_at=now + KEPT_MS,
        device=device,
    )


def end_session(connection: Connection, account: str, hash: str, now: int) -> list[str]:
    """Ends the session of an account with this hash, if there is one, with its former secret."""
    query = (
        "SELECT id FROM token WHERE hash = :hash AND account = :account AND kind = 'session'"
        f" AND {_VALID}"
    )
    row = connection.execute(query, {"hash": hash, "account": account, "now": now}).fetchone()
    return end_secrets(connection, row[0], now) if row else []


def end_sessions(
    connection: Connection, account: str, now: int, but: str | None = None
) -> list[str]:
    """Ends the sessions of an account, with their former secrets, but not the one with the hash
    `but`; returns the hashes that became invalid."""
    hashes = connection.execute(
        "UPDATE token SET revoked_at = :now WHERE account = :account AND kind != 'bot'"
        f" AND hash != :but AND {_VALID} RETURNING hash",
        {"now": now, "account": account, "but": but or ""},
    )
    return [hash for (hash,) in hashes.fetchall()]


def make(
    connection: Connection,
    by: AuditActor,
    account: str,
    name: str | None,
    expires_at: int | None,
    scopes: str,
    now: int,
) -> NewToken | None:
    """See `tokens.Tokens`."""
    kind = "personal" if account == by.actor else "bot"
    owned = "kept_at IS NOT NULL AND NOT bot" if kind == "personal" else "bot AND owner = :owner"
    query = f"SELECT 1 FROM account WHERE id = :account AND {owned}"
    parameters = {"account": account, "owner": by.actor, "now": now}
    if connection.execute(query, parameters).fetchone() is None:
        return None
    counted = "kind != 'session'" if kind == "personal" else "true"
    query = f"SELECT count(*) FROM token WHERE account = :account AND {_VALID} AND {counted}"
    (count,) = connection.execute(query, parameters).fetchone()
    if count >= MAX_TOKENS:
        whom = "You already have" if kind == "personal" else "This bot already has"
        raise TooManyTokens(f"{whom} {MAX_TOKENS} tokens. Revoke one first.")
    token = add(
        *(connection, account, new_token(), now, kind),
        name=name,
        expires_at=expires_at,
        scopes=scopes,
    )
    audit.add(connection, by, "token_made", f"token {token.id}", now)
    return token


def rotate(connection: Connection, by: AuditActor, id: str, grace_ms: int, now: int) -> NewToken:
    """Replaces the secret of a token of `by.actor`. The former one stays valid for `grace_ms`, as a
    separate token, and the one before that becomes invalid. Raises NoSuchToken."""
    token = of_owner(connection, by.actor, id, now)
    if token.kind == "former":
        raise NoSuchToken(
            "This secret was already replaced. Rotate the token with its current secret."
        )
    secret, former = new_token(), _former_id(id)
    query = f"SELECT hash FROM token WHERE id = :id AND {_VALID}"
    before = connection.execute(query, {"id": former, "now": now}).fetchone()
    connection.execute("UPDATE token SET hash = ? WHERE hash = ?", (digest(secret), token.hash))
    if grace_ms > 0:
        until = (
            now + grace_ms if token.expires_at is None else min(token.expires_at, now + grace_ms)
        )
        parameters = {"hash": token.hash, "until": until, "former": former, "id": id}
        connection.execute(_KEEP_FORMER, parameters)
    else:
        _end(connection, "id", former, now)
    audit.add(connection, by, "token_rotated", f"token {id}", now)
    former_secret = before[0] if before else None
    return NewToken(id, token.account, secret, token.expires_at, token.hash, former_secret)


def _former_id(id: str) -> str:
    """The public id of the secret that a token had before."""
    return hashlib.sha256(f"former {id}".encode()).hexdigest()[:ID_DIGITS]


def revoke(connection: Connection, by: AuditActor, id: str, now: int) -> list[str]:
    """Ends a token of `by.actor`; returns the hashes that became invalid. Raises
    NoSuchToken."""
    of_owner(connection, by.actor, id, now)
    return _revoke(connection, by, id, now)


def revoke_any(connection: Connection, by: AuditActor, id: str, now: int) -> list[str]:
    """Like `revoke`, for a token of any account; empty if there is no valid one with this id."""
    return _revoke(connection, by, id, now)


def _revoke(connection: Connection, by: AuditActor, id: str, now: int) -> list[str]:
    hashes = end_secrets(connection, id, now)
    if hashes:
        audit.add(connection, by, "token_revoked", f"token {id}", now)
    return hashes


def log_out(connection: Connection, by: AuditActor, hash: str, now: int) -> list[str]:
    """Revokes the token of a request, like `revoke`."""
    row = connection.execute("SELECT id FROM token WHERE hash = ?", (hash,)).fetchone()
    hashes = end_secrets(connection, row[0], now) if row else []
    if hashes:
        audit.add(connection, by, "logged_out", f"account {by.actor}", now)
    return hashes


def revoke_all(connection: Connection, by: AuditActor, account: str, now: int) -> int:
    """Revokes all tokens of an account; returns how many there were."""
    hashes = _end(connection, "account", account, now)
    if hashes:
        audit.add(connection, by, "token_revoked", f"account {account}", now)
    return len(hashes)


def replace_all(connection: Connection, by: AuditActor, bot: str, now: int) -> NewToken:
    """Creates a token for a bot that replaces all its tokens, which become invalid."""
    revoke_all(connection, by, bot, now)
    token = add(connection, bot, new_token(), now, "bot")
    audit.add(connection, by, "token_made", f"token {token.id}", now)
    return token


def end_secrets(connection: Connection, id: str, now: int) -> list[str]:
    """Revokes a token and its former secret, since the caller may have either."""
    return [
        *_end(connection, "id", id, now),
        *_end(connection, "id", _former_id(id), now),
    ]


def _end(connection: Connection, column: str, value: str, now: int) -> list[str]:
    """Revokes the valid tokens with this value in a column; returns their hashes."""
    hashes = connection.execute(
        f"UPDATE token SET revoked_at = :now WHERE {column} = :value AND {_VALID} RETURNING hash",
        {"now": now, "value": value},
    )
    return [hash for (hash,) in hashes.fetchall()]


def note_used(connection: Connection, hashes: Iterable[str], now: int) -> None:
    """Records that these tokens were used now; this extends a session."""
    parameters = {
        "now": now,
        "until": now + SESSION_MS,
        "kept_until": now + KEPT_IDLE_MS,
        "hashes": _json(hashes),
    }
    connection.execute(_of_hashes(_NOTE_USED, connection), parameters)


def dead(connection: Connection, hashes: Iterable[str], now: int) -> list[str]:
    """Those of these tokens that are unknown or no longer valid."""
    parameters = {"hashes": _json(hashes), "now": now}
    rows = connection.execute(_of_hashes(_INVALID, connection), parameters)
    return [hash for (hash,) in rows]


def graces(connection: Connection, hashes: Iterable[str], now: int) -> dict[str, int]:
    """The ends (Unix ms) of the graces of those of these tokens that were replaced and are still
    valid."""
    parameters = {"hashes": _json(hashes), "now": now}
    return dict(connection.execute(_of_hashes(_GRACES, connection), parameters).fetchall())


def seated(connection: Connection, games: Iterable[str] | None, now: int) -> list[SeatedToken]:
    """The valid tokens of the players of these games, or of all, that are running or paused."""
    of = dialect.of(connection)
    rows = of.array_of.format(of.array.format("token.hash, token.account, seat.game"))
    those = "" if games is None else f" AND game.id IN (SELECT value FROM {of.texts_of})"
    query = f"SELECT CAST({rows} AS text) {_SEATED}{those.format(':games')}"
    parameters = {"now": now} | ({} if games is None else {"games": _json(games)})
    (found,) = connection.execute(query, parameters).fetchone()
    return msgspec.json.decode(found or "[]", type=list[SeatedToken])


def _of_hashes(query: str, connection: Connection) -> str:
    return query.format(hashes=dialect.of(connection).texts_of.format(":hashes"))


def _json(hashes: Iterable[str]) -> str:
    return msgspec.json.encode(list(hashes)).decode()


class SqlTokens:
    """See `tokens.Tokens`."""

    def __init__(self, writer: Writer, lookup: Lookup) -> None:
        self._writer, self._lookup = writer, lookup

    async def credential(self, token: str) -> Credential | None:
        return await self._lookup.ask(lambda c: find(c, token, wall_ms()))

    async def of_account(self, account: str) -> list[Token]:
        return await self._lookup.ask(lambda c: of_account(c, account, wall_ms()))

    async def make(
        self,
        by: AuditActor,
        account: str,
        name: str | None,
        expires_at: int | None,
        scopes: str = p.ALL_SCOPES,
    ) -> NewToken | None:
        return await self._writer.write(
            lambda c: make(c, by, account, name, expires_at, scopes, wall_ms())
        )

    async def rotate(self, by: AuditActor, id: str, grace_ms: int) -> NewToken:
        return await self._writer.write(lambda c: rotate(c, by, id, grace_ms, wall_ms()))

    async def revoke(self, by: AuditActor, id: str) -> list[str]:
        return await self._writer.write(lambda c: revoke(c, by, id, wall_ms()))

    async def log_out(self, by: AuditActor, hash: str) -> list[str]:
        return await self._writer.write(lambda c: log_out(c, by, hash, wall_ms()))

    async def note_used(self, hashes: list[str]) -> None:
        await self._writer.write(lambda c: note_used(c, hashes, wall_ms()))

    async def dead(self, hashes: list[str]) -> list[str]:
        return await self._lookup.ask(lambda c: dead(c, hashes, wall_ms()))

    async def graces(self, hashes: list[str]) -> dict[str, int]:
        return await self._lookup.ask(lambda c: graces(c, hashes, wall_ms()))

    async def seated(self, games: Collection[str] | None = None) -> list[SeatedToken]:
        return await self._lookup.ask(lambda c: seated(c, games, wall_ms()))

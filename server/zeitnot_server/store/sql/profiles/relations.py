"""Who follows and blocks whom, and who hides being online, in SQL."""

import json
from collections.abc import Sequence

from ....profiles.people_store import (
    BLOCK,
    BLOCKS_AT_ONCE,
    FOLLOW,
    MAX_BLOCKED,
    MAX_FOLLOWED,
    Block,
    Kind,
)
from ...errors import BlockedPair
from ..base import dialect
from ..base.connection import Connection

_LIMITS = {FOLLOW: MAX_FOLLOWED, BLOCK: MAX_BLOCKED}
ENDED_MS = 86_400_000
"""How long the row of a block that has ended is kept."""

_RELATED = "FROM relation WHERE account = ? AND kind = ? AND active"
RELATED = f"SELECT other {_RELATED} ORDER BY at DESC, other LIMIT ?"
BLOCKS_SINCE = (
    "SELECT account, other, at, active FROM relation WHERE kind = ? AND at >= ?"
    " AND (at, account, other) > (?, ?, ?) ORDER BY at, account, other LIMIT ?"
)
_BEGIN = (
    "INSERT INTO relation (account, kind, other, at, active) VALUES (?, ?, ?, ?, true)"
    " ON CONFLICT (account, kind, other) DO UPDATE SET at = excluded.at, active = true"
    " WHERE NOT relation.active"
)
_ONE = "SELECT 1 FROM relation WHERE account = ? AND kind = ? AND other = ? AND active"
_END = "WHERE account = ? AND kind = ? AND other = ?"
_END_FOLLOWS = (
    "DELETE FROM relation WHERE kind = 'follow' AND (account = :account OR other = :account)"
    " AND EXISTS (SELECT 1 FROM relation AS block WHERE block.kind = 'block' AND block.active"
    " AND (block.account = relation.account AND block.other = relation.other"
    " OR block.account = relation.other AND block.other = relation.account))"
)


def relate(connection: Connection, account: str, kind: Kind, other: str, at: int) -> bool:
    """See `people.People`."""
    dialect.lock(connection, "relation")
    pairs = (account, other), (other, account)
    if kind == FOLLOW:
        for one, another in pairs:
            if connection.execute(_ONE, (one, BLOCK, another)).fetchone() is not None:
                raise BlockedPair("one of the two blocks the other")
    if connection.execute(_ONE, (account, kind, other)).fetchone() is not None:
        return True
    (number,) = connection.execute(f"SELECT count(*) {_RELATED}", (account, kind)).fetchone()
    if number >= _LIMITS[kind]:
        return False
    connection.execute(_BEGIN, (account, kind, other, at))
    if kind == BLOCK:
        for one, another in pairs:
            connection.execute(f"DELETE FROM relation {_END}", (one, FOLLOW, another))
    return True


def end_blocked_follows(connection: Connection, account: str) -> None:
    """Ends the follows between an account and those with whom a block connects it."""
    connection.execute(_END_FOLLOWS, {"account": account})


def end_relation(connection: Connection, account: str, kind: Kind, other: str, at: int) -> None:
    """See `people.People`."""
    if kind == FOLLOW:
        connection.execute(f"DELETE FROM relation {_END}", (account, kind, other))
        return
    query = f"UPDATE relation SET active = false, at = ? {_END} AND active"
    connection.execute(query, (at, account, kind, other))
    old = "DELETE FROM relation WHERE account = ? AND kind = ? AND NOT active AND at < ?"
    connection.execute(old, (account, kind, at - ENDED_MS))


def related(connection: Connection, account: str, kind: Kind) -> list[str]:
    """See `people.People`."""
    rows = connection.execute(RELATED, (account, kind, _LIMITS[kind]))
    return [other for (other,) in rows]


def blocks_since(connection: Connection, at: int, after: Block | None) -> list[Block]:
    """See `people.People`."""
    last = (at, "", "") if after is None else (after.at, after.account, after.other)
    rows = connection.execute(BLOCKS_SINCE, (BLOCK, last[0], *last, BLOCKS_AT_ONCE))
    return [Block(account, other, at, bool(active)) for account, other, at, active in rows]


def hidden(connection: Connection, accounts: Sequence[str]) -> set[str]:
    """See `people.People`."""
    wanted = dialect.of(connection).texts_of.format("?")
    query = f"SELECT account FROM hidden_presence WHERE account IN (SELECT value FROM {wanted})"
    return {account for (account,) in connection.execute(query, (json.dumps(list(accounts)),))}


def hide(connection: Connection, account: str, *, is_hidden: bool) -> None:
    """See `people.People`."""
    connection.execute("DELETE FROM hidden_presence WHERE account = ?", (account,))
    if is_hidden:
        connection.execute("INSERT INTO hidden_presence (account) VALUES (?)", (account,))

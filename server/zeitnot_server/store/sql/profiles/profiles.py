"""Profiles in SQL: who has a name, and the results of an account.

Results are counted as one JSON array (`dialect`), by the index of the account's games in the order
of lists (`tables.SEAT_INDEX`, `tables.PAIR_INDEX`). The result is written as an expression, so that
no index begins with it.
"""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from ....profiles.people_store import MAX_BOTS, MAX_HEAD_TO_HEAD, MAX_TALLIED, Person, ResultCount
from ...names import skeleton
from ..base import dialect
from ..base.connection import Connection

_PERSON = (
    "SELECT account.id, account.name, account.bot, account.role,"
    " coalesce(account.kept_at, account.created_at), owner.name FROM account"
    " LEFT JOIN account AS owner ON owner.id = account.owner AND owner.handle IS NOT NULL"
)
PERSON = f"{_PERSON} WHERE account.handle = ?"
BOTS_OF = "SELECT name, created_at FROM account WHERE owner = ? ORDER BY created_at, id LIMIT ?"
_OF_ACCOUNT = (
    "SELECT game_type, opponent, result, created_at FROM seat WHERE account = :account"
    " AND private = FALSE AND result || '' != ''"
)
RESULTS = f"{_OF_ACCOUNT} ORDER BY created_at DESC, game DESC LIMIT :limit"
RESULTS_AGAINST = (
    f"{_OF_ACCOUNT} AND opponent = :other ORDER BY created_at DESC, game DESC LIMIT :limit"
)
_rows: msgspec.json.Decoder[list[tuple[str, str, str, int, int]]] = msgspec.json.Decoder(
    list[tuple[str, str, str, int, int]]
)


def person(connection: Connection, name: str) -> Person | None:
    """See `people.People`."""
    row = connection.execute(PERSON, (skeleton(name),)).fetchone()
    return None if row is None else _person(*row)


def _person(account: str, name: str, bot: bool, role: str, since: int, owner: str | None) -> Person:
    return Person(account, name, bool(bot), role, since, owner)


def people(connection: Connection, accounts: Sequence[str]) -> dict[str, Person]:
    """See `people.People`."""
    wanted = dialect.of(connection).texts_of.format("?")
    query = (
        f"{_PERSON} WHERE account.handle IS NOT NULL AND account.id IN (SELECT value FROM {wanted})"
    )
    rows = connection.execute(query, (json.dumps(list(accounts)),))
    return {row[0]: _person(*row) for row in rows}


def names(connection: Connection, accounts: Sequence[str]) -> dict[str, tuple[str, bool]]:
    """See `people.People`."""
    wanted = dialect.of(connection).texts_of.format("?")
    query = f"SELECT id, name, bot FROM account WHERE id IN (SELECT value FROM {wanted})"
    rows = connection.execute(query, (json.dumps(list(accounts)),))
    return {account: (name, bool(bot)) for account, name, bot in rows}


def bots_of(connection: Connection, owner: str) -> list[tuple[str, int]]:
    """See `people.People`."""
    return [(name, at) for name, at in connection.execute(BOTS_OF, (owner, MAX_BOTS))]


def counting(of: dialect.Dialect, newest: str) -> str:
    """The query that counts the rows of `newest`: one JSON array."""
    columns = "game_type, opponent, result, number, last_at"
    counted = (
        "SELECT game_type, opponent, result, count(*) AS number, max(created_at) AS last_at"
        f" FROM ({newest}) AS newest GROUP BY game_type, opponent, result"
    )
    rows = of.array_of.format(of.array.format(columns))
    return f"SELECT CAST({rows} AS text) FROM ({counted}) AS counted"


async def results(session: AsyncSession, account: str) -> list[ResultCount]:
    """See `people.People`."""
    return await _counted(session, RESULTS, {"account": account, "limit": MAX_TALLIED})


async def results_against(session: AsyncSession, account: str, other: str) -> list[ResultCount]:
    """See `people.People`."""
    values = {"account": account, "other": other, "limit": MAX_HEAD_TO_HEAD}
    return await _counted(session, RESULTS_AGAINST, values)


async def _counted(session: AsyncSession, newest: str, values: dict[str, Any]) -> list[ResultCount]:
    query = text(counting(dialect.of_session(session), newest))
    return [ResultCount(*row) for row in _rows.decode(await session.scalar(query, values) or "[]")]

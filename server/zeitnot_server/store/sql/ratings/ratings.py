"""Reads ratings and their history. Single ratings are looked up; the longer reads of clients are
lists."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from ....ratings.rating import Rating
from ....ratings.rating_store import (
    MAX_HISTORY,
    MAX_LEADERS,
    MAX_RANKED,
    Change,
    ClassRating,
    Leader,
)
from ..base.connection import Connection, Lookup
from ..base.snapshots import Snapshots

_RATING = ", ".join(f"rating.{name}" for name in Rating._fields)
CHANGE = ", ".join(Change._fields)
OF_ACCOUNT = (
    f"SELECT game_type, speed, {_RATING} FROM rating WHERE account = ?"
    " ORDER BY games DESC, game_type, speed"
)
ONE = f"SELECT {_RATING} FROM rating WHERE account = ? AND game_type = ? AND speed = ?"
HISTORY = (
    f"SELECT {CHANGE} FROM rating_change WHERE account = :account AND game_type = :game_type"
    " AND speed = :speed AND sequence < :before ORDER BY sequence DESC LIMIT :limit"
)
ALL_OF_ACCOUNT = (
    f"SELECT {CHANGE} FROM rating_change WHERE account = ? ORDER BY game_type, speed, sequence DESC"
)
OF_GAME = f"SELECT {CHANGE} FROM rating_change WHERE game = ? ORDER BY seat"
LEADERS = (
    f"SELECT account.id, account.name, account.bot, {_RATING} FROM rating"
    " JOIN account ON account.id = rating.account"
    " LEFT JOIN deleted_account ON deleted_account.account = account.id"
    " WHERE rating.game_type = :game_type AND rating.speed = :speed"
    " AND deleted_account.account IS NULL"
    " AND rating.ranked_until IS NOT NULL AND rating.ranked_until > :now"
    " AND rating.rating >= coalesce((SELECT last.rating FROM rating AS last"
    " WHERE last.game_type = :game_type AND last.speed = :speed AND last.ranked_until IS NOT NULL"
    " ORDER BY last.rating DESC, last.account DESC LIMIT 1 OFFSET :scanned), -1e9){bots}"
    " ORDER BY rating.rating DESC, rating.account DESC LIMIT :limit"
)
_LAST = 1 << 53  # more than any sequence number


def of_account(connection: Connection, account: str) -> list[ClassRating]:
    """See `rating_store.Ratings`."""
    rows = connection.execute(OF_ACCOUNT, (account,))
    return [ClassRating(game_type, speed, Rating(*values)) for game_type, speed, *values in rows]


def rating(connection: Connection, account: str, game_type: str, speed: str) -> Rating:
    """See `rating_store.Ratings`."""
    row = connection.execute(ONE, (account, game_type, speed)).fetchone()
    return Rating(*row) if row else Rating()


def changes_of(connection: Connection, game: str) -> list[Change]:
    """See `rating_store.Ratings`."""
    return [Change(*row) for row in connection.execute(OF_GAME, (game,))]


def leaders_query(bots: bool | None) -> str:
    """The query of a leaderboard."""
    if bots is None:
        return LEADERS.format(bots="")
    return LEADERS.format(bots=" AND account.bot" if bots else " AND NOT account.bot")


async def _rows(session: AsyncSession, query: str, values: Mapping[str, Any]) -> list[Any]:
    return [*await session.execute(text(query), values)]


class SqlRatings:
    """See `rating_store.Ratings`."""

    def __init__(self, lookup: Lookup, lists: Snapshots) -> None:
        self._lookup, self._lists = lookup, lists

    async def of_account(self, account: str) -> list[ClassRating]:
        return await self._lookup.ask(lambda c: of_account(c, account))

    async def rating(self, account: str, game_type: str, speed: str) -> Rating:
        return await self._lookup.ask(lambda c: rating(c, account, game_type, speed))

    async def history(
        self, account: str, game_type: str, speed: str, limit: int, before: int | None = None
    ) -> list[Change]:
        values = {
            "account": account,
            "game_type": game_type,
            "speed": speed,
            "before": _LAST if before is None else before,
            "limit": min(limit, MAX_HISTORY),
        }
        async with self._lists.snapshot() as session:
            return [Change(*row) for row in await _rows(session, HISTORY, values)]

    async def changes_of(self, game: str) -> list[Change]:
        return await self._lookup.ask(lambda c: changes_of(c, game))

    async def leaders(
        self, game_type: str, speed: str, limit: int, now: int, bots: bool | None = None
    ) -> list[Leader]:
        values = {
            "game_type": game_type,
            "speed": speed,
            "now": now,
            "scanned": MAX_RANKED - 1,
            "limit": min(limit, MAX_LEADERS),
        }
        async with self._lists.snapshot() as session:
            rows = await _rows(session, leaders_query(bots), values)
        return [
            Leader(account, name, bool(bot), Rating(*rest)) for account, name, bot, *rest in rows
        ]

"""Reads ratings and their history."""

from collections.abc import Sequence

from ....ratings.rating import Rating
from ....ratings.rating_store import MAX_HISTORY, MAX_LEADERS, Change, ClassRating, Leader
from ..base.connection import Connection, Lookup

_RATING = ", ".join(f"rating.{name}" for name in Rating._fields)
CHANGE = ", ".join(Change._fields)
OF_ACCOUNT = (
    f"SELECT game_type, speed, {_RATING} FROM rating WHERE account = ?"
    " ORDER BY games DESC, game_type, speed"
)
ONE = f"SELECT {_RATING} FROM rating WHERE account = ? AND game_type = ? AND speed = ?"
HISTORY = (
    f"SELECT {CHANGE} FROM rating_change WHERE account = ? AND game_type = ? AND speed = ?"
    " AND sequence < ? ORDER BY sequence DESC LIMIT ?"
)
OF_GAME = f"SELECT {CHANGE} FROM rating_change WHERE game = ? ORDER BY seat"
LEADERS = (
    f"SELECT account.id, account.name, account.bot, {_RATING} FROM rating"
    " JOIN account ON account.id = rating.account WHERE rating.game_type = ? AND rating.speed = ?"
    " AND rating.ranked_until IS NOT NULL AND rating.ranked_until > ?{bots}"
    " ORDER BY rating.rating DESC, rating.account LIMIT ?"
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


def history(
    connection: Connection, key: tuple[str, str, str], limit: int, before: int | None
) -> list[Change]:
    """See `rating_store.Ratings`. `key`: account, game type and speed."""
    bounds = (_LAST if before is None else before, min(limit, MAX_HISTORY))
    return [Change(*row) for row in connection.execute(HISTORY, (*key, *bounds))]


def changes_of(connection: Connection, game: str) -> list[Change]:
    """See `rating_store.Ratings`."""
    return [Change(*row) for row in connection.execute(OF_GAME, (game,))]


def leaders_query(bots: bool | None) -> str:
    """The query of a leaderboard."""
    if bots is None:
        return LEADERS.format(bots="")
    return LEADERS.format(bots=" AND account.bot" if bots else " AND NOT account.bot")


def leaders(
    connection: Connection, query: str, values: Sequence[str | int], limit: int
) -> list[Leader]:
    """See `rating_store.Ratings`. `values`: game type, speed and time."""
    rows = connection.execute(query, (*values, min(limit, MAX_LEADERS)))
    return [Leader(account, name, bool(bot), Rating(*rest)) for account, name, bot, *rest in rows]


class SqlRatings:
    """See `rating_store.Ratings`."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    async def of_account(self, account: str) -> list[ClassRating]:
        return await self._lookup.ask(lambda c: of_account(c, account))

    async def rating(self, account: str, game_type: str, speed: str) -> Rating:
        return await self._lookup.ask(lambda c: rating(c, account, game_type, speed))

    async def history(
        self, account: str, game_type: str, speed: str, limit: int, before: int | None = None
    ) -> list[Change]:
        key = (account, game_type, speed)
        return await self._lookup.ask(lambda c: history(c, key, limit, before))

    async def changes_of(self, game: str) -> list[Change]:
        return await self._lookup.ask(lambda c: changes_of(c, game))

    async def leaders(
        self, game_type: str, speed: str, limit: int, now: int, bots: bool | None = None
    ) -> list[Leader]:
        query = leaders_query(bots)
        return await self._lookup.ask(lambda c: leaders(c, query, (game_type, speed, now), limit))

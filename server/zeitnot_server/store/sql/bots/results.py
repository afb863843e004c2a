"""A bot's newest results, by the index of its seats.

All rows come as one JSON array (`dialect`). The seats of each result (win, draw, loss) are read
separately, because the index has the result before the time.
"""

from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

import zeitnot_protocol as p

from ....bot_pages.page_store import MAX_RESULTS, Opponent, Result
from ..base import dialect
from ..base.connection import Connection

_OF_RESULT = (
    "SELECT * FROM (SELECT game, seat, result, version, created_at FROM seat"
    " WHERE account = :account AND result = '{}' AND private = FALSE"
    " ORDER BY created_at DESC, game DESC LIMIT :limit) AS {}"
)
NEWEST = (
    "SELECT * FROM ("
    + " UNION ALL ".join(_OF_RESULT.format(each, f"{each}s") for each in ("win", "draw", "loss"))
    + ") AS each_result ORDER BY created_at DESC, game DESC LIMIT :limit"
)
"""The newest results of `:account` in public games, at most `:limit`."""
_OTHERS = (
    "(SELECT {array_of} FROM seat AS other WHERE other.game = recent.game"
    " AND other.seat != recent.seat AND other.account != :account)"
)
_COLUMNS = (
    "recent.game, recent.seat, recent.result, recent.version, recent.created_at,"
    " game.game_type, game.control"
)

_control: p.Decoder[p.Control] = p.Decoder(p.Control)
_rows: msgspec.json.Decoder[list[list[Any]]] = msgspec.json.Decoder(list[list[Any]])


def results_query(of: dialect.Dialect) -> str:
    """The query for `results`: one JSON array."""
    opponents = of.array_of.format(of.array.format("other.account, other.name, other.bot"))
    others = _OTHERS.format(array_of=opponents)
    row = of.array.format(f"{_COLUMNS}, {others}")
    return (
        f"WITH recent AS ({NEWEST}) SELECT CAST({of.array_of.format(row)} AS text)"
        " FROM recent JOIN game ON game.id = recent.game"
    )


async def results(session: AsyncSession, account: str) -> list[Result]:
    """See `page_store.BotPages`."""
    query = text(results_query(dialect.of_session(session)))
    found = await session.scalar(query, {"account": account, "limit": MAX_RESULTS})
    rows = map(_result, _rows.decode(found or "[]"))
    return sorted(rows, key=lambda row: (row.created_at, row.game), reverse=True)


def _result(row: list[Any]) -> Result:
    game, seat, result, version, created_at, game_type, control, others = row
    return Result(
        game,
        seat,
        result,
        version,
        created_at,
        game_type,
        _control.decode(control),
        _opponents(others),
    )


def newest_result(connection: Connection, account: str) -> str | None:
    """See `page_store.BotPages`."""
    row = connection.execute(NEWEST, {"account": account, "limit": 1}).fetchone()
    return row[0] if row else None


def _opponents(rows: list[Any] | str | None) -> tuple[Opponent, ...]:
    """Some versions of SQLite return an array within an array as a text."""
    decoded = msgspec.json.decode(rows) if isinstance(rows, str) else rows or []
    return msgspec.convert(decoded, tuple[Opponent, ...], strict=False)

"""The table of all games' logs: a room's LogEntry to columns and back.

The body is the complete event in the protocol's JSON. Of a game that hides something each viewer
gets only a part of it: nothing is sent but through `rooms.view`.
"""

from collections.abc import Iterable
from functools import cache

import msgspec
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

import zeitnot_protocol as p

from ....rooms.room import LogEntry
from ..base import dialect
from ..base.connection import Connection
from ..base.tables import EventRow

COLUMNS = tuple(EventRow.__table__.columns.keys())
Columns = tuple[
    str,
    int,
    str,
    int | None,
    int,
    str | None,
    str | None,
    str | None,
    int,
    int,
    str,
    int | None,
    str | None,
]

_READ = ", ".join(("body", *LogEntry.__struct_fields__[1:]))
"""The event, and the columns named like the other fields of LogEntry."""
_ROWS = f"SELECT {_READ} FROM event WHERE game = :game AND seq > :since ORDER BY seq LIMIT"
_event: p.Decoder[p.RoomEvent] = p.Decoder(p.RoomEvent)


def to_columns(row: LogEntry, plies: int | None = None, position: str | None = None) -> Columns:
    """A row's values in the order of COLUMNS. They are positional, since names would cost time at
    every move; a test checks the order. `plies`, `position`: of the game after this entry, as lists
    show it; None except in the last row of a commit."""
    event = row.event
    return (
        event.game,
        event.seq,
        str(event.__struct_config__.tag),
        row.seat,
        row.ply,
        row.account,
        row.command_id,
        row.digest,
        row.run,
        row.at_ms,
        p.encode(event),
        plies,
        position,
    )


def entries_of(
    connection: Connection, game: str, since: int = 0, limit: int = -1
) -> list[LogEntry]:
    """The rows of a game after number `since`, in order, at most `limit` if it is not negative.

    SQLite returns them as one row: each row that a statement steps through releases the GIL, and a
    busy loop is slow to give it back.
    """
    query = _as_one_row(dialect.of(connection), limit)
    (rows_json,) = connection.execute(query, {"game": game, "since": since}).fetchone()
    return _rows(rows_json)


async def read_entries(
    session: AsyncSession, game: str, since: int = 0, limit: int = -1
) -> list[LogEntry]:
    """The same on a session."""
    query = text(_as_one_row(dialect.of_session(session), limit))
    return _rows(await session.scalar(query, {"game": game, "since": since}))


@cache
def _as_one_row(of: dialect.Dialect, limit: int) -> str:
    rows = f"{_ROWS} {limit if limit >= 0 else of.no_limit}"
    return (
        f"SELECT CAST({of.array_of.format(of.array.format(_READ))} AS text) FROM ({rows}) AS rows"
    )


def _rows(rows_json: str | None) -> list[LogEntry]:
    rows = msgspec.json.decode(rows_json or "[]")
    return [LogEntry(_event.decode(body), *columns) for body, *columns in rows]


async def read_events(session: AsyncSession, game: str) -> list[p.RoomEvent]:
    """All events of a game, in order."""
    query = select(EventRow.body).where(EventRow.game == game).order_by(EventRow.seq)
    return decode_all(await session.scalars(query))


def decode_all(bodies: Iterable[str]) -> list[p.RoomEvent]:
    """Events from their stored form. Raises msgspec.DecodeError for what no version wrote."""
    return [_event.decode(body) for body in bodies]

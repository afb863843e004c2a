"""The log in the database: a room's LogEntry to columns and back.

The body is the event in the protocol's own JSON, so what is stored is what clients were sent.
"""

import sqlite3
from collections.abc import Iterable

import msgspec
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

import zeitnot_protocol as p

from ...rooms.room import LogEntry
from .tables import EventRow

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
"""The event, and the columns that are called as the rest of a LogEntry."""
_ROWS = f"SELECT {_READ} FROM event WHERE game = :game AND seq > :since ORDER BY seq LIMIT :limit"
_AS_ONE = f"SELECT json_group_array(json_array({_READ})) FROM ({_ROWS})"
_event: p.Decoder[p.RoomEvent] = p.Decoder(p.RoomEvent)


def to_columns(row: LogEntry, plies: int | None = None, position: str | None = None) -> Columns:
    """A row's values in the order of COLUMNS, the table's own; a test holds that, for by name it
    would cost every move. `plies`, `position`: the game after it, as lists show it; None if the
    next row of the same commit has it."""
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
    connection: sqlite3.Connection, game: str, since: int = 0, limit: int = -1
) -> list[LogEntry]:
    """The rows of a game after number `since`, in order; all, or so many.

    SQLite makes one row of them: each that a statement steps through would give the interpreter
    away, to a busy loop that is slow to give it back.
    """
    parameters = {"game": game, "since": since, "limit": limit}
    (rows_json,) = connection.execute(_AS_ONE, parameters).fetchone()
    return _rows(rows_json)


async def read_entries(
    session: AsyncSession, game: str, since: int = 0, limit: int = -1
) -> list[LogEntry]:
    """The rows of a game after number `since`, in order; all, or so many. One for SQLite, too."""
    parameters = {"game": game, "since": since, "limit": limit}
    return _rows(await session.scalar(text(_AS_ONE), parameters))


def _rows(rows_json: str) -> list[LogEntry]:
    return [
        LogEntry(_event.decode(body), *columns) for body, *columns in msgspec.json.decode(rows_json)
    ]


async def read_events(session: AsyncSession, game: str) -> list[p.RoomEvent]:
    """All events of a game, in order."""
    query = select(EventRow.body).where(EventRow.game == game).order_by(EventRow.seq)
    return decode_all(await session.scalars(query))


def decode_all(bodies: Iterable[str]) -> list[p.RoomEvent]:
    """Events from their stored form. Raises msgspec.DecodeError for what no version wrote."""
    return [_event.decode(body) for body in bodies]

"""The table of all games' logs: a room's LogEntry to columns and back.

The body is the complete event in the protocol's JSON. In a game with hidden information each viewer
gets only a part of it: everything is sent through `rooms.view`.
"""

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

import zeitnot_protocol as p

from ....rooms.room import LogEntry
from ..base import dialect
from ..base.connection import Connection, Parameters
from ..base.tables import EventRow
from . import places
from .places import LogQuery, TailView

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

_ALL = ", ".join(COLUMNS)
_READ = ", ".join(("body", *LogEntry.__struct_fields__[1:]))
"""The event, and the columns named like the other fields of LogEntry."""
_event: p.Decoder[p.RoomEvent] = p.Decoder(p.RoomEvent)


def to_columns(row: LogEntry, plies: int | None = None, position: str | None = None) -> Columns:
    """A row's values in the order of COLUMNS. They are positional, because names would cost time at
    every move; a test checks the order. `plies`, `position`: of the game after this entry, for
    lists; None except in the last row of a commit."""
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


def rows_of(connection: Connection, log_query: LogQuery) -> list[list[Any]]:
    """The rows that a query selects, in order of their numbers.

    The database returns them as a single row, because SQLite releases the GIL for each row that a
    statement steps through, and a busy loop is slow to give it back.
    """
    asking = _ask(dialect.of(connection), log_query, lambda: view_of(connection))
    try:
        query, parameters = next(asking)
        while True:
            (found,) = connection.execute(query, parameters).fetchone()
            query, parameters = asking.send(found)
    except StopIteration as answered:
        return list(answered.value)


def all_rows(connection: Connection, at_once: int) -> Iterator[list[tuple[Any, ...]]]:
    """All columns of all rows on SQLite, by game and number, in chunks of at least `at_once` that
    do not split a game."""
    found = list[tuple[Any, ...]]()
    for (game,) in connection.execute("SELECT id FROM game ORDER BY id").fetchall():
        found += map(tuple, rows_of(connection, LogQuery(game, _ALL)))
        if len(found) >= at_once:
            yield found
            found = []
    if found:
        yield found


async def read_rows(session: AsyncSession, log_query: LogQuery) -> list[list[Any]]:
    """The same on a session."""
    asking = _ask(dialect.of_session(session), log_query, lambda: view_of_session(session))
    try:
        query, parameters = next(asking)
        while True:
            query, parameters = asking.send(await session.scalar(text(query), parameters))
    except StopIteration as answered:
        return list(answered.value)


def _ask(
    of: dialect.Dialect, log_query: LogQuery, view: Callable[[], TailView]
) -> Generator[tuple[str, Parameters], Any, list[list[Any]]]:
    """Yields queries for one value each, gets their results, and returns the rows."""
    if of is dialect.SQLITE:
        known = view()
        segments = yield places.SEGMENTS, {"game": log_query.game}
        query, parameters = places.rows_query(
            log_query, COLUMNS, places.places_of(segments, log_query.game, known)
        )
    else:
        query, parameters = _of_event(of, log_query)
    rows = of.array_of.format(of.array.format(log_query.columns))
    found = yield f"SELECT CAST({rows} AS text) FROM ({query}) AS rows", parameters
    return msgspec.json.decode(found or "[]", type=list[list[Any]])


def _of_event(of: dialect.Dialect, log_query: LogQuery) -> tuple[str, Parameters]:
    limit = log_query.limit if log_query.limit >= 0 else of.no_limit
    order = "DESC" if log_query.from_end else "ASC"
    query = f"""SELECT {log_query.columns} FROM (SELECT NULL AS id, {_ALL} FROM event) AS event
WHERE game = :game AND seq > :since AND ({log_query.where}) ORDER BY seq {order} LIMIT {limit}"""
    return query, {**log_query.parameters, "game": log_query.game, "since": log_query.since}


def view_of(connection: Connection) -> TailView:
    """The view of the log's tail for a connection to SQLite. The server sets it on its connections;
    other processes read it once."""
    view: TailView | None = getattr(connection, "tail_view", None)
    if view is None:
        view = places.read_view(connection)
        with contextlib.suppress(AttributeError):  # a connection of Python's own class
            connection.tail_view = view  # type: ignore[attr-defined]
    return view


def view_of_session(session: AsyncSession) -> TailView:
    """The view of the log's tail that the reader has set on a session on SQLite."""
    view: TailView = session.info["tail"]
    return view


def entries_of(
    connection: Connection, game: str, since: int = 0, limit: int = -1
) -> list[LogEntry]:
    """The entries of a game after number `since`, in order, at most `limit` if it is not
    negative."""
    return _entries(rows_of(connection, LogQuery(game, _READ, since, limit)))


def beginning_of(
    connection: Connection, game: str, limit: int = -1
) -> tuple[list[LogEntry], int | None]:
    """Like `entries_of`, together with the game's plies after its last commit."""
    rows = rows_of(connection, LogQuery(game, f"plies, {_READ}", limit=limit))
    entries = _entries(row[1:] for row in rows)
    if not rows or 0 <= limit <= len(rows):
        newest = newest_of(connection, game)
        return entries, newest[0] if newest else None
    return entries, rows[-1][0]


async def read_entries(
    session: AsyncSession, game: str, since: int = 0, limit: int = -1
) -> list[LogEntry]:
    """The same on a session."""
    return _entries(await read_rows(session, LogQuery(game, _READ, since, limit)))


def _entries(rows: Iterable[list[Any]]) -> list[LogEntry]:
    return [LogEntry(_event.decode(body), *columns) for body, *columns in rows]


async def read_events(session: AsyncSession, game: str) -> list[p.RoomEvent]:
    """All events of a game, in order."""
    rows = await read_rows(session, LogQuery(game, "body"))
    return decode_all(body for (body,) in rows)


async def last_seq(session: AsyncSession, game: str) -> int:
    """The number of a game's last event; 0: it has none."""
    rows = await read_rows(session, LogQuery(game, "seq", limit=1, from_end=True))
    return int(rows[0][0]) if rows else 0


def newest_of(connection: Connection, game: str) -> tuple[int, str] | None:
    """A game's plies and position after its last commit, as lists show them; None if its log has
    none."""
    log_query = LogQuery(game, "plies, position", limit=1, from_end=True)
    for plies, position in rows_of(connection, log_query):
        if plies is not None:
            return plies, position
    return None


def decode_all(bodies: Iterable[str]) -> list[p.RoomEvent]:
    """Decodes stored events. Raises msgspec.DecodeError for text that no version has written."""
    return [_event.decode(body) for body in bodies]

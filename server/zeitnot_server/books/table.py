"""The table `book`, by plain statements: reads on a session, writes on the writer's connection."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from zeitnot_client import protocol as p

from .entry import Entry, Place, merged
from .lines import Line

_ENTRY = "move, weight, wins, draws, losses, score_sum, last_played, source"
_HERE = "scope = :scope AND game_type = :game AND settings_key = :settings AND key = :key"
_OF_PLACE = f"SELECT {_ENTRY} FROM book WHERE {_HERE} ORDER BY weight DESC, move"
_OF_MOVE = f"SELECT {_ENTRY} FROM book WHERE {_HERE} AND move = :move"
_PUT = f"""INSERT OR REPLACE INTO book (scope, game_type, settings_key, key, position, {_ENTRY})
VALUES (:scope, :game, :settings, :key, :position,
        :move, :weight, :wins, :draws, :losses, :score_sum, :last_played, :source)"""
_ALL = f"""SELECT settings_key, key, position, {_ENTRY} FROM book
WHERE scope = :scope AND game_type = :game ORDER BY settings_key, key, weight DESC, move"""
_LIST = """SELECT scope, game_type, count(DISTINCT settings_key || key), count(*) FROM book
GROUP BY scope, game_type ORDER BY scope, game_type"""


def add(connection: sqlite3.Connection, scope: str, lines: Iterable[Line]) -> None:
    """Adds lines to a book, within the caller's transaction."""
    for line in lines:
        where = _where(scope, line.place)
        row = connection.execute(_OF_MOVE, {**where, "move": line.entry.move}).fetchone()
        entry = line.entry if row is None else merged(_entry(row), line.entry)
        values = {name: getattr(entry, name) for name in _ENTRY.split(", ")}
        connection.execute(_PUT, {**where, "position": line.position, **values})


def clear(connection: sqlite3.Connection, scope: str, game_type: str) -> None:
    """Forgets a whole book."""
    connection.execute("DELETE FROM book WHERE scope = ? AND game_type = ?", (scope, game_type))


async def entries(session: AsyncSession, scope: str, place: Place) -> list[Entry]:
    """The moves known at a place, best weight first."""
    found = await session.execute(text(_OF_PLACE), _where(scope, place))
    return [_entry(row) for row in found]


async def whole(session: AsyncSession, scope: str, game_type: str) -> list[Line]:
    """All lines of a book, place by place, best weight first."""
    found = await session.execute(text(_ALL), {"scope": scope, "game": game_type})
    return list(_lines(game_type, found))


async def counts(session: AsyncSession) -> p.BookList:
    """The books that there are, with their sizes."""
    found = await session.execute(text(_LIST))
    return p.BookList(
        books=[
            p.BookInfo(scope=scope, game_type=game, positions=positions, entries=entries)
            for scope, game, positions, entries in found
        ]
    )


def hexed(key: int) -> str:
    """A 64-bit key as the table has it."""
    return f"{key:016x}"


def _where(scope: str, place: Place) -> dict[str, str]:
    return {
        "scope": scope,
        "game": place.game_type,
        "settings": hexed(place.settings_key),
        "key": hexed(place.key),
    }


def _entry(row: Sequence[Any]) -> Entry:
    return Entry(*row)


def _lines(game_type: str, rows: Iterable[Sequence[Any]]) -> Iterator[Line]:
    for settings_key, key, position, *entry in rows:
        yield Line(Place(game_type, int(settings_key, 16), int(key, 16)), position, _entry(entry))

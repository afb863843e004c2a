"""The table `book`, by plain statements: reads on a session, writes on the writer's connection."""

import itertools
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from zeitnot_client import protocol as p

from .entry import Entry, Place, merged
from .lines import Line

_ENTRY = "move, weight, wins, draws, losses, score_sum, last_played, source"
_HERE = "scope = :scope AND game_type = :game AND settings_key = :settings AND key = :key"
_OF_PLACE = f"SELECT {_ENTRY} FROM book WHERE {_HERE} ORDER BY weight DESC, move"
_KNOWN = """SELECT json_group_array(json_array(wanted.key, book.move, printf('%!.17g', weight),
    wins, draws, losses, printf('%!.17g', score_sum), last_played, source))
FROM json_each(:wanted) AS wanted CROSS JOIN book ON scope = :scope AND game_type = value ->> 0
    AND settings_key = value ->> 1 AND book.key = value ->> 2 AND move = value ->> 3"""
_COLUMNS = f"scope, game_type, settings_key, key, position, {_ENTRY}"
_AT_ONCE = 64  # lines
_ALL = f"""SELECT settings_key, key, position, {_ENTRY} FROM book
WHERE scope = :scope AND game_type = :game ORDER BY settings_key, key, weight DESC, move"""
_LIST = """SELECT scope, game_type, count(DISTINCT settings_key || key), count(*) FROM book
GROUP BY scope, game_type ORDER BY scope, game_type"""


def add(connection: sqlite3.Connection, scope: str, lines: Iterable[Line]) -> None:
    """Adds lines to a book, within the caller's transaction.

    Each row that a statement steps through costs the thread the interpreter, and half a
    millisecond to get it back from a busy loop: so what is known comes as one row, and what is
    new goes as one statement.
    """
    rest = iter(lines)
    while some := list(itertools.islice(rest, _AT_ONCE)):
        together: dict[tuple[Place, str], Line] = {}
        for line in some:
            here = line.place, line.entry.move
            together[here] = together[here].joined(line) if here in together else line
        _put(connection, scope, _with_known(connection, scope, list(together.values())))


def _with_known(connection: sqlite3.Connection, scope: str, lines: list[Line]) -> list[Line]:
    """The lines, each joined to what the table has of it. Numbers that are no integers come as
    text, because JSON of SQLite keeps fifteen digits only."""
    wanted = [[*_keys(line.place), line.entry.move] for line in lines]
    asked = {"scope": scope, "wanted": msgspec.json.encode(wanted).decode()}
    (text_,) = connection.execute(_KNOWN, asked).fetchone()
    for at, move, weight, wins, draws, losses, score_sum, *rest in msgspec.json.decode(text_):
        known = Entry(move, float(weight), wins, draws, losses, float(score_sum), *rest)
        lines[at] = replace(lines[at], entry=merged(known, lines[at].entry))
    return lines


def _put(connection: sqlite3.Connection, scope: str, lines: list[Line]) -> None:
    values: list[Any] = []
    for line in lines:
        values += [scope, *_keys(line.place), line.position]
        values += [getattr(line.entry, name) for name in _ENTRY.split(", ")]
    connection.execute(_insert(len(lines)), values)


@cache
def _insert(rows: int) -> str:
    row = f"({', '.join('?' * len(_COLUMNS.split(', ')))})"
    return f"INSERT OR REPLACE INTO book ({_COLUMNS}) VALUES {', '.join([row] * rows)}"


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


def _keys(place: Place) -> tuple[str, str, str]:
    return place.game_type, hexed(place.settings_key), hexed(place.key)


def _where(scope: str, place: Place) -> dict[str, str]:
    game, settings, key = _keys(place)
    return {"scope": scope, "game": game, "settings": settings, "key": key}


def _entry(row: Sequence[Any]) -> Entry:
    return Entry(*row)


def _lines(game_type: str, rows: Iterable[Sequence[Any]]) -> Iterator[Line]:
    for settings_key, key, position, *entry in rows:
        yield Line(Place(game_type, int(settings_key, 16), int(key, 16)), position, _entry(entry))

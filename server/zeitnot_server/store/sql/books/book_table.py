"""The table `book`, by plain statements: reads on a session, writes on the writer's connection."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

import zeitnot_protocol as p

from ....books.entry import BookPosition, Entry, hexed, merged, without
from ....books.lines import BookLine, order
from ..base import dialect
from ..base.connection import Connection

_FIELDS = tuple(field.name for field in fields(Entry))
_ENTRY = ", ".join(_FIELDS)
_AT_POSITION = f"""SELECT {_ENTRY} FROM book
WHERE {{in_scopes}} AND game_type = :game AND settings_key = :settings AND key = :key"""
_COLUMNS = f"scope, game_type, settings_key, key, position, {_ENTRY}"
_LINES_AT_ONCE = 64
_BY_KEY = "scope = ? AND game_type = ? AND settings_key = ? AND key = ? AND move = ?"
_LINES_OF_GAME = f"""SELECT settings_key, key, position, {_ENTRY} FROM book
WHERE {{in_scopes}} AND game_type = :game"""
_SIZES = """SELECT game_type, count(DISTINCT settings_key || key),
    count(DISTINCT settings_key || key || move) FROM book
WHERE {in_scopes} GROUP BY game_type ORDER BY game_type"""
_FIRST_LINES = f"""SELECT game_type, settings_key, key, position, {_ENTRY} FROM book
WHERE scope = ? LIMIT ?"""


def add(connection: Connection, scope: str, lines: Iterable[BookLine]) -> None:
    """Adds lines to a book, within the caller's transaction.

    SQLite releases the GIL for each row that a statement steps through, and it takes half a
    millisecond to get it back from a busy loop. So known lines are read as one row, and new ones
    are written by one statement.
    """
    remaining = iter(lines)
    while batch := list(itertools.islice(remaining, _LINES_AT_ONCE)):
        merged_lines: dict[tuple[BookPosition, str], BookLine] = {}
        for line in batch:
            key = line.book_position, line.entry.move
            merged_lines[key] = merged_lines[key].joined(line) if key in merged_lines else line
        _put(connection, scope, _merged_with_stored(connection, scope, list(merged_lines.values())))


def _merged_with_stored(
    connection: Connection, scope: str, lines: list[BookLine]
) -> list[BookLine]:
    """The lines, each merged with the stored one."""
    keys = [[*_keys(line.book_position), line.entry.move] for line in lines]
    parameters = {"scope": scope, "wanted": msgspec.json.encode(keys).decode()}
    query = dialect.of(connection).known_lines
    (known,) = connection.execute(query, parameters).fetchone()
    for at, move, weight, wins, draws, losses, score_sum, *rest in msgspec.json.decode(
        known or "[]"
    ):
        entry = Entry(move, float(weight), wins, draws, losses, float(score_sum), *rest)
        lines[at] = replace(lines[at], entry=merged(entry, lines[at].entry))
    return lines


def _put(connection: Connection, scope: str, lines: list[BookLine]) -> None:
    values: list[Any] = []
    for line in lines:
        values += [scope, *_keys(line.book_position), line.position]
        values += [getattr(line.entry, name) for name in _FIELDS]
    connection.execute(_insert(len(lines)), values)


@cache
def _insert(rows: int) -> str:
    columns = _COLUMNS.split(", ")
    row = f"({', '.join('?' * len(columns))})"
    replaced = ", ".join(f"{name} = excluded.{name}" for name in columns)
    return (
        f"INSERT INTO book ({_COLUMNS}) VALUES {', '.join([row] * rows)}"
        f" ON CONFLICT (scope, game_type, settings_key, key, move) DO UPDATE SET {replaced}"
    )


def subtract(connection: Connection, scope: str, lines: Iterable[BookLine]) -> None:
    """Subtracts lines from a book that they were added to, within the caller's transaction."""
    for line in lines:
        key = (scope, *_keys(line.book_position), line.entry.move)
        row = connection.execute(f"SELECT {_ENTRY} FROM book WHERE {_BY_KEY}", key).fetchone()
        if row is None:
            continue
        connection.execute(f"DELETE FROM book WHERE {_BY_KEY}", key)
        if (remaining := without(Entry(*row), line.entry)) is not None:
            _put(connection, scope, [replace(line, entry=remaining)])


def move(connection: Connection, scope: str, to: str, max_lines: int) -> bool:
    """Moves at most `max_lines` lines of a book to another one, within the caller's transaction.
    False if the book was empty."""
    rows = connection.execute(_FIRST_LINES, (scope, max_lines)).fetchall()
    lines = [
        BookLine(BookPosition(game, int(settings, 16), int(key, 16)), position, Entry(*entry))
        for game, settings, key, position, *entry in rows
    ]
    add(connection, to, lines)
    keys = [(scope, *_keys(line.book_position), line.entry.move) for line in lines]
    connection.executemany(f"DELETE FROM book WHERE {_BY_KEY}", keys)
    return bool(lines)


def clear(connection: Connection, scopes: Iterable[str], game_type: str) -> None:
    """Deletes all lines of these books for this game type."""
    delete = "DELETE FROM book WHERE scope = ? AND game_type = ?"
    connection.executemany(delete, [(scope, game_type) for scope in scopes])


async def entries(
    session: AsyncSession, scopes: Sequence[str], book_position: BookPosition
) -> list[Entry]:
    """The moves in a position of any of these books, best weight first."""
    rows = await session.execute(
        _in_scopes(session, _AT_POSITION), _parameters(scopes, book_position)
    )
    merged_lines: dict[str, Entry] = {}
    for entry in (Entry(*row) for row in rows):
        same_move = merged_lines.get(entry.move)
        merged_lines[entry.move] = entry if same_move is None else merged(same_move, entry)
    return sorted(merged_lines.values(), key=lambda entry: (-entry.weight, entry.move))


async def all_lines(session: AsyncSession, scopes: Sequence[str], game_type: str) -> list[BookLine]:
    """All lines of these books merged, position by position, best weight first."""
    rows = await session.execute(
        _in_scopes(session, _LINES_OF_GAME), {"scopes": _json(scopes), "game": game_type}
    )
    merged_lines: dict[tuple[BookPosition, str], BookLine] = {}
    for line in _lines(game_type, rows):
        key = line.book_position, line.entry.move
        merged_lines[key] = merged_lines[key].joined(line) if key in merged_lines else line
    return sorted(merged_lines.values(), key=order)


async def sizes(session: AsyncSession, books: Mapping[str, Sequence[str]]) -> list[p.BookInfo]:
    """The sizes, by game, of the books with these names and parts."""
    return [info for scope in books for info in await _sizes_of(session, scope, books[scope])]


async def _sizes_of(session: AsyncSession, scope: str, parts: Sequence[str]) -> list[p.BookInfo]:
    rows = await session.execute(_in_scopes(session, _SIZES), {"scopes": _json(parts)})
    return [
        p.BookInfo(scope=scope, game_type=game, positions=positions, entries=entries)
        for game, positions, entries in rows
    ]


def _in_scopes(session: AsyncSession, query: str) -> TextClause:
    scopes = dialect.of_session(session).texts_of.format(":scopes")
    return text(query.format(in_scopes=f"scope IN (SELECT value FROM {scopes})"))


def _keys(book_position: BookPosition) -> tuple[str, str, str]:
    return book_position.game_type, hexed(book_position.settings_key), hexed(book_position.key)


def _parameters(scopes: Sequence[str], book_position: BookPosition) -> dict[str, str]:
    game, settings, key = _keys(book_position)
    return {"scopes": _json(scopes), "game": game, "settings": settings, "key": key}


def _json(scopes: Sequence[str]) -> str:
    return msgspec.json.encode(scopes).decode()


def _lines(game_type: str, rows: Iterable[Sequence[Any]]) -> Iterator[BookLine]:
    for settings_key, key, position, *entry in rows:
        yield BookLine(
            BookPosition(game_type, int(settings_key, 16), int(key, 16)), position, Entry(*entry)
        )

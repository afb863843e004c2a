"""What `zeitnot check` reads of an SQLite database."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec

import zeitnot_protocol as p

from ...books.entry import Entry
from ...books.lines import BookLine
from ...books.scopes import SERVER
from ...rooms.room import LogEntry, Room
from ..checks import Finding, Move
from ..errors import Damaged, ReadFailed
from ..room_log import RulesFor
from ..sql import book_table, commit
from ..sql.load import StoredRoom, load, look_up, settings_of
from ..sql.tables import NEWEST, newest
from . import migrate, scrub
from .connect import connect_reading
from .links import check_name
from .schema import differences

STEPS = 10_000  # of SQLite's virtual machine, between two checks of the time
BOOK_ROWS = 500  # in one read

_SELECT_IDS = "SELECT id FROM game WHERE id > ? ORDER BY id LIMIT 500"
_COLUMNS = commit.GameColumns._fields[1:]
_SEAT_COLUMNS = ("account", "name", "bot", "salt", "result", "private")
_GAME_COLUMNS = ", ".join(newest(name) if name in NEWEST else name for name in _COLUMNS)
_SELECT_GAME = f"""SELECT {_GAME_COLUMNS}, commitment,
    learned AND NOT relearn AND NOT forgotten FROM game WHERE id = ?"""
_SELECT_SEATS = f"SELECT {', '.join(_SEAT_COLUMNS)} FROM seat WHERE game = ? ORDER BY seat"
_COUNT_TAUGHT = "SELECT count(*) FROM game WHERE learned AND NOT relearn AND NOT forgotten"
_SELECT_FORGOTTEN = "SELECT finished_at FROM game WHERE game_type = ? AND forgotten"
_KEY_COLUMNS = Move._fields
_VALUE_COLUMNS = ("position", *(f.name for f in fields(Entry) if f.name != "move"))
_SELECT_LINES = f"""SELECT {", ".join(_KEY_COLUMNS + _VALUE_COLUMNS)} FROM book
WHERE scope = '{SERVER}' AND ({", ".join(_KEY_COLUMNS)}) > (?, ?, ?, ?)
ORDER BY 1, 2, 3, 4 LIMIT {BOOK_ROWS}"""
_SELECT_LINE = f"""SELECT {", ".join(_VALUE_COLUMNS)} FROM book
WHERE scope = '{SERVER}' AND ({", ".join(_KEY_COLUMNS)}) = (?, ?, ?, ?)"""
_BOOK_SCHEMA = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'book'"


class SqliteStoredGame:
    """See `checks.StoredGame`."""

    def __init__(
        self, stored: StoredRoom, public_row: Sequence[Any], seats: Sequence[Sequence[Any]]
    ) -> None:
        *self._row, self.commitment, learnt = public_row
        self.learnt = bool(learnt)
        self._stored, self._seats = stored, seats

    @property
    def game_type(self) -> str:
        return self._stored.game.game_type

    @property
    def crashes(self) -> int:
        return self._stored.crashes

    @property
    def entries(self) -> Sequence[LogEntry]:
        return self._stored.entries

    @property
    def settings(self) -> p.Settings:
        return settings_of(self._stored.game)

    def room(self, rules_for: RulesFor) -> Room:
        return load(self._stored, rules_for, lambda game, ply: contextlib.nullcontext()).room

    def listed_otherwise(self, room: Room) -> Iterator[str]:
        expected = commit.game_columns(room)._asdict()
        for name, value in zip(_COLUMNS, self._row, strict=True):
            if value != expected[name]:
                yield f"{name} is {value!r}, must be {expected[name]!r} by the log"
        seats = [values._asdict() for values in commit.seats(room)]
        for number, (values, expected) in enumerate(zip(self._seats, seats, strict=True)):
            for name, value in zip(_SEAT_COLUMNS, values, strict=True):
                if value != expected[name]:
                    text = f"{name} is {value!r}, must be {expected[name]!r} by the log"
                    yield f"seat {number}: {text}"


class SqliteBookMoves:
    """See `checks.BookMoves`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def all(self) -> Iterator[tuple[Move, dict[str, Any]]]:
        last = Move("", "", "", "")
        while rows := self._connection.execute(_SELECT_LINES, last).fetchall():
            for row in rows:
                last = Move(*row[: len(_KEY_COLUMNS)])
                yield last, dict(zip(_VALUE_COLUMNS, row[len(_KEY_COLUMNS) :], strict=True))

    def one(self, move: Move) -> dict[str, Any] | None:
        row = self._connection.execute(_SELECT_LINE, move).fetchone()
        return row and dict(zip(_VALUE_COLUMNS, row, strict=True))


class SqliteScratchBook(SqliteBookMoves):
    """See `checks.ScratchBook`; on disk if it grows large."""

    def __init__(self, schema: str) -> None:
        super().__init__(sqlite3.connect(""))
        self._connection.execute(schema)

    def add(self, lines: Sequence[BookLine]) -> None:
        book_table.add(self._connection, SERVER, lines)

    def close(self) -> None:
        self._connection.close()


class SqliteChecks:
    """See `checks.Checks`."""

    def __init__(self, connection: sqlite3.Connection, revision: str) -> None:
        self._connection = connection
        self._revision = revision
        self.is_current = revision == migrate.newest_revision()

    def file(self, seconds: float) -> Iterator[Finding]:
        yield from pages(self._connection, seconds)
        for text, harmless in differences(self._connection, self._revision):
            yield Finding("unjudged" if harmless else "wrong", text)
        if not self.is_current:
            text = (
                f"games and books: the schema is {self._revision}; `zeitnot migrate` changes that"
            )
            yield Finding("unjudged", text)

    def count_games(self) -> int:
        return self._count("SELECT count(*) FROM game")

    def game_ids(self) -> Iterator[str]:
        last = ""
        while rows := self._connection.execute(_SELECT_IDS, (last,)).fetchall():
            ids = [id for (id,) in rows]
            yield from ids
            last = ids[-1]

    def game(self, id: str) -> SqliteStoredGame | None:
        try:
            self._connection.execute("BEGIN")
            try:
                stored = look_up(self._connection, id)
                public_row = self._connection.execute(_SELECT_GAME, (id,)).fetchone()
                seats = self._connection.execute(_SELECT_SEATS, (id,)).fetchall()
            finally:
                self._connection.rollback()
        except (sqlite3.DatabaseError, msgspec.DecodeError, UnicodeDecodeError) as bad:
            raise Damaged(f"{bad}") from bad
        return None if stored is None else SqliteStoredGame(stored, public_row, seats)

    def game_type_of(self, id: str) -> str | None:
        with contextlib.suppress(sqlite3.DatabaseError):
            query = "SELECT game_type FROM game WHERE id = ?"
            row = self._connection.execute(query, (id,)).fetchone()
            return str(row[0]) if row else None
        return None

    def count_taught(self) -> int:
        return self._count(_COUNT_TAUGHT)

    def ends_of_forgotten(self, game_type: str) -> set[int]:
        return {at for (at,) in self._connection.execute(_SELECT_FORGOTTEN, (game_type,))}

    def server_book(self) -> SqliteBookMoves:
        return SqliteBookMoves(self._connection)

    def scratch_book(self) -> SqliteScratchBook:
        return SqliteScratchBook(self._connection.execute(_BOOK_SCHEMA).fetchone()[0])

    def _count(self, query: str) -> int:
        (count,) = self._connection.execute(query).fetchone()
        return int(count)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[SqliteChecks]:
    """An existing database. Raises SchemaError, OtherName; ReadFailed now or later."""
    check_name(path)
    try:
        with contextlib.closing(connect_reading(path)) as connection:
            yield SqliteChecks(connection, migrate.known_revision(connection, path))
    except sqlite3.DatabaseError as bad:
        raise ReadFailed(f"{path} cannot be read: {bad}") from bad


def pages(connection: sqlite3.Connection, seconds: float) -> Iterator[Finding]:
    """SQLite's own check, if it takes at most `seconds`; otherwise every table row by row."""
    try:
        messages = _within(connection, "PRAGMA integrity_check", seconds)
        orphans = _within(connection, "PRAGMA foreign_key_check", seconds)
    except sqlite3.DatabaseError as error:
        yield Finding("wrong", f"{error}")
        messages = orphans = []
    for (text,) in messages if messages is not None else ():
        if text != "ok":
            yield from (Finding("wrong", line) for line in text.splitlines())
    for table, row, parent, _ in orphans or ():
        yield Finding("wrong", f"table {table}: row {row} is of a {parent} that does not exist")
    if messages is None:
        yield from _row_by_row(connection)
    if messages is None or orphans is None:
        text = f"the file in one piece, which takes more than {seconds:g} s; --whole does it"
        yield Finding("unjudged", text)


def _row_by_row(connection: sqlite3.Connection) -> Iterator[Finding]:
    for chunk in scrub.walk(connection):
        for text in chunk.wrong:
            yield Finding("wrong", f"table {chunk.table}: {text}")


def _within(connection: sqlite3.Connection, statement: str, seconds: float) -> list[Any] | None:
    """The statement's rows; None: it took too long."""
    end_s = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > end_s, STEPS)
    try:
        return connection.execute(statement).fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return None
        raise
    finally:
        connection.set_progress_handler(None, 0)

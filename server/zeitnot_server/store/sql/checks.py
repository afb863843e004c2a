"""Reads games and books for `zeitnot check`, in any SQL database."""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

import msgspec
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.schema import CreateTable

import zeitnot_protocol as p

from ...books.entry import Entry
from ...books.lines import BookLine
from ...books.scopes import SERVER
from ...rooms.room import LogEntry, Phase, Room
from ..checks import Move
from ..errors import Damaged
from ..room_log import RulesFor
from .base.connection import Connection
from .base.newest import NEWEST
from .base.tables import Base
from .books import book_table
from .logs import commit
from .logs.load import StoredRoom, load, look_up, settings_of
from .logs.log import newest_of

BOOK_ROWS = 500  # in one read

_SELECT_IDS = "SELECT id FROM game WHERE id > ? ORDER BY id LIMIT 500"
_COLUMNS = commit.GameColumns._fields[1:]
_SEAT_COLUMNS = ("account", "name", "bot", "salt", "result", "private", "stand_in")
_SELECT_GAME = f"""SELECT {", ".join(_COLUMNS)}, commitment,
    learned AND NOT relearn AND NOT forgotten FROM game WHERE id = ?"""
_SELECT_SEATS = f"SELECT {', '.join(_SEAT_COLUMNS)} FROM seat WHERE game = ? ORDER BY seat"
_COUNT_INDEXED = "SELECT count(*) FROM game WHERE learned AND NOT relearn AND NOT forgotten"
_SELECT_REMOVED = "SELECT finished_at FROM game WHERE game_type = ? AND forgotten"
_KEY_COLUMNS = Move._fields
_VALUE_COLUMNS = ("position", *(f.name for f in fields(Entry) if f.name != "move"))
_SELECT_LINES = f"""SELECT {", ".join(_KEY_COLUMNS + _VALUE_COLUMNS)} FROM book
WHERE scope = '{SERVER}' AND ({", ".join(_KEY_COLUMNS)}) > (?, ?, ?, ?)
ORDER BY 1, 2, 3, 4 LIMIT {BOOK_ROWS}"""
_SELECT_LINE = f"""SELECT {", ".join(_VALUE_COLUMNS)} FROM book
WHERE scope = '{SERVER}' AND ({", ".join(_KEY_COLUMNS)}) = (?, ?, ?, ?)"""


class SqlStoredGame:
    """See `checks.StoredGame`."""

    def __init__(
        self, stored: StoredRoom, game_row: Sequence[Any], seats: Sequence[Sequence[Any]]
    ) -> None:
        *self._row, self.commitment, is_indexed = game_row
        self.is_indexed = bool(is_indexed)
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

    def row_differences(self, room: Room) -> Iterator[str]:
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


def _with_newest(row: Sequence[Any], newest: Sequence[Any] | None) -> Sequence[Any]:
    """A game's row with the values that lists show: see `newest.Newest`."""
    listed = [*row]
    if newest is not None and row[_COLUMNS.index("state")] != Phase.FINISHED.value:
        for name, value in zip(NEWEST, newest, strict=True):
            listed[_COLUMNS.index(name)] = value
    return listed


class SqlBookMoves:
    """See `checks.BookMoves`."""

    def __init__(self, connection: Connection) -> None:
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


class SqlScratchBook(SqlBookMoves):
    """See `checks.ScratchBook`; a file of SQLite's, on disk if it grows large."""

    def __init__(self) -> None:
        self._file = sqlite3.connect("")
        super().__init__(self._file)
        table = CreateTable(Base.metadata.tables["book"])
        self._file.execute(str(table.compile(dialect=SQLiteDialect())))

    def add(self, lines: Sequence[BookLine]) -> None:
        book_table.add(self._connection, SERVER, lines)

    def close(self) -> None:
        self._file.close()


class SqlChecks:
    """See `checks.Checks`; each database adds its own checks. `begin`: the statement that begins a
    consistent read; `errors`: the database's errors when it cannot read."""

    def __init__(
        self, connection: Connection, begin: str, errors: tuple[type[Exception], ...]
    ) -> None:
        self._connection, self._begin, self._errors = connection, begin, errors
        self._unreadable: tuple[type[Exception], ...] = (
            *errors,
            msgspec.DecodeError,
            UnicodeDecodeError,
        )

    def count_games(self) -> int:
        return self._count("SELECT count(*) FROM game")

    def game_ids(self) -> Iterator[str]:
        last = ""
        while rows := self._connection.execute(_SELECT_IDS, (last,)).fetchall():
            ids = [id for (id,) in rows]
            yield from ids
            last = ids[-1]

    def game(self, id: str) -> SqlStoredGame | None:
        try:
            self._connection.execute(self._begin)
            try:
                stored = look_up(self._connection, id)
                game_row = self._connection.execute(_SELECT_GAME, (id,)).fetchone()
                newest = newest_of(self._connection, id)
                seats = self._connection.execute(_SELECT_SEATS, (id,)).fetchall()
            finally:
                self._connection.execute("ROLLBACK")
        except self._unreadable as bad:
            raise Damaged(f"{bad}") from bad
        return (
            None if stored is None else SqlStoredGame(stored, _with_newest(game_row, newest), seats)
        )

    def game_type_of(self, id: str) -> str | None:
        with contextlib.suppress(*self._errors):
            query = "SELECT game_type FROM game WHERE id = ?"
            row = self._connection.execute(query, (id,)).fetchone()
            return str(row[0]) if row else None
        return None

    def count_indexed(self) -> int:
        return self._count(_COUNT_INDEXED)

    def ends_of_removed(self, game_type: str) -> set[int]:
        return {at for (at,) in self._connection.execute(_SELECT_REMOVED, (game_type,))}

    def server_book(self) -> SqlBookMoves:
        return SqlBookMoves(self._connection)

    def scratch_book(self) -> "SqlScratchBook":
        return SqlScratchBook()

    def _count(self, query: str) -> int:
        (count,) = self._connection.execute(query).fetchone()
        return int(count)

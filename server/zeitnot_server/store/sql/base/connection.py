"""The interfaces on which the SQL of this package runs: a connection, the writer and the lookup.

The statements are in SQLite's dialect, except those from `dialect`; other databases translate the
parameters. Parameters are `?` by position or `:name` by name.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from ...room_log import Commit

MAX_WAITING = 20_000
"""How many reads, and how many short writes, may wait: about as many as a server has connections,
each of which makes one request at a time. If more wait, most of their clients are gone."""

T = TypeVar("T")
Parameters = Sequence[Any] | Mapping[str, Any]


class ConstraintViolated(Exception):
    """Raised by connections to other databases in place of sqlite3.IntegrityError."""


CONSTRAINT_ERRORS = (sqlite3.IntegrityError, ConstraintViolated)


class Rows(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """The remaining rows."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """The part of sqlite3.Connection that is used here."""

    def execute(self, sql: str, parameters: Parameters = (), /) -> Rows:
        """Runs one statement."""

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Rows:
        """Runs one statement with each of these parameters."""


class WritingConnection(Connection, Protocol):
    """The writer's connection."""

    def append_to_log(self, rows: Sequence[Any], /) -> None:
        """Appends rows, each as `logs.log.Columns`. Raises one of CONSTRAINT_ERRORS for rows that
        do not continue their game's log; then it has appended none, or must be rolled back."""


class Writer(Protocol):
    """The single writer of a store."""

    async def commit(self, commit_: Commit, /) -> None:
        """Returns when the rows are on disk. Raises Conflict, WriteFailed, ReadOnly."""

    def release(self, game: str, /) -> None:
        """Drops the cached state of the game's log, because its room was unloaded."""

    async def write(self, work: Callable[[WritingConnection], T], /) -> T:
        """Runs a short function in a transaction, after the commits. If it raises an error, it is
        rolled back and the error is raised here. It runs again if the database has rolled it back,
        so it may change nothing but the database. Raises WriteFailed, ReadOnly."""


class Lookup(Protocol):
    """Short reads by key."""

    async def ask(self, question: Callable[[Connection], T], /) -> T:
        """Runs a short query in a snapshot that contains everything written so far. Raises the
        query's errors, SlowRead, Busy, ReadFailed."""

"""Copies all rows of one SQL database to another, and compares the two.

Rows are read in chunks by primary key, in the order of the keys' bytes, which is the same in all
databases. Values that databases store differently (a boolean as a number) are converted by the type
of their column.
"""

from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Boolean, Float, Table

from ..errors import Unequal
from .base import dialect
from .base.connection import Connection, WritingConnection
from .base.tables import Base
from .logs import log

ROWS = 1_000  # in one chunk

Row = tuple[Any, ...]
OnProgress = Callable[[int, int], None]
"""Called with the numbers of rows done, and of all."""


def tables() -> list[Table]:
    """All tables, referenced tables first. The log counts as `event` in all databases: see
    `log.all_rows`."""
    return list(Base.metadata.sorted_tables)


def count(connection: Connection) -> int:
    """How many rows all tables have."""
    return sum(
        int(connection.execute(f"SELECT count(*) FROM {_source(connection, table)}").fetchone()[0])
        for table in tables()
    )


def _source(connection: Connection, table: Table) -> str:
    return dialect.of(connection).log if table.name == "event" else str(table.name)


def copy(source: Connection, target: WritingConnection, report: OnProgress) -> int:
    """Copies all rows, within the target's transaction; returns how many. Raises the databases'
    errors."""
    done, total = 0, count(source)
    for table in tables():
        for chunk in _chunks(source, table):
            if table.name == "event":
                target.append_to_log(chunk)
            else:
                _insert(target, table, chunk)
            done += len(chunk)
            report(done, total)
        for chunk in _chunks(source, table):
            _write_references(target, table, chunk)
    return done


def _insert(target: Connection, table: Table, rows: list[Row]) -> None:
    """Inserts rows, without references to rows of the same table, which may follow later."""
    names = [column.name for column in table.columns]
    left_out = {at for at, column in enumerate(table.columns) if _refers_to_its_table(column)}
    values = ([None if at in left_out else value for at, value in enumerate(row)] for row in rows)
    columns, marks = ", ".join(names), ", ".join("?" * len(names))
    target.executemany(f"INSERT INTO {table.name} ({columns}) VALUES ({marks})", values)


def _write_references(target: Connection, table: Table, rows: list[Row]) -> None:
    """Writes the references that `_insert` has left out; such tables have a single key column."""
    for at, column in enumerate(table.columns):
        if _refers_to_its_table(column):
            (key,) = (n for n, other in enumerate(table.columns) if other.primary_key)
            update = (
                f"UPDATE {table.name} SET {column.name} = ? WHERE {table.columns[key].name} = ?"
            )
            target.executemany(update, [(row[at], row[key]) for row in rows if row[at] is not None])


def _refers_to_its_table(column: Any) -> bool:
    return any(key.column.table is column.table for key in column.foreign_keys)


def compare(source: Connection, target: Connection, report: OnProgress) -> None:
    """Raises Unequal."""
    done, total = 0, count(source)
    for table in tables():
        theirs = _rows(target, table)
        for row in _rows(source, table):
            if (other := next(theirs, None)) != row:
                raise Unequal(f"table {table.name}: {_difference(table, row, other)}")
            done += 1
            if done % ROWS == 0:
                report(done, total)
        if next(theirs, None) is not None:
            raise Unequal(f"table {table.name} has more rows than the original")


def _difference(table: Table, row: Row, other: Row | None) -> str:
    key = [value for column, value in zip(table.columns, row, strict=True) if column.primary_key]
    if other is None:
        return f"row {key} is missing"
    names = [
        column.name
        for column, mine, theirs in zip(table.columns, row, other, strict=True)
        if mine != theirs
    ]
    return f"row {key} differs in {', '.join(names)}"


def _rows(connection: Connection, table: Table) -> Iterator[Row]:
    for chunk in _chunks(connection, table):
        yield from chunk


def _chunks(connection: Connection, table: Table) -> Iterator[list[Row]]:
    if table.name == "event" and dialect.of(connection) is dialect.SQLITE:
        yield from log.all_rows(connection, ROWS)
        return
    names = ", ".join(column.name for column in table.columns)
    keys = [column.name for column in table.primary_key]
    order = f"ORDER BY {', '.join(keys)} LIMIT {ROWS}"
    after = f"WHERE ({', '.join(keys)}) > ({', '.join('?' * len(keys))})"
    at = [index for index, column in enumerate(table.columns) if column.primary_key]
    query, parameters = f"SELECT {names} FROM {table.name} {order}", ()
    while rows := connection.execute(query, parameters).fetchall():
        yield [_normalized(table, row) for row in rows]
        query = f"SELECT {names} FROM {table.name} {after} {order}"
        parameters = tuple(rows[-1][index] for index in at)


def _normalized(table: Table, row: Any) -> Row:
    return tuple(map(_normalized_value, table.columns, row))


def _normalized_value(column: Any, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(column.type, Boolean):
        return bool(value)
    if isinstance(column.type, Float):
        return float(value)
    if column.table.name == "account" and column.name == "handle":
        return value.replace("\0", "\x01")  # PostgreSQL cannot store a zero character
    return value

"""Compares a database with the tables and indices that the migrations create. Triggers are reported
because they would silently change what is written."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from . import steps

_SELECT_SCHEMA = """SELECT type, name, sql FROM sqlite_schema
WHERE type = 'trigger' OR substr(name, 1, 7) != 'sqlite_' ORDER BY 1, 2"""
Key = tuple[str, str]
"""Type and name, as `index` and `ix_token_id`."""


class Difference(NamedTuple):
    """A sentence. `harmless`: an additional table or index that does not affect Zeitnot's
    tables."""

    text: str
    harmless: bool = False


def differences(connection: sqlite3.Connection, revision: str) -> Iterator[Difference]:
    """The differences from a new database of this revision. SQLite's own tables are ignored.
    Raises sqlite3.DatabaseError."""
    actual = {
        (kind, name): _normalized(sql) for kind, name, sql in connection.execute(_SELECT_SCHEMA)
    }
    expected = _expected_schema(revision)
    for (kind, name), sql in expected.items():
        if (kind, name) not in actual:
            yield Difference(f"{kind} {name} is missing")
        elif actual[kind, name] != sql:
            yield Difference(f"{kind} {name} is not as it was made: {actual[kind, name]}")
    for (kind, name), sql in actual.items():
        if (kind, name) not in expected:
            harmless = kind != "trigger" and not sql.startswith("CREATE UNIQUE INDEX")
            yield Difference(f"{kind} {name!r} is not one of Zeitnot's", harmless)


def _expected_schema(revision: str) -> dict[Key, str]:
    """All tables and indices that the migrations make, with their SQL."""
    with steps.opened(Path(":memory:")) as connection:
        steps.run(connection, revision)
        rows = connection.exec_driver_sql(_SELECT_SCHEMA).all()
    return {(kind, name): _normalized(sql) for kind, name, sql in rows}


def _normalized(sql: str | None) -> str:
    """The SQL on one line, and without the quotes that some versions of SQLite write."""
    return " ".join((sql or "").replace('"', "").split())

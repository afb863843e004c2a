"""Creates SQLite databases quickly.

Most tests need a new database. Running all migrations takes 50 ms, and importing Alembic in a new
process takes 200 ms. Therefore only the first database of a process is migrated; the others get a
copy of its tables."""

import contextlib
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.store.sql import migrations
from zeitnot_server.store.sqlite import migrate, steps

_migrated = steps.run


@contextlib.contextmanager
def copies() -> Iterator[None]:
    """Within this context, new databases get copies of the tables of the first one."""
    versions, head = migrations.directory(), migrations.newest_revision()
    statements: list[str] = []

    def run(connection: Any, to: str, *, down: bool = False) -> None:
        raw = connection.connection.driver_connection
        is_new = not raw.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if not is_new or to != head or migrations.directory() != versions:
            _migrated(connection, to, down=down)
        elif statements:
            with connection.begin():
                for statement in statements:
                    raw.execute(statement)
        else:
            _migrated(connection, to)
            # Omit BEGIN TRANSACTION and COMMIT.
            statements.extend(list(raw.iterdump())[1:-1])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(steps, "run", run)
        yield


def make(path: Path) -> None:
    """Creates a database for a server that is about to start."""
    path.write_bytes(_content())


@cache
def _content() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        migrate.upgrade(path := Path(folder) / "new.db")
        return path.read_bytes()

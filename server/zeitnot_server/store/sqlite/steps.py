"""The steps of a migration, run by Alembic. See `migrate`, which imports it late."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from ..errors import SchemaError
from ..sql.scripts import config


@contextlib.contextmanager
def opened(database: Path) -> Iterator[Connection]:
    """A connection for migrations: foreign keys off, transactions begun by statement."""
    engine = create_engine(URL.create("sqlite", database=str(database)), poolclass=NullPool)
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    with engine.connect() as connection:
        yield connection


def run(connection: Connection, to: str, *, down: bool = False) -> None:
    """Runs the steps to revision `to` in one transaction. Raises SchemaError."""
    settings = config()
    settings.attributes["connection"] = connection
    try:
        (command.downgrade if down else command.upgrade)(settings, to)
    except DatabaseError as error:
        connection.rollback()
        raise SchemaError(
            f"The migration failed, and nothing was changed: {error.orig}."
        ) from error


def _configure(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys=OFF")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")

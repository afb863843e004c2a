"""Connections of the writer that record their statements and fail on demand."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zeitnot_server.store.sqlite.connect import connect
from zeitnot_server.store.sqlite.log.tail import LogConnection


class ConnectionFactory:
    """Opens connections to a database and records them in `made`. `before` and `after` are called
    with every statement that the writer executes, and may raise."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.made: list[Connection] = []
        self.before: Callable[[str], None] = lambda statement: None
        self.after: Callable[[str], None] = lambda statement: None

    def __call__(self) -> LogConnection:
        connection = connect(self.path, factory=Connection)
        assert isinstance(connection, Connection)
        connection.factory = self
        self.made.append(connection)
        return connection

    @property
    def statements(self) -> list[str]:
        """All executed statements of all connections."""
        return [statement for connection in self.made for statement in connection.statements]

    def count(self, statement: str) -> int:
        """The number of times that a statement was executed."""
        return self.statements.count(statement)


class Connection(LogConnection):
    """A connection that records its statements."""

    factory: ConnectionFactory | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.statements: list[str] = []
        self.closed = False

    def close(self) -> None:
        self.closed = True
        super().close()

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        if self.factory is None:
            return super().execute(sql, *args)
        self.statements.append(sql)
        self.factory.before(sql)
        cursor = super().execute(sql, *args)
        self.factory.after(sql)
        return cursor

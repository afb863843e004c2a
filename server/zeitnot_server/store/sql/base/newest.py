"""Columns of a game whose newest values are in its log."""

from typing import Any

from sqlalchemy import literal_column
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine

from ....rooms.room import Phase

NEWEST = ("plies", "position")
"""The columns of a game whose newest values are in its log."""


class Newest(FunctionElement[Any]):
    """SQL: one of NEWEST in the last row of a game's log, or the game's own if there is none. On
    SQLite it does not see the tail of the log: see `logs.listed.with_newest`."""

    inherit_cache = True
    name = "newest"

    def __init__(self, column: str, type_: type[TypeEngine[Any]]) -> None:
        super().__init__(literal_column(column))
        self.type = type_()


@compiles(Newest, "postgresql")
def _newest_of_postgresql(element: Newest, compiler: Any, **options: Any) -> str:
    column = compiler.process(element.clauses, **options)
    return _unless_finished(column, _newest_in("event", column))


@compiles(Newest, "sqlite")
def _newest_of_sqlite(element: Newest, compiler: Any, **options: Any) -> str:
    column = compiler.process(element.clauses, **options)
    logs = [_newest_in(table, column) for table in ("log_segment", "event")]
    return _unless_finished(column, *logs)


def _unless_finished(column: str, *logs: str) -> str:
    """The end of a game has written its row, and what follows changes neither of NEWEST."""
    last = f"coalesce({', '.join(logs)}, game.{column})"
    return f"CASE game.state WHEN '{Phase.FINISHED.value}' THEN game.{column} ELSE {last} END"


def _newest_in(table: str, column: str) -> str:
    return (
        f"(SELECT {table}.{column} FROM {table} WHERE {table}.game = game.id"
        f" ORDER BY {table}.seq DESC LIMIT 1)"
    )

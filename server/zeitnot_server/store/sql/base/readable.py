"""Reads many games at once, even if one of them is damaged."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from sqlalchemy import SQLColumnExpression, literal_column
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine

from ...errors import Damaged
from .tables import GameRow

T = TypeVar("T")
OnUnreadable = Callable[[str, str], None]
"""Called with the id of each game that cannot be read, and the reason."""
UNREADABLE = (msgspec.DecodeError, ValueError)
"""The errors of decoding a row that no version can have written."""


def readable(
    games: Iterable[GameRow], read: Callable[[GameRow], T], unreadable: OnUnreadable
) -> list[T]:
    """`read` applied to each game, without those that cannot be read."""
    values: list[T] = []
    for game in games:
        try:
            values.append(read(game))
        except UNREADABLE as bad:
            unreadable(game.id, f"{bad}")
    return values


def raise_damaged(game: str, reason: str) -> None:
    """An OnUnreadable for callers that need all games. Raises Damaged."""
    raise Damaged(f"Game {game} cannot be read from the database: {reason}.")


class InJson(FunctionElement[Any]):
    """SQL: a member of a JSON object in a text column. In SQLite null if the text is not JSON,
    because that would otherwise fail the entire query; PostgreSQL detects damage per page."""

    inherit_cache = True
    name = "in_json"

    def __init__(self, text: SQLColumnExpression[str], member: str, type_: TypeEngine[Any]) -> None:
        super().__init__(text, literal_column(f"'{member}'"))
        self.type = type_


@compiles(InJson, "sqlite")
def _in_json_of_sqlite(element: InJson, compiler: Any, **options: Any) -> str:
    text, member = (compiler.process(part, **options) for part in element.clauses)
    return f"CASE WHEN json_valid({text}) THEN {text} ->> {member} END"


@compiles(InJson, "postgresql")
def _in_json_of_postgresql(element: InJson, compiler: Any, **options: Any) -> str:
    text, member = (compiler.process(part, **options) for part in element.clauses)
    type_ = compiler.dialect.type_compiler_instance.process(element.type)
    return f"CAST(CAST({text} AS json) ->> {member} AS {type_})"

"""Reading many games at once, even if one of them is damaged."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from sqlalchemy import ColumnElement, case, func
from sqlalchemy.orm import InstrumentedAttribute

from ..errors import Damaged
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
    """For callers that need all games. Raises Damaged."""
    raise Damaged(f"What is stored of game {game} cannot be read: {reason}.")


def in_json(text: InstrumentedAttribute[str], path: str) -> ColumnElement[Any]:
    """SQL: the value at this path of a JSON text; null if the text is no JSON, which would
    otherwise fail the whole query."""
    return case((func.json_valid(text) == 1, func.json_extract(text, path)))

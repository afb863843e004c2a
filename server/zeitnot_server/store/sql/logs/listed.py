"""Queries of lists and sweeps on the logs of many games: plies and position, whose turn it is, when
a player last acted. PostgreSQL searches the log from its end. On SQLite each game's last segment
has the row's id, `event` is searched for games of older versions, and the tail has the games that
are being played."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm.attributes import set_committed_value
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TEXT

from ....rooms.room import Phase
from ..base import dialect
from ..base.tables import GameRow
from .log import view_of_session
from .places import CLOCK_KINDS, TURN_KINDS, Listed

_OF_EVENT = {
    "turn": f"kind IN ({', '.join(map(repr, TURN_KINDS))})",
    "clock": f"kind IN ({', '.join(map(repr, CLOCK_KINDS))})",
    "acted": "seat IS NOT NULL",
}
"""Conditions on rows, by the column of a segment that has the id of the last such row."""


class LastBody(FunctionElement[str]):
    """SQL: the body of the last event of the row's game that satisfies this condition of
    `_OF_EVENT`; null: there is none, or, on SQLite, only in the tail."""

    inherit_cache = True
    name = "last_body"

    def __init__(self, which: str) -> None:
        super().__init__(text(which))
        self.type = TEXT()


@compiles(LastBody, "postgresql")
def _last_body_of_postgresql(element: LastBody, compiler: Any, **options: Any) -> str:
    return _searched(compiler.process(element.clauses, **options))


@compiles(LastBody, "sqlite")
def _last_body_of_sqlite(element: LastBody, compiler: Any, **options: Any) -> str:
    which = compiler.process(element.clauses, **options)
    id = f"SELECT {which} FROM log_segment WHERE game = game.id ORDER BY seq DESC LIMIT 1"
    of_segment = f"SELECT body FROM log_entry WHERE log_entry.id = ({id})"
    return f"coalesce(({of_segment}), {_searched(which)})"


def _searched(which: str) -> str:
    found = f"SELECT body FROM event WHERE event.game = game.id AND {_OF_EVENT[which]}"
    return f"({found} ORDER BY event.seq DESC LIMIT 1)"


class SeatHasMoved(FunctionElement[bool]):
    """SQL: whether the row's seat has moved; on SQLite as far as segments and `event` know."""

    inherit_cache = True
    name = "seat_has_moved"

    def __init__(self) -> None:
        super().__init__()


_MOVED_IN_EVENT = """EXISTS (SELECT 1 FROM event WHERE event.game = seat.game
    AND event.seat = seat.seat AND event.kind = 'moved')"""


@compiles(SeatHasMoved, "postgresql")
def _has_moved_of_postgresql(element: SeatHasMoved, compiler: Any, **options: Any) -> str:
    return _MOVED_IN_EVENT


@compiles(SeatHasMoved, "sqlite")
def _has_moved_of_sqlite(element: SeatHasMoved, compiler: Any, **options: Any) -> str:
    moved = "SELECT moved FROM log_segment WHERE game = seat.game ORDER BY seq DESC LIMIT 1"
    return f"(coalesce(({moved}), 0) >> seat.seat & 1 OR {_MOVED_IN_EVENT})"


def with_newest(session: AsyncSession, rows: Sequence[GameRow]) -> list[GameRow]:
    """The rows with current plies and position: see `newest.Newest`."""
    for row in rows:
        listed = _of_tail(session, row.id)
        if listed is not None and listed.plies is not None and row.state != Phase.FINISHED.value:
            set_committed_value(row, "plies", listed.plies)
            set_committed_value(row, "position", listed.position)
    return list(rows)


async def bodies_in_tail(session: AsyncSession, games: Iterable[str], which: str) -> dict[str, str]:
    """The bodies that LastBody does not find because they are in the tail, by game."""
    ids = dict[int, str]()
    for game in games:
        listed = _of_tail(session, game)
        if listed is not None and (id := getattr(listed, which)) is not None:
            ids[id] = game
    if not ids:
        return {}
    query = text(
        "SELECT json_group_array(json_array(id, body)) FROM log_entry"
        " WHERE id IN (SELECT value FROM json_each(:ids))"
    )
    found = await session.scalar(query, {"ids": msgspec.json.encode(list(ids)).decode()})
    return {ids[id]: body for id, body in msgspec.json.decode(found)}


def moved_in_tail(session: AsyncSession, game: str, seat: int) -> bool:
    """Whether this seat has moved, according to the tail."""
    listed = _of_tail(session, game)
    return listed is not None and bool(listed.moved >> seat & 1)


def _of_tail(session: AsyncSession, game: str) -> Listed | None:
    return view_of_session(session).listed(game) if _has_tail(session) else None


def _has_tail(session: AsyncSession) -> bool:
    return dialect.of_session(session) is dialect.SQLITE

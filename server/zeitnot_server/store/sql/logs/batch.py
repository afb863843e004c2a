"""Writes many commits in one transaction.

A batch of commits is one statement for all games whose state has changed and a few for all events,
`INSERT … VALUES (…), (…), …`; then the end effects of all its games. If the batch breaks a
constraint, its commits are written one by one, so that only the commit or end effect at fault
fails.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import TypeVar

import msgspec

from ...errors import Conflict
from ...room_log import Commit
from ..base import dialect
from ..base.connection import CONSTRAINT_ERRORS, WritingConnection
from . import end_effects
from .commit import GameColumns, NewGame, PreparedCommit, SeatValues, prepare

T = TypeVar("T")
_new_games, _seats = attrgetter("new_games"), attrgetter("seats")
_events, _effects = attrgetter("events"), attrgetter("effects")


def write_one(connection: WritingConnection, one: Commit) -> None:
    """Writes a commit as part of the caller's transaction. Raises Conflict, and then writes
    nothing."""
    (conflict,) = write_each(connection, (prepare(one),))
    if conflict is not None:
        raise conflict


def write_each(
    connection: WritingConnection, batch: Sequence[PreparedCommit]
) -> list[Conflict | None]:
    """Writes commits one by one as part of the caller's transaction. Returns for each the reason if
    it was refused; then nothing of it is written."""
    conflicts = [_write_rows_of(connection, one) for one in batch]
    written = [one for one, bad in zip(batch, conflicts, strict=True) if bad is None]
    end_effects.carry_out_each(connection, _all(_effects, written))
    return conflicts


def _write_rows_of(connection: WritingConnection, one: PreparedCommit) -> Conflict | None:
    connection.execute("SAVEPOINT one")
    try:
        _write_rows(connection, (one,))
    except CONSTRAINT_ERRORS as error:
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return Conflict(f"This does not follow on the log: {error}.")
    connection.execute("RELEASE one")
    return None


def write_all(connection: WritingConnection, batch: Sequence[PreparedCommit]) -> None:
    """Writes commits as part of the caller's transaction. Raises one of CONSTRAINT_ERRORS if the
    whole batch cannot be written, and the transaction is lost with it."""
    _write_rows(connection, batch)
    if effects := _all(_effects, batch):
        end_effects.carry_out(connection, effects)


def _all(
    parts: Callable[[PreparedCommit], Iterable[T]], batch: Sequence[PreparedCommit]
) -> list[T]:
    return list(chain.from_iterable(map(parts, batch)))


def _write_rows(connection: WritingConnection, batch: Sequence[PreparedCommit]) -> None:
    """All but the end effects."""
    if new_games := _all(_new_games, batch):
        connection.executemany(_INSERT_GAME, new_games)
    if seats := _all(_seats, batch):
        connection.executemany(_UPSERT_SEAT, seats)
    if games := {one.game.id: one.game for one in batch if one.game}:
        rows = msgspec.json.encode(list(games.values())).decode()
        connection.execute(_update_games(dialect.of(connection)), (rows,))
    if events := _all(_events, batch):
        connection.append_to_log(events)  # last, so that an earlier failure has appended nothing


def _insert(table: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


_INSERT_GAME = _insert("game", NewGame._fields)
_UPSERT_SEAT = (
    f"{_insert('seat', SeatValues._fields)} ON CONFLICT (game, seat) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in SeatValues._fields[2:])
)
_TYPES = {"plies": "bigint", "finished_at": "bigint", "private": "boolean"}  # the others are text


@cache
def _update_games(of: dialect.Dialect) -> str:
    """Sets GameColumns; the parameter is a JSON array of arrays."""
    values = ", ".join(
        f"CAST(value ->> {at} AS {_TYPES.get(name, 'text')}) AS {name}"
        for at, name in enumerate(GameColumns._fields)
    )
    return (
        f"UPDATE game SET {', '.join(f'{name} = new.{name}' for name in GameColumns._fields[1:])}"
        f" FROM (SELECT {values} FROM {of.values_of.format('?')}) AS new WHERE game.id = new.id"
    )

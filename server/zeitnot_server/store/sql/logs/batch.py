"""How many commits become one transaction.

A batch of commits is two statements for all events at most, `INSERT … VALUES (…), (…), …`, and one
for all games whose state has changed; then the end effects of all its games. Only if that batch
breaks a constraint is it taken apart, so that the commit or the end effect at fault fails alone.
"""

import itertools
from collections.abc import Sequence
from functools import cache

import msgspec

from ...errors import Conflict
from ...room_log import Commit
from ..base import dialect
from ..base.connection import CONSTRAINT_ERRORS, Connection
from . import end_effects, log
from .commit import GameColumns, NewGame, PreparedCommit, SeatValues, prepare


def write_one(connection: Connection, one: Commit) -> None:
    """Writes a commit as part of the caller's transaction. Raises Conflict, and then writes
    nothing."""
    (conflict,) = write_each(connection, (prepare(one),))
    if conflict is not None:
        raise conflict


def write_each(connection: Connection, batch: Sequence[PreparedCommit]) -> list[Conflict | None]:
    """Writes commits one by one as part of the caller's transaction; for each the reason if it is
    refused, and then nothing of it is written."""
    conflicts = [_write_rows_of(connection, one) for one in batch]
    written = [one for one, bad in zip(batch, conflicts, strict=True) if bad is None]
    end_effects.carry_out_each(connection, _effects(written))
    return conflicts


def _write_rows_of(connection: Connection, one: PreparedCommit) -> Conflict | None:
    connection.execute("SAVEPOINT one")
    try:
        _write_rows(connection, (one,))
    except CONSTRAINT_ERRORS as error:
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return Conflict(f"This does not follow on the log: {error}.")
    connection.execute("RELEASE one")
    return None


def write_all(connection: Connection, batch: Sequence[PreparedCommit]) -> None:
    """Writes commits as part of the caller's transaction. Raises one of CONSTRAINT_ERRORS if the
    whole batch cannot be written, and the transaction is lost with it."""
    _write_rows(connection, batch)
    end_effects.carry_out(connection, _effects(batch))


def _effects(batch: Sequence[PreparedCommit]) -> list[end_effects.Due]:
    return [effect for one in batch for effect in one.effects]


def _write_rows(connection: Connection, batch: Sequence[PreparedCommit]) -> None:
    """All but the end effects."""
    if new_games := [values for one in batch for values in one.new_games]:
        connection.executemany(_INSERT_GAME, new_games)
    if seats := [values for one in batch for values in one.seats]:
        connection.executemany(_UPSERT_SEAT, seats)
    if events := [values for one in batch for values in one.events]:
        _append(connection, events)
    if games := {one.game.id: one.game for one in batch if one.game}:
        rows = msgspec.json.encode(list(games.values())).decode()
        connection.execute(_update_games(dialect.of(connection)), (rows,))


def _append(connection: Connection, events: Sequence[log.Columns]) -> None:
    """All events in a few statements. A statement is prepared once for each number of rows, so
    those numbers are few."""
    at = 0
    while at < len(events):
        batch = events[at : at + _rows_at_once(len(events) - at)]
        connection.execute(_insert_events(len(batch)), [*itertools.chain.from_iterable(batch)])
        at += len(batch)


def _rows_at_once(remaining: int) -> int:
    """As many rows as go into the next statement: what is left if it is little, else some sixteens
    of it."""
    return remaining if remaining < _STEP else min(remaining - remaining % _STEP, _MOST)


def _insert(table: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


_INSERT_GAME = _insert("game", NewGame._fields)
_UPSERT_SEAT = (
    f"{_insert('seat', SeatValues._fields)} ON CONFLICT (game, seat) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in SeatValues._fields[2:])
)
_TYPES = {"plies": "bigint", "finished_at": "bigint", "private": "boolean"}  # the others are text
_STEP, _MOST = 16, 208
_EVENT = f"({', '.join('?' * len(log.COLUMNS))})"


@cache
def _insert_events(rows: int) -> str:
    columns = ", ".join(log.COLUMNS)
    return f"INSERT INTO event ({columns}) VALUES {', '.join([_EVENT] * rows)}"


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

"""The end effects of a transaction's games.

Rows are locked in one order everywhere: by the effect's place in `EFFECTS`, then by key. So two
nodes whose games have the same players wait for each other in turn, without a deadlock. A missing
row cannot be locked, so on PostgreSQL an empty one is inserted first, and removed if it stays
empty. SQLite has a single writer, which needs no locks.

Games are locked one by one if the operator ends them in one transaction, or if a row of one cannot
be stored. If that causes a deadlock of two nodes, PostgreSQL rolls one back, and its writer
retries.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

import structlog

from ... import end_effects
from ...end_effects.effect import Appended, Ended, EndEffect, Key, Row
from ..base import dialect
from ..base.connection import CONSTRAINT_ERRORS, Connection, ConstraintViolated

_BAD_ROW = (
    *CONSTRAINT_ERRORS,
    *(TypeError, ValueError, OverflowError),
    *(sqlite3.InterfaceError, sqlite3.ProgrammingError),  # SQLite has no such type of value
)

logger = structlog.get_logger()


class PendingEffect(NamedTuple):
    """An effect of a game's end, and the keys of its rows."""

    effect: EndEffect
    ended: Ended
    keys: tuple[Key, ...]


def pending_effects(ended: Ended) -> tuple[PendingEffect, ...]:
    """The effects of this game's end that change any rows."""
    all_effects = [_pending_effect(effect, ended) for effect in end_effects.EFFECTS]
    return tuple(one for one in all_effects if one.keys)


def _pending_effect(effect: EndEffect, ended: Ended) -> PendingEffect:
    try:
        return PendingEffect(effect, ended, tuple(effect.keys(ended)))
    except Exception:
        _log_failure(effect, ended)
        return PendingEffect(effect, ended, ())


def carry_out(connection: Connection, games: Sequence[PendingEffect]) -> None:
    """Writes the effects as part of the caller's transaction. Raises ConstraintViolated if a row
    cannot be stored, and the transaction is lost with it."""
    for effect in end_effects.EFFECTS:
        if matching := [one for one in games if one.effect is effect]:
            try:
                _carry_out(connection, effect, matching)
            except _BAD_ROW as error:
                raise ConstraintViolated(f"{effect.table}: {error}") from error


def carry_out_each(connection: Connection, games: Sequence[PendingEffect]) -> None:
    """Like `carry_out`, but an effect that cannot be stored is logged and skipped, only for the
    games at fault."""
    for effect in end_effects.EFFECTS:
        if matching := [one for one in games if one.effect is effect]:
            _carry_out_apart(connection, effect, matching)


def _carry_out_apart(
    connection: Connection, effect: EndEffect, games: Sequence[PendingEffect]
) -> None:
    """Writes the effect for all games together; if that fails, for each game separately."""
    connection.execute("SAVEPOINT effect")
    try:
        _carry_out(connection, effect, games)
    except _BAD_ROW:
        connection.execute("ROLLBACK TO effect")
        if len(games) == 1:
            _log_failure(effect, games[0].ended)
        else:
            for one in games:
                _carry_out_apart(connection, effect, [one])
    connection.execute("RELEASE effect")


def _carry_out(connection: Connection, effect: EndEffect, games: Sequence[PendingEffect]) -> None:
    keys = sorted({*chain.from_iterable(one.keys for one in games)})
    made = _lock(connection, effect, keys)
    found = _read(connection, effect, keys)
    rows = {key: found.get(key) or effect.row(*key) for key in keys}
    changed: dict[Key, Row] = {}
    appended: list[Row] = []
    for one in games:
        new, added = _changed(one, {key: rows[key] for key in one.keys})
        rows |= new
        changed |= new
        appended += added
    if changed:
        connection.executemany(_upsert(effect), [changed[key] for key in sorted(changed)])
    if effect.appended is not None and appended:
        connection.executemany(_append(effect.appended), appended)
    if unused := [key for key in made if key not in changed]:
        unused = _padded(unused)
        connection.execute(_delete(effect, len(unused)), [*chain.from_iterable(unused)])


def _changed(one: PendingEffect, rows: Mapping[Key, Row]) -> tuple[dict[Key, Row], Sequence[Row]]:
    """The new rows by key, and the rows to append; none if the effect fails."""
    size, appended = len(_key(one.effect)), one.effect.appended
    try:
        new = {tuple(row[:size]): row for row in one.effect.change(one.ended, rows)}
        if not new.keys() <= rows.keys():
            raise ValueError(f"rows that were not asked for: {sorted(new.keys() - rows.keys())}")
        added = tuple(appended.rows(one.ended, rows, {**rows, **new})) if appended else ()
    except Exception:
        _log_failure(one.effect, one.ended)
        return {}, ()
    return {key: row for key, row in new.items() if row != rows[key]}, added


def _log_failure(effect: EndEffect, ended: Ended) -> None:
    logger.exception("end effect failed", table=effect.table, games=[ended.room.id])


def _lock(connection: Connection, effect: EndEffect, keys: Sequence[Key]) -> list[Key]:
    """Inserts the missing rows, where rows are locked; returns their keys."""
    if not dialect.of(connection).row_lock:
        return []
    keys = _padded(keys)
    values = chain.from_iterable(effect.row(*key) for key in keys)
    return [tuple(key) for key in connection.execute(_insert_missing(effect, len(keys)), [*values])]


def _read(connection: Connection, effect: EndEffect, keys: Sequence[Key]) -> dict[Key, Row]:
    """The existing rows, locked until the transaction ends."""
    keys = _padded(keys)
    query = _select(effect, len(keys), dialect.of(connection).row_lock)
    found = connection.execute(query, [*chain.from_iterable(keys)])
    size = len(_key(effect))
    return {tuple(values[:size]): effect.row(*values) for values in found}


def _padded(keys: Sequence[Key]) -> list[Key]:
    """The keys, with the last one repeated until their number is a power of two, because each
    number of rows needs another cached statement."""
    size = 1 << (len(keys) - 1).bit_length()
    return [*keys, *[keys[-1]] * (size - len(keys))]


# ── statements ─────────────────────────────────────────────────────────────────────────────────


@cache
def _key(effect: EndEffect) -> tuple[str, ...]:
    """The key's columns."""
    row = effect.row
    return tuple(name for name in row._fields if name not in row._field_defaults)


def _insert(effect: EndEffect, rows: int) -> str:
    columns = effect.row._fields
    values = ", ".join([f"({', '.join('?' * len(columns))})"] * rows)
    return (
        f"INSERT INTO {effect.table} ({', '.join(columns)}) VALUES {values}"
        f" ON CONFLICT ({', '.join(_key(effect))})"
    )


@cache
def _append(appended: Appended) -> str:
    columns = appended.row._fields
    return (
        f"INSERT INTO {appended.table} ({', '.join(columns)})"
        f" VALUES ({', '.join('?' * len(columns))})"
    )


@cache
def _insert_missing(effect: EndEffect, rows: int) -> str:
    return f"{_insert(effect, rows)} DO NOTHING RETURNING {', '.join(_key(effect))}"


@cache
def _select(effect: EndEffect, rows: int, row_lock: str) -> str:
    columns, order = ", ".join(effect.row._fields), ", ".join(_key(effect))
    where = _where(effect, rows)
    return f"SELECT {columns} FROM {effect.table} WHERE {where} ORDER BY {order} {row_lock}"


@cache
def _upsert(effect: EndEffect) -> str:
    values = [name for name in effect.row._fields if name not in _key(effect)]
    changes = ", ".join(f"{name} = excluded.{name}" for name in values)
    return f"{_insert(effect, 1)} DO {f'UPDATE SET {changes}' if changes else 'NOTHING'}"


@cache
def _delete(effect: EndEffect, rows: int) -> str:
    return f"DELETE FROM {effect.table} WHERE {_where(effect, rows)}"


def _where(effect: EndEffect, rows: int) -> str:
    """A condition that selects these keys."""
    one = " AND ".join(f"{name} = ?" for name in _key(effect))
    return " OR ".join([f"({one})"] * rows)

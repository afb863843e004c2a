"""Old entries of the audit log are removed."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.moderation.retention import DAY_MS, Retention
from zeitnot_server.store.sql.people import audit
from zeitnot_server.store.sqlite.store import SqliteStore

from ..store.playing import rules_for

NOW_MS = 400 * DAY_MS
OLD_ROWS, RECENT_ROWS = 2_500, 1_500  # more than one chunk of each


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """A store with rows of more than a year ago, and of yesterday."""
    opened = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)

    def fill(connection: sqlite3.Connection) -> None:
        for at, rows in ((NOW_MS - 366 * DAY_MS, OLD_ROWS), (NOW_MS - DAY_MS, RECENT_ROWS)):
            for _ in range(rows):
                audit.add(connection, audit.AuditActor("somebody"), "session_made", "account 1", at)

    await opened.write(fill)
    yield opened
    await opened.close()


async def count_acts(store: SqliteStore) -> int:
    return len(await store.moderation.audit_entries_since(0))


async def test_entries_older_than_a_year_are_removed(store: SqliteStore) -> None:
    retention = Retention(store.moderation, 365, lambda: NOW_MS, 0)
    assert await retention.prune() == OLD_ROWS
    assert await count_acts(store) == RECENT_ROWS
    assert await retention.prune() == 0


async def test_with_unlimited_retention_nothing_is_removed(store: SqliteStore) -> None:
    assert await Retention(store.moderation, 0, lambda: NOW_MS, 0).prune() == 0
    assert await count_acts(store) == OLD_ROWS + RECENT_ROWS


async def test_the_newest_row_stays_and_numbering_continues(store: SqliteStore) -> None:
    newest = await store.moderation.newest_audit_id()
    assert (
        await Retention(store.moderation, 1, lambda: 2 * NOW_MS, 0).prune()
        == OLD_ROWS + RECENT_ROWS - 1
    )
    assert await store.moderation.newest_audit_id() == newest


async def test_rows_dated_in_the_future_do_not_stop_pruning(
    store: SqliteStore, tmp_path: Path
) -> None:
    """The rows of the first chunk were dated by a clock that was wrong."""

    def date_in_the_future(connection: sqlite3.Connection) -> None:
        update = "UPDATE audit SET at = ? WHERE id <= ?"
        connection.execute(update, (NOW_MS + DAY_MS, audit.PRUNED_AT_ONCE))

    await store.write(date_in_the_future)
    retention = Retention(store.moderation, 365, lambda: NOW_MS, 0)
    assert await retention.prune() == OLD_ROWS - audit.PRUNED_AT_ONCE
    assert await count_acts(store) == audit.PRUNED_AT_ONCE + RECENT_ROWS


async def test_the_cost_does_not_grow_with_the_log(store: SqliteStore) -> None:
    def traced_statements(connection: sqlite3.Connection) -> list[str]:
        statements: list[str] = []
        connection.set_trace_callback(statements.append)
        assert audit.prune_next(connection, OLD_ROWS, NOW_MS - 365 * DAY_MS, NOW_MS) == (0, None)
        connection.set_trace_callback(None)
        return statements

    plan = await store.write(
        lambda c: c.execute(f"EXPLAIN QUERY PLAN {audit._NEXT}", (0, 9)).fetchall()
    )
    assert ["USING INDEX sqlite_autoindex_audit_1" in step[3] for step in plan] == [True]
    assert len(await store.write(traced_statements)) == 2, (
        "one for a chunk, one for the newest number"
    )

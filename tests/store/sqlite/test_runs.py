"""The heartbeat file is used only with the database and the run to which it belongs."""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from zeitnot_server.store import Run
from zeitnot_server.store.heartbeat_file import KEY_AT
from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import Game, rules_for


@asynccontextmanager
async def running(path: Path) -> AsyncIterator[tuple[SqliteStore, Run]]:
    """One run of a server."""
    store = await SqliteStore.open(path, rules_for)
    try:
        yield store, await store.runs.begin()
    finally:
        await store.close()


async def test_the_stored_heartbeat_counts_without_the_file(path: Path) -> None:
    async with running(path) as (store, run):
        await store.runs.save_heartbeat(run.number, 5_000)
        await store.runs.save_heartbeat(run.number, 4_000)
    path.with_name("zeitnot.db.alive").unlink()
    async with running(path) as (store, _):
        assert await store.runs.last_alive_ms(1) == 5_000


async def test_a_run_lasted_at_least_to_its_last_event(path: Path) -> None:
    async with running(path) as (store, run):
        game = await (await Game(store, run=run.number).create()).start()
        await game.move(after=7_000)
        store.heartbeats.beat(run.number, 6_990)
    async with running(path) as (store, _):
        assert await store.runs.last_alive_ms(1) == 7_000


THINKING_MS = 43_000


def copy_database(path: Path, to: Path) -> None:
    """Copies the database while a server runs, as any SQLite tool does."""
    source, target = sqlite3.connect(path), sqlite3.connect(to)
    source.backup(target)
    source.close()
    target.close()


async def run_after_backup(path: Path, backup: Path) -> int:
    """A run during which the database is copied; returns the run's number. The copy has none
    of the later heartbeats."""
    async with running(path) as (store, run):
        await (await Game(store, run=run.number).create()).start()
        await store.runs.save_heartbeat(run.number, 5_000)
        copy_database(path, backup)
        for ms in range(0, THINKING_MS, 5_000):
            store.heartbeats.beat(run.number, ms)
            await store.runs.save_heartbeat(run.number, ms)
        store.heartbeats.beat(run.number, THINKING_MS)
    return run.number


async def test_a_restored_copy_ignores_later_heartbeats(path: Path) -> None:
    """The heartbeat file is from the same run, which continued after the copy."""
    backup = path.with_name("copy.db")
    number = await run_after_backup(path, backup)
    shutil.copy(backup, path)
    async with running(path) as (store, run):
        assert run.previous == number
        assert await store.runs.last_alive_ms(number) == 5_000


async def test_a_heartbeat_file_of_later_runs_is_ignored(path: Path) -> None:
    backup = path.with_name("copy.db")
    number = await run_after_backup(path, backup)
    for _ in range(2):
        async with running(path) as (store, run):
            store.heartbeats.beat(run.number, 3_000)
            store.heartbeats.mark(run.number, "game1", 0)
    shutil.copy(backup, path)
    async with running(path) as (store, run):
        assert (run.previous, run.crashed_in) == (number, None)
        assert await store.runs.last_alive_ms(number) == 5_000


async def test_a_heartbeat_file_of_another_database_is_ignored(path: Path) -> None:
    """Only the key in the file differs."""
    other = path.with_name("other.db")
    async with running(other) as (store, run):
        store.heartbeats.beat(run.number, 9_000)
        store.heartbeats.mark(run.number, "game1", 0)
    async with running(path) as (store, run):
        await (await Game(store, run=run.number).create()).start()
        store.heartbeats.beat(run.number, 20)
    shutil.copy(other.with_name("other.db.alive"), path.with_name("zeitnot.db.alive"))
    async with running(path) as (store, run):
        assert run.crashed_in is None
        assert await store.runs.last_alive_ms(1) == 0


async def test_a_run_and_a_heartbeat_file_without_keys_match(path: Path) -> None:
    """Both were written by a version without keys."""
    async with running(path) as (store, run):
        await (await Game(store, run=run.number).create()).start()
        await store.write(lambda c: c.execute("UPDATE run SET key = NULL"))
        store.heartbeats.beat(run.number, 1_234)
        store.heartbeats.mark(run.number, "game1", 0)
    file = path.with_name("zeitnot.db.alive")
    file.write_bytes(file.read_bytes()[:KEY_AT])
    async with running(path) as (store, run):
        assert run.crashed_in == "game1"
        assert await store.runs.last_alive_ms(1) == 1_234

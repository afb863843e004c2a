"""Backups made during writes."""

import asyncio
import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from zeitnot_server.store.sqlite import backup
from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import Game, rules_for


def moves(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM log WHERE kind = 'moved'").fetchone()
        return int(count)


async def test_a_copy_during_writes_is_consistent(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is committed after each step of the copy, and the copy still ends."""
    monkeypatch.setattr(backup, "STEP_PAGES", 1)
    game = await (await Game(store, heap=100_000).create()).start()
    for _ in range(20):
        await game.move()
    loop = asyncio.get_running_loop()
    steps = 0

    def progress(count: int, total: int) -> None:
        nonlocal steps
        steps += 1
        asyncio.run_coroutine_threadsafe(game.move(), loop).result()

    copy = path.with_name("copy.db")
    await asyncio.to_thread(backup.back_up, path, copy, progress)
    assert steps > 10
    assert moves(copy) == 20
    assert len(await store.log.entries("game1")) == 5 + 20 + steps
    assert not copy.with_name("copy.db-wal").exists()
    copied = await SqliteStore.open(copy, rules_for)
    loaded = await copied.log.load("game1")
    assert loaded is not None
    assert loaded.room.ply == 20
    await copied.close()


async def test_a_restored_copy_ignores_the_heartbeat_file_of_the_original(path: Path) -> None:
    """The file is still there if a backup was copied over the database by hand."""
    copy = path.with_name("copy.db")
    store = await SqliteStore.open(path, rules_for)
    run = await store.runs.begin()
    await (await Game(store, run=run.number).create()).start()
    await store.runs.save_heartbeat(run.number, 1_000)
    await asyncio.to_thread(backup.back_up, path, copy)
    store.heartbeats.beat(run.number, 4_000)
    store.heartbeats.mark(run.number, "game1", 0)
    await store.close()
    for file, alive_ms, crashed in ((path, 4_000, "game1"), (copy, 1_000, None)):
        target = path.with_name("here") / "zeitnot.db"
        target.parent.mkdir()
        shutil.copy(file, target)
        shutil.copy(path.with_name("zeitnot.db.alive"), target.with_name("zeitnot.db.alive"))
        store = await SqliteStore.open(target, rules_for)
        assert (await store.runs.begin()).crashed_in == crashed
        assert await store.runs.last_alive_ms(run.number) == alive_ms
        await store.close()
        shutil.rmtree(target.parent)

"""Runs, and how long each is known to have lived."""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from zeitnot_server.store import Run
from zeitnot_server.store.sqlite import SqliteStore
from zeitnot_server.store.sqlite.alive import KEY_AT

from .playing import Game, rules_for


@asynccontextmanager
async def running(path: Path) -> AsyncIterator[tuple[SqliteStore, Run]]:
    """One run of a server."""
    store = await SqliteStore.open(path, rules_for)
    try:
        yield store, await store.runs.begin()
    finally:
        await store.close()


async def test_runs_are_numbered(path: Path) -> None:
    async with running(path) as (_, run):
        assert run == Run(1, None)
    async with running(path) as (_, run):
        assert run == Run(2, 1)


async def test_the_last_beat_says_how_long_a_run_lived(path: Path) -> None:
    async with running(path) as (store, run):
        store.alive.beat(run.number, 1_234)
    async with running(path) as (store, run):
        assert await store.runs.last_alive_ms(1) == 1_234
        assert run.crashed_in is None
        store.alive.beat(run.number, 40)
    async with running(path) as (store, _):
        assert await store.runs.last_alive_ms(1) == 1_234
        assert await store.runs.last_alive_ms(2) == 40


async def test_without_the_file_the_durable_sign_stands_in(path: Path) -> None:
    async with running(path) as (store, run):
        await store.runs.keep_alive(run.number, 5_000)
        await store.runs.keep_alive(run.number, 4_000)
    path.with_name("zeitnot.db.alive").unlink()
    async with running(path) as (store, _):
        assert await store.runs.last_alive_ms(1) == 5_000


async def test_a_run_lived_at_least_to_its_last_event(path: Path) -> None:
    async with running(path) as (store, run):
        game = await (await Game(store, run=run.number).create()).start()
        await game.move(after=7_000)
        store.alive.beat(run.number, 6_990)
    async with running(path) as (store, _):
        assert await store.runs.last_alive_ms(1) == 7_000


async def test_a_beat_of_an_older_run_counts_for_nothing(path: Path) -> None:
    async with running(path) as (store, run):
        store.alive.beat(run.number, 9_000)
    async with running(path):
        pass  # it died before its first beat
    async with running(path) as (store, run):
        assert run.previous == 2
        assert await store.runs.last_alive_ms(2) == 0
        assert await store.runs.last_alive_ms(1) == 9_000


async def test_a_run_that_never_was_lived_not_at_all(path: Path) -> None:
    async with running(path) as (store, _):
        assert await store.runs.last_alive_ms(77) == 0


# ── beside which database the file stands ──────────────────────────────────────────────────────

THINKING_MS = 43_000


def copied(path: Path, to: Path) -> None:
    """The database as it is now, as any tool copies it beside a running server."""
    source, target = sqlite3.connect(path), sqlite3.connect(to)
    source.backup(target)
    source.close()
    target.close()


async def thought_on(path: Path, backup: Path) -> int:
    """A run of which a copy is made in the middle; what it then goes on to, the copy does not
    know. The run's number."""
    async with running(path) as (store, run):
        await (await Game(store, run=run.number).create()).start()
        await store.runs.keep_alive(run.number, 5_000)
        copied(path, backup)
        for ms in range(0, THINKING_MS, 5_000):
            store.alive.beat(run.number, ms)
            await store.runs.keep_alive(run.number, ms)
        store.alive.beat(run.number, THINKING_MS)
    return run.number


async def test_a_copy_put_in_place_knows_nothing_of_what_came_after_it(path: Path) -> None:
    """The file beside it is of the same run, and says how much longer that lived."""
    backup = path.with_name("copy.db")
    number = await thought_on(path, backup)
    shutil.copy(backup, path)
    async with running(path) as (store, run):
        assert run.previous == number
        assert await store.runs.last_alive_ms(number) == 5_000


async def test_the_file_of_later_runs_counts_for_nothing(path: Path) -> None:
    backup = path.with_name("copy.db")
    number = await thought_on(path, backup)
    for _ in range(2):
        async with running(path) as (store, run):
            store.alive.beat(run.number, 3_000)
            store.alive.mark(run.number, "game1", 0)
    shutil.copy(backup, path)
    async with running(path) as (store, run):
        assert (run.previous, run.crashed_in) == (number, None)
        assert await store.runs.last_alive_ms(number) == 5_000


async def test_the_file_of_another_database_counts_for_nothing(path: Path) -> None:
    """Run for run and number for number it is alike; only its key tells."""
    other = path.with_name("other.db")
    async with running(other) as (store, run):
        store.alive.beat(run.number, 9_000)
        store.alive.mark(run.number, "game1", 0)
    async with running(path) as (store, run):
        await (await Game(store, run=run.number).create()).start()
        store.alive.beat(run.number, 20)
    shutil.copy(other.with_name("other.db.alive"), path.with_name("zeitnot.db.alive"))
    async with running(path) as (store, run):
        assert run.crashed_in is None
        assert await store.runs.last_alive_ms(1) == 0


async def test_a_run_without_a_key_and_its_file_belong_together(path: Path) -> None:
    """Both are of a version that had no keys."""
    async with running(path) as (store, run):
        await (await Game(store, run=run.number).create()).start()
        await store.write(lambda c: c.execute("UPDATE run SET key = NULL"))
        store.alive.beat(run.number, 1_234)
        store.alive.mark(run.number, "game1", 0)
    file = path.with_name("zeitnot.db.alive")
    file.write_bytes(file.read_bytes()[:KEY_AT])
    async with running(path) as (store, run):
        assert run.crashed_in == "game1"
        assert await store.runs.last_alive_ms(1) == 1_234


async def break_off(path: Path, game: str, ply: int) -> None:
    """A run that dies at work on a room."""
    async with running(path) as (store, run):
        store.alive.mark(run.number, game, ply)


async def crashes(path: Path, game: str) -> int:
    """How many are held against the room."""
    async with running(path) as (store, _):
        return await store.log.crashes_in(game)


async def test_crashes_in_a_room_are_counted(path: Path) -> None:
    async with running(path) as (store, _):
        await (await Game(store).create()).start()
        assert await store.log.crashes_in("game1") == 0
    for expected in (1, 2):
        await break_off(path, "game1", 0)
        async with running(path) as (store, run):
            assert run.crashed_in == "game1"
            assert await store.log.crashes_in("game1") == expected
            assert await store.log.crashes_in("game2") == 0


async def test_a_room_that_has_moved_on_was_not_to_blame(path: Path) -> None:
    async with running(path) as (store, run):
        game = await (await Game(store, run=run.number).create()).start()
    await break_off(path, "game1", 0)
    assert await crashes(path, "game1") == 1
    async with running(path) as (store, run):
        game.store, game.run = store, run.number
        await game.move()
    assert await crashes(path, "game1") == 0
    await break_off(path, "game1", 1)
    assert await crashes(path, "game1") == 1


async def test_a_mark_that_was_taken_off_is_no_crash(path: Path) -> None:
    async with running(path) as (store, run):
        await (await Game(store).create()).start()
        store.alive.mark(run.number, "game1", 0)
        store.alive.unmark()
    assert await crashes(path, "game1") == 0


async def test_a_mark_counts_once(path: Path) -> None:
    async with running(path) as (store, _):
        await (await Game(store).create()).start()
    await break_off(path, "game1", 0)
    for _ in range(3):
        assert await crashes(path, "game1") == 1


async def test_a_mark_of_an_older_run_counts_for_nothing(path: Path) -> None:
    async with running(path) as (store, run):
        await (await Game(store).create()).start()
        store.alive.mark(run.number - 1, "game1", 0)
    assert await crashes(path, "game1") == 0

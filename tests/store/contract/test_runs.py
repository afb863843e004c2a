"""Runs of the server, and how long each is known to have lasted."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from zeitnot_server.store import Run, Store

from ..playing import Game
from .implementations import Database


@asynccontextmanager
async def running(database: Database) -> AsyncIterator[tuple[Store, Run]]:
    """A store during one run of a server."""
    async with database.open() as store:
        yield store, await store.runs.begin()


async def test_runs_are_numbered(database: Database) -> None:
    async with running(database) as (_, run):
        assert run == Run(1, None)
    async with running(database) as (_, run):
        assert run == Run(2, 1)


async def test_a_run_lasted_until_its_last_heartbeat(database: Database) -> None:
    async with running(database) as (store, run):
        store.heartbeats.beat(run.number, 1_234)
    async with running(database) as (store, run):
        assert await store.runs.last_alive_ms(1) == 1_234
        assert run.crashed_in is None
        store.heartbeats.beat(run.number, 40)
    async with running(database) as (store, _):
        assert await store.runs.last_alive_ms(1) == 1_234
        assert await store.runs.last_alive_ms(2) == 40


async def test_the_stored_heartbeat_never_decreases(database: Database) -> None:
    async with running(database) as (store, run):
        await store.runs.save_heartbeat(run.number, 5_000)
        await store.runs.save_heartbeat(run.number, 4_000)
        assert await store.runs.last_alive_ms(run.number) == 5_000
    async with running(database) as (store, _):
        assert await store.runs.last_alive_ms(1) == 5_000


async def test_a_run_that_ended_lasted_until_its_end(database: Database) -> None:
    async with running(database) as (store, run):
        store.heartbeats.beat(run.number, 1_234)
        await store.runs.end(run.number, 5_678)
        assert await store.runs.last_alive_ms(run.number) == 5_678
    async with running(database) as (store, _):
        assert await store.runs.last_alive_ms(1) == 5_678


async def test_a_turn_begun_after_the_last_heartbeat_lasted_no_time(database: Database) -> None:
    async with running(database) as (store, run):
        game = await (await Game(store, run=run.number).create()).start()
        await game.move(after=7_000)
        store.heartbeats.beat(run.number, 6_990)
    async with running(database) as (store, _):
        assert await store.runs.lasted(1, "game1", 7_000) == 0


async def test_the_duration_of_a_turn_is_measured_from_its_move(database: Database) -> None:
    async with running(database) as (store, run):
        store.heartbeats.began("game1", None)
        with store.heartbeats.storing("game1", 7_000):
            store.heartbeats.beat(run.number, 7_050)
        store.heartbeats.beat(run.number, 7_200)
        assert await store.runs.lasted(run.number, "game1", 7_500) == 0
    async with running(database) as (store, _):
        assert await store.runs.lasted(1, "game1", 7_000) == 200
        assert await store.runs.lasted(1, "game1", 7_500) == 0


async def test_a_heartbeat_of_an_older_run_is_ignored(database: Database) -> None:
    async with running(database) as (store, run):
        store.heartbeats.beat(run.number, 9_000)
    async with running(database):
        pass  # it crashed before its first heartbeat
    async with running(database) as (store, run):
        assert run.previous == 2
        assert await store.runs.last_alive_ms(2) == 0
        assert await store.runs.last_alive_ms(1) == 9_000


async def test_an_unknown_run_lasted_no_time(database: Database) -> None:
    async with running(database) as (store, _):
        assert await store.runs.last_alive_ms(77) == 0


async def crash_in(database: Database, game: str, ply: int) -> None:
    """A run that crashes while the rules of a room are running."""
    async with running(database) as (store, run):
        store.heartbeats.mark(run.number, game, ply)


async def crashes(database: Database, game: str) -> int:
    """The number of crashes that count against the room."""
    async with running(database) as (store, _):
        return await store.log.crashes_in(game)


async def test_crashes_in_a_room_are_counted(database: Database) -> None:
    async with running(database) as (store, _):
        await (await Game(store).create()).start()
        assert await store.log.crashes_in("game1") == 0
    for expected in (1, 2):
        await crash_in(database, "game1", 0)
        async with running(database) as (store, run):
            assert run.crashed_in == "game1"
            assert await store.log.crashes_in("game1") == expected
            assert await store.log.crashes_in("game2") == 0


async def test_a_room_with_later_events_did_not_cause_the_crash(database: Database) -> None:
    async with running(database) as (store, run):
        game = await (await Game(store, run=run.number).create()).start()
    await crash_in(database, "game1", 0)
    assert await crashes(database, "game1") == 1
    async with running(database) as (store, run):
        game.store, game.run = store, run.number
        await game.move()
    assert await crashes(database, "game1") == 0
    await crash_in(database, "game1", 1)
    assert await crashes(database, "game1") == 1


async def test_a_removed_mark_is_not_a_crash(database: Database) -> None:
    async with running(database) as (store, run):
        await (await Game(store).create()).start()
        store.heartbeats.mark(run.number, "game1", 0)
        store.heartbeats.unmark()
    assert await crashes(database, "game1") == 0


async def test_a_crash_mark_is_counted_once(database: Database) -> None:
    async with running(database) as (store, _):
        await (await Game(store).create()).start()
    await crash_in(database, "game1", 0)
    for _ in range(3):
        assert await crashes(database, "game1") == 1


async def test_a_mark_of_an_older_run_is_ignored(database: Database) -> None:
    async with running(database) as (store, run):
        await (await Game(store).create()).start()
        store.heartbeats.mark(run.number - 1, "game1", 0)
    assert await crashes(database, "game1") == 0

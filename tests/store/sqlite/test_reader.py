"""Reads: each has one snapshot, cannot write, and is bounded in time."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from zeitnot_server.store import GameFilter, SlowRead
from zeitnot_server.store.sqlite.reader import SECONDS, Reader
from zeitnot_server.store.sqlite.store import SqliteStore

from ..full_records import record_of
from ..playing import Game

ENDLESS = text(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
)
COUNT = text("SELECT count(*) FROM game")


async def test_a_snapshot_does_not_see_later_writes(store: SqliteStore) -> None:
    await Game(store, "game1").create()
    async with store._reader.snapshot() as session:
        assert await session.scalar(COUNT) == 1
        await Game(store, "game2").create()
        assert await session.scalar(COUNT) == 1
    async with store._reader.snapshot() as session:
        assert await session.scalar(COUNT) == 2


async def test_a_reader_cannot_write(store: SqliteStore) -> None:
    async with store._reader.snapshot() as session:
        with pytest.raises(OperationalError, match="readonly"):
            await session.execute(text("DELETE FROM game"))


async def test_an_endless_read_is_interrupted(store: SqliteStore, path: Path) -> None:
    reader = Reader(path, seconds=0.05)
    for _ in range(6):  # more reads than connections
        with pytest.raises(SlowRead):
            await read_endlessly(reader)
    reader._seconds = SECONDS  # the next read may take longer
    async with reader.snapshot() as session:
        assert await session.scalar(COUNT) == 0
    await reader.close()


async def test_an_idle_snapshot_is_closed(store: SqliteStore, path: Path) -> None:
    reader = Reader(path, seconds=0.05)
    with pytest.raises(SlowRead):
        await hold_snapshot(reader)
    await reader.close()


async def read_endlessly(reader: Reader) -> None:
    """Runs a statement that does not end."""
    async with reader.snapshot() as session:
        await session.scalar(ENDLESS)


async def hold_snapshot(reader: Reader) -> None:
    """Reads once, and then keeps the snapshot open."""
    async with reader.snapshot() as session:
        await session.scalar(COUNT)
        await asyncio.Event().wait()


async def test_many_reads_wait_for_a_connection(store: SqliteStore) -> None:
    await Game(store).create()
    result = await asyncio.gather(*(store.log.load("game1") for _ in range(40)))
    assert all(result)


async def test_a_cancelled_read_releases_its_connection(store: SqliteStore) -> None:
    for _ in range(6):
        reading = asyncio.ensure_future(record_of(store, "game1"))
        await asyncio.sleep(0)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
    assert await record_of(store, "game1") is None


async def test_a_text_that_is_not_utf_8_hides_no_other_game(store: SqliteStore) -> None:
    for game in ("game1", "game2"):
        await Game(store, game).create()
    await store.write(
        lambda c: c.execute("UPDATE game SET position = CAST(x'ff41' AS TEXT) WHERE id = 'game1'")
    )
    page = await store.games.page(GameFilter())
    assert {game.id for game in page.games} == {"game1", "game2"}

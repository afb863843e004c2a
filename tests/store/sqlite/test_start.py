"""The cost of a start does not depend on the number of open games.

The tests count steps of SQLite's virtual machine, which are the same on every computer.
"""

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from zeitnot_server import books
from zeitnot_server.rooms.room import Phase
from zeitnot_server.store.filters import GameFilter
from zeitnot_server.store.sqlite.connect import connect
from zeitnot_server.store.sqlite.log.tail import LogConnection
from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import ANN, Game, rules_for
from .many import copy_game

STEPS = 10  # the progress handler is called after this many steps


class MeteredConnection(LogConnection):
    """A connection on which a store cannot replace the progress handler."""

    def set_progress_handler(self, *_: Any) -> None:
        """Does nothing."""


class Meter:
    """Counts the steps that SQLite takes for a store."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.steps = 0

    def _tick(self) -> int:
        self.steps += STEPS
        return 0

    def connect_writer(self) -> Any:
        connection = connect(self.path)
        connection.set_progress_handler(self._tick, STEPS)
        return connection

    async def open(self) -> SqliteStore:
        store = await SqliteStore.open(
            self.path,
            rules_for,
            connect_writer=self.connect_writer,
            connect_lookup=self.connect_lookup,
        )
        event.listen(store._reader._engine.sync_engine, "connect", self._meter_reader)
        return store

    def connect_lookup(self) -> LogConnection:
        connection = MeteredConnection(f"file:{self.path}?mode=ro", uri=True, isolation_level=None)
        sqlite3.Connection.set_progress_handler(connection, self._tick, STEPS)
        return connection

    def _meter_reader(self, connection: Any, _record: Any) -> None:
        connection.run_async(lambda raw: raw.set_progress_handler(self._tick, STEPS))


async def start(path: Path) -> int:
    """Starts a store as a server does, and loads one game; returns the number of steps."""
    meter = Meter(path)
    store = await meter.open()
    await store.runs.begin()
    assert await books.index_missed(store, lambda game, error: None) == 0
    loaded = await store.log.load("game1")
    assert loaded is not None
    assert loaded.room.phase is Phase.RUNNING
    await store.close()
    return meter.steps


@pytest.fixture
async def database(path: Path) -> Path:
    """A database with one running game."""
    store = await SqliteStore.open(path, rules_for)
    run = await store.runs.begin()
    game = await (await Game(store, run=run.number, heap=100).create()).start()
    for _ in range(20):
        await game.move()
    await store.close()
    return path


async def test_ten_thousand_open_games_do_not_delay_a_start(database: Path) -> None:
    few, many = database.with_name("few.db"), database.with_name("many.db")
    for path, count in ((few, 100), (many, 10_000)):
        shutil.copy(database, path)
        copy_game(path, "game1", count)
    few_steps, many_steps = await start(few), await start(many)
    assert few_steps > 100
    assert many_steps < 1.2 * few_steps


async def test_each_of_ten_thousand_games_is_found(database: Path) -> None:
    copy_game(database, "game1", 10_000)
    store = await SqliteStore.open(database, rules_for)
    await store.runs.begin()
    count = "SELECT count(*) FROM game WHERE state = 'running'"
    assert await store.write(lambda c: c.execute(count).fetchone()) == (10_001,)
    assert len(await store.games.unfinished_of(ANN.account)) == 200
    page = await store.games.page(GameFilter(state="running", limit=50))
    assert len(page.games) == 50
    for number in (1, 5_000, 10_000):
        loaded = await store.log.load(f"game1x{number}")
        assert loaded is not None
        assert (loaded.room.ply, loaded.room.phase) == (20, Phase.RUNNING)
    await store.close()


async def test_an_accounts_games_are_looked_up_by_index(database: Path) -> None:
    copy_game(database, "game1", 10_000)
    meter = Meter(database)
    store = await meter.open()
    assert await store.games.unfinished_of("somebody") == []
    assert meter.steps < 1_000
    await store.close()

"""Fixtures of the contract tests: a database and a store of each implementation."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Actor, Invitation
from zeitnot_server.store import Store
from zeitnot_server.store.address import Address

from ...postgres_databases import Databases
from ..playing import ANN, BOB, Game
from .implementations import IMPLEMENTATIONS, POSTGRESQL, SQLITE, Database

CYD = Actor("cyd3", "Cyd")


@pytest.fixture(params=IMPLEMENTATIONS, ids=lambda implementation: implementation.name)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty database of each implementation."""
    if request.param is SQLITE:
        yield Database(SQLITE, tmp_path / "zeitnot.db", tmp_path)
        return
    databases: Databases = request.getfixturevalue("postgresql_databases")
    with databases.lent() as url:
        yield Database(POSTGRESQL, Address(url), tmp_path)


@pytest.fixture
async def store(database: Database) -> AsyncIterator[Store]:
    """A new store, closed afterwards."""
    async with database.open() as store:
        yield store


@pytest.fixture
async def store_with_games(store: Store) -> Store:
    """Ann wins, loses by resignation, draws, aborts; one game is running, one open."""
    won = await (await Game(store, "won1", created_at=1_000).create()).start()
    await won.play_moves("2", "1", "1")
    lost = Game(store, "lost1", created_at=2_000, players=(BOB, ANN))
    await (await lost.create()).start()
    await lost.do(1, lost.command(p.Resign))
    drawn = await (await Game(store, "drawn1", created_at=3_000).create()).start()
    await drawn.do(1, drawn.command(p.Draw, action="offer"))
    await drawn.do(0, drawn.command(p.Draw, action="accept"))
    aborted = await (await Game(store, "aborted1", created_at=4_000).create()).start()
    await aborted.do(0, aborted.command(p.Abort))
    running = Game(store, "running1", created_at=5_000, players=(CYD, BOB))
    await (await running.create()).start()
    invited = Invitation(BOB.account, BOB.name, True, 2)
    await Game(store, "open1", created_at=6_000, invitations=(None, invited)).create()
    return store

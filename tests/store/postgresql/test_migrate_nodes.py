"""Migrations while nodes run: only those that declare `nodes_may_run` are applied."""

import asyncio
import itertools
import shutil
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from zeitnot_server.store import SchemaError
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import PostgresqlStore, migrate
from zeitnot_server.store.postgresql.base import blocking
from zeitnot_server.store.postgresql.migrate import upgrade_async
from zeitnot_server.store.postgresql.nodes import running
from zeitnot_server.store.sql import migrations

from .conftest import Open

NEWEST = migrations.newest_revision()
MIGRATION = """
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "{revision}", "{before}", None, None
nodes_may_run = {nodes_may_run}
def upgrade():
    op.add_column("event", sa.Column("extra{revision}", sa.Text(), nullable=True))
"""
COUNT_LOCK_WAITS = """SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'"""
AddMigrations = Callable[..., None]


@pytest.fixture
def add_migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AddMigrations:
    """Adds migrations after the newest one. Each argument: whether nodes may run during it."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrations.directory(), folder, ignore=shutil.ignore_patterns("__pycache__"))

    def add(*steps: bool) -> None:
        before = NEWEST
        for number, nodes_may_run in enumerate(steps, 9001):
            text = MIGRATION.format(revision=number, before=before, nodes_may_run=nodes_may_run)
            (folder / f"versions/{number}.py").write_text(text)
            before = f"{number}"
        monkeypatch.setattr(migrations, "directory", lambda: folder)

    return add


async def beat(store: PostgresqlStore) -> None:
    """Writes heartbeats, like a server."""
    for ms in itertools.count(1):
        store.heartbeats.beat(store.runs.number, ms)
        await asyncio.sleep(0.01)


async def test_nodes_continue_during_a_compatible_migration(
    address: Address, node: Open, add_migrations: AddMigrations
) -> None:
    async with node("a") as a:
        add_migrations(True, True)
        assert (await upgrade_async(address)).after == "9002"
        await a.ping()
        async with node("b"):
            assert [other.node.name for other in await a.nodes.others()] == ["b"]


async def test_an_incompatible_migration_is_refused_while_nodes_run(
    address: Address, node: Open, add_migrations: AddMigrations
) -> None:
    async with node("a") as a:
        add_migrations(False, True)
        async with asyncio.TaskGroup() as tasks:
            heartbeats = tasks.create_task(beat(a))
            with pytest.raises(SchemaError, match=r"\d+ to 9002\)\. Stop these nodes first: a\.$"):
                await asyncio.to_thread(migrate.upgrade, address)
            heartbeats.cancel()
        await a.ping()
    assert (await upgrade_async(address)).before == NEWEST


async def test_a_node_whose_clock_has_stopped_counts_as_running(
    address: Address, node: Open, add_migrations: AddMigrations
) -> None:
    """While a transaction hangs, the time in the heartbeat row stands still, but the row is
    written."""
    async with node("a") as a:
        add_migrations(False)
        with pytest.raises(SchemaError, match=r"Stop these nodes first: a\.$"):
            await asyncio.to_thread(migrate.upgrade, address)
        await a.ping()


async def test_a_dead_nodes_lease_is_ended(address: Address) -> None:
    connection = await asyncpg.connect(address.url)
    await connection.execute(
        "INSERT INTO run (number, started_at, alive_ms, node) VALUES (1, 1, 0, 'dead');"
        " INSERT INTO lease (run, node) VALUES (1, 'dead');"
        " INSERT INTO node_clock (run, ms) VALUES (1, 70)"
    )
    with blocking.connected(address, "test") as upgrading:
        assert running.revoke_unless_running(upgrading, 0.01, lambda seconds: None) == []
    row = await connection.fetchrow("SELECT ended, ended_ms FROM lease")
    await connection.close()
    assert tuple(row) == (True, 70)


async def test_no_lease_is_ended_if_one_of_two_nodes_returns(
    address: Address,
) -> None:
    """It returns at the last moment, while revoking its lease waits for one of its commits."""
    connection = await asyncpg.connect(address.url)
    await connection.execute(
        "INSERT INTO run (number, started_at, alive_ms, node)"
        " VALUES (1, 1, 0, 'a'), (2, 1, 0, 'b');"
        " INSERT INTO lease (run, node) VALUES (1, 'a'), (2, 'b');"
        " INSERT INTO node_clock (run, ms) VALUES (1, 70), (2, 70)"
    )
    lock = connection.transaction()
    await lock.start()
    await connection.execute("SELECT FROM lease WHERE run = 2 FOR SHARE")
    with blocking.connected(address, "test") as upgrading:
        names = asyncio.create_task(
            asyncio.to_thread(running.revoke_unless_running, upgrading, 0.01, lambda seconds: None)
        )
        while not await connection.fetchval(COUNT_LOCK_WAITS):
            pass
        await connection.execute("UPDATE node_clock SET ms = 71 WHERE run = 2")
        await lock.commit()
        assert await names == ["b"]
    assert await connection.fetchval("SELECT count(*) FROM lease WHERE ended") == 0
    await connection.close()

"""Commits while the synchronous standby is missing."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from zeitnot_server.store import ReadFailed, WriteFailed
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql.base.connection import connect
from zeitnot_server.store.postgresql.base.damage import Damage
from zeitnot_server.store.postgresql.writing.writer import Writer

from ..playing import Game
from ..store_events import on_trouble
from .conftest import Open

Raw = Any  # asyncpg.Connection
STANDBY_WAITS = """SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND wait_event = 'SyncRep'"""

_COMMIT = "SELECT pg_logical_emit_message(true, 'test', '')"


class Operator:
    """The operator's session, whose commits do not wait for the standby. `other`: one whose commits
    wait."""

    def __init__(self, session: Raw, other: Raw) -> None:
        self.session, self._other = session, other

    @contextlib.asynccontextmanager
    async def no_standby(self) -> AsyncIterator[None]:
        """Makes every COMMIT wait for a standby that does not exist."""
        await self.session.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        await self.session.fetchval("SELECT pg_reload_conf()")
        try:
            await self._wait_until_in_force()
            yield
        finally:
            await self.session.execute("ALTER SYSTEM RESET synchronous_standby_names")
            await self.session.fetchval("SELECT pg_reload_conf()")

    async def _wait_until_in_force(self) -> None:
        """Waits until commits really wait: PostgreSQL applies the setting with a delay."""
        is_in_force = False
        while not is_in_force:
            commit = asyncio.create_task(self._other.execute(_COMMIT))
            while not commit.done() and not is_in_force:
                is_in_force = bool(await self.session.fetch(STANDBY_WAITS))
        await self.cancel(await self.waiting())
        await commit

    async def waiting(self, except_pid: int = 0) -> int:
        """Waits until a process of PostgreSQL, except `except_pid`, waits for a standby; returns
        its id."""
        async with asyncio.timeout(10):
            while True:
                for row in await self.session.fetch(STANDBY_WAITS):
                    if row["pid"] != except_pid:
                        return int(row["pid"])

    async def cancel(self, pid: int) -> None:
        await self.session.fetchval("SELECT pg_cancel_backend($1)", pid)

    async def events(self) -> int:
        """The number of stored events, as every session sees them."""
        return int(await self.session.fetchval("SELECT count(*) FROM event"))


@pytest.fixture
async def operator(address: Address) -> AsyncIterator[Operator]:
    session = await asyncpg.connect(address.url, server_settings={"synchronous_commit": "local"})
    other = await asyncpg.connect(address.url, server_settings={"synchronous_commit": "on"})
    try:
        yield Operator(session, other)
    finally:
        await session.close()
        await other.close()


async def test_a_commit_without_the_standby_is_not_acknowledged(
    node: Open, operator: Operator
) -> None:
    """If the wait for the standby is cancelled, PostgreSQL reports success, with a warning."""
    async with node() as store:
        game = await (await Game(store, run=store.runs.number).create()).start()
        count = await operator.events()
        recovered = asyncio.Event()
        on_trouble(store.events, lambda trouble: None if trouble else recovered.set())
        async with operator.no_standby():
            move = asyncio.create_task(game.move("1"))
            pid = await operator.waiting()
            assert await operator.events() == count
            assert not move.done()
            await operator.cancel(pid)
            with pytest.raises(WriteFailed, match="not known"):
                await move
            assert await operator.events() == count + 1
            with pytest.raises(ReadFailed, match="not known"):  # the probe waits as well
                await store.log.entries("game1")
            await operator.cancel(await operator.waiting(except_pid=pid))
            with pytest.raises(ReadFailed, match="not known"):
                await store.log.entries("game1")
            assert store.read_only_reason is not None
        await asyncio.wait_for(recovered.wait(), 10)
        assert len(await store.log.entries("game1")) == count + 1


async def test_waiting_probes_do_not_accumulate_connections(
    address: Address, operator: Operator
) -> None:
    """Each probe would hold a connection of the database until the standby is back."""
    opened_count, several_probes = 0, asyncio.Event()

    async def open_connection() -> Raw:
        nonlocal opened_count
        opened_count += 1
        if opened_count == 8:  # the connection of the write, and those of several probes
            several_probes.set()
        return await connect(address, "probing", command_s=0.05)

    writer = Writer(open_connection, Damage())
    try:
        async with operator.no_standby():
            with pytest.raises(WriteFailed):
                await writer.write(lambda c: c.execute("CREATE TABLE waits ()"))
            await asyncio.wait_for(several_probes.wait(), 30)
            held = await operator.session.fetch(
                STANDBY_WAITS + " AND application_name = 'zeitnot probing'"
            )
            assert len(held) <= 3, "the connection of the write and those of the newest probes"
    finally:
        await writer.close()

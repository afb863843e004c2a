"""The writer while its synchronous standby is missing."""

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
from ..told import on_trouble
from .conftest import Open

Raw = Any  # asyncpg.Connection
WAITING = """SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND wait_event = 'SyncRep'"""

_COMMIT = "SELECT pg_logical_emit_message(true, 'test', '')"


class Operator:
    """A psql session whose own commits do not wait. `other`: a connection whose commits wait."""

    def __init__(self, own: Raw, other: Raw) -> None:
        self.own, self._other = own, other

    @contextlib.asynccontextmanager
    async def no_standby(self) -> AsyncIterator[None]:
        """In this context every COMMIT waits for a standby that does not exist."""
        await self.own.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        await self.own.fetchval("SELECT pg_reload_conf()")
        try:
            await self._until_in_force()
            yield
        finally:
            await self.own.execute("ALTER SYSTEM RESET synchronous_standby_names")
            await self.own.fetchval("SELECT pg_reload_conf()")

    async def _until_in_force(self) -> None:
        """The process that makes commits wait reads its settings with a delay."""
        is_in_force = False
        while not is_in_force:
            commit = asyncio.create_task(self._other.execute(_COMMIT))
            while not commit.done() and not is_in_force:
                is_in_force = bool(await self.own.fetch(WAITING))
        await self.cancel(await self.waiting())
        await commit

    async def waiting(self, but: int = 0) -> int:
        """Waits until a process of PostgreSQL waits for a standby; returns it. Not this session."""
        async with asyncio.timeout(10):
            while True:
                for row in await self.own.fetch(WAITING):
                    if row["pid"] != but:
                        return int(row["pid"])

    async def cancel(self, pid: int) -> None:
        await self.own.fetchval("SELECT pg_cancel_backend($1)", pid)

    async def events(self) -> int:
        """The number of events that all sessions see."""
        return int(await self.own.fetchval("SELECT count(*) FROM event"))


@pytest.fixture
async def operator(address: Address) -> AsyncIterator[Operator]:
    own = await asyncpg.connect(address.url, server_settings={"synchronous_commit": "local"})
    other = await asyncpg.connect(address.url, server_settings={"synchronous_commit": "on"})
    try:
        yield Operator(own, other)
    finally:
        await own.close()
        await other.close()


async def test_a_commit_whose_wait_for_the_standby_is_cancelled_is_not_acknowledged(
    node: Open, operator: Operator
) -> None:
    """PostgreSQL reports such a COMMIT as successful, with a warning."""
    async with node() as store:
        game = await (await Game(store, run=store.runs.number).create()).start()
        known = await operator.events()
        recovered = asyncio.Event()
        on_trouble(store.events, lambda trouble: None if trouble else recovered.set())
        async with operator.no_standby():
            move = asyncio.create_task(game.move("1"))
            pid = await operator.waiting()
            assert await operator.events() == known
            assert not move.done()
            await operator.cancel(pid)
            with pytest.raises(WriteFailed, match="not known"):
                await move
            assert await operator.events() == known + 1
            with pytest.raises(ReadFailed, match="not known"):  # the probe waits as well
                await store.log.entries("game1")
            await operator.cancel(await operator.waiting(but=pid))
            with pytest.raises(ReadFailed, match="not known"):
                await store.log.entries("game1")
            assert store.read_only_reason is not None
        await asyncio.wait_for(recovered.wait(), 10)
        assert len(await store.log.entries("game1")) == known + 1


async def test_probes_that_wait_for_the_standby_do_not_pile_up(
    address: Address, operator: Operator
) -> None:
    """Each would hold a connection of the database until the standby is back."""
    began, enough = 0, asyncio.Event()

    async def opened() -> Raw:
        nonlocal began
        began += 1
        if began == 8:  # the write's own, and some of probes
            enough.set()
        return await connect(address, "probing", command_s=0.05)

    writer = Writer(opened, Damage())
    try:
        async with operator.no_standby():
            with pytest.raises(WriteFailed):
                await writer.write(lambda c: c.execute("CREATE TABLE waits ()"))
            await asyncio.wait_for(enough.wait(), 30)
            held = await operator.own.fetch(WAITING + " AND application_name = 'zeitnot probing'")
            assert len(held) <= 3, "the write's own, and the newest probes'"
    finally:
        await writer.close()

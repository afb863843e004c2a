"""The beginning of a node's run."""

import asyncio

from zeitnot_server.store.postgresql import PostgresqlStore

from .conftest import Open
from .looking import heartbeat


async def test_a_lease_is_renewed_during_a_slow_start(node: Open) -> None:
    async with node("b") as b:
        other = await b._opened(" other")
        lock = other.transaction()
        await lock.start()
        await other.execute("LOCK TABLE account IN EXCLUSIVE MODE")
        await other.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        starting = asyncio.create_task(_start(node))
        async with asyncio.timeout(10):
            while not (run := await _newest_run(b)) > b.runs.number:
                assert not starting.done()
            first = await heartbeat(b, run)
            while await heartbeat(b, run) == first:
                assert not starting.done(), "the start did not wait for the locked table"
        await lock.rollback()
        await other.close()
        await starting


async def _start(node: Open) -> None:
    async with node("a"):
        pass


async def _newest_run(store: PostgresqlStore) -> int:
    query = "SELECT max(run) FROM lease"
    number: int = await store._lookup.ask(lambda c: c.execute(query).fetchone()[0])
    return number

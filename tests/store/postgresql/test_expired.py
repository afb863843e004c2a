"""The time after which a lease counts as expired. Only expired leases are ended."""

import asyncio
from collections.abc import Callable

from zeitnot_server.store.postgresql import PostgresqlStore
from zeitnot_server.store.postgresql.nodes import leases
from zeitnot_server.store.sql.base.connection import Connection

from .conftest import Open
from .looking import heartbeat, other_nodes

_BEAT = "UPDATE node_clock SET ms = ms + 1 WHERE run = $1"


async def test_frequent_polling_does_not_end_a_lease_earlier(node: Open) -> None:
    """The polling node's heartbeat, which shows that the database accepts writes, may be less
    frequent than its polls."""
    async with node("a") as a, node("b") as b:
        now_s = [100.0]
        b.nodes._monotonic_s = lambda: now_s[0]
        await a._heartbeat_row.close()
        assert await other_nodes(b) == ["a"]
        await b._heartbeat_row.close()
        connection = await b._opened(" own")
        for _ in range(59):  # polls every 10 ms; every fifth follows a new heartbeat
            for _ in range(4):
                now_s[0] += 0.01
                assert len(await b.nodes.others()) == 1
            now_s[0] += 0.01
            await connection.execute(_BEAT, b.runs.number)
            assert len(await b.nodes.others()) == 1
        now_s[0] += 0.05
        await connection.execute(_BEAT, b.runs.number)
        assert await b.nodes.others() == []
        await connection.close()


async def test_time_without_writes_hardly_counts_at_any_polling_rate(node: Open) -> None:
    """For ten seconds the database accepts no writes, but answers."""
    async with node("a") as a, node("b") as b:
        now_s = [100.0]
        b.nodes._monotonic_s = lambda: now_s[0]
        await a._heartbeat_row.close()
        assert await other_nodes(b) == ["a"]
        await b._heartbeat_row.close()
        for _ in range(20):
            now_s[0] += 0.5
            assert len(await b.nodes.others()) == 1
        connection = await b._opened(" own")
        await connection.execute(_BEAT, b.runs.number)
        await connection.close()
        assert len(await b.nodes.others()) == 1


async def test_a_heartbeat_during_revocation_keeps_the_lease(node: Open) -> None:
    """Revoking a lease waits for the commits of its run, which may take a while."""
    async with node("a") as a, node("b") as b:
        run = a.runs.number
        await a._heartbeat_row.close()
        seen = await heartbeat(b, run)
        raw = await a._writer._connection.open()
        async with raw.transaction():
            await raw.execute("SELECT 1 FROM lease WHERE run = $1 FOR SHARE", run)
            end = asyncio.create_task(b.write(lambda c: leases.end_expired(c, run, seen)))
            await _wait_for_lock_wait(b)
            await raw.execute(_BEAT, run)
        assert await end is False
        await a.accounts.create_guest("Ann")


async def _wait_for_lock_wait(store: PostgresqlStore) -> None:
    query = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'"""
    async with asyncio.timeout(10):
        while not await store._lookup.ask(lambda c: c.execute(query).fetchone()[0]):
            pass


async def test_a_node_that_returns_in_time_stays_among_the_others(node: Open) -> None:
    """Its heartbeat arrives just before its lease would be revoked."""
    async with node("a") as a, node("b") as b:
        times = iter([100.0, 101.0, 102.0, 103.0, 104.0])
        b.nodes._monotonic_s = lambda: next(times)
        await a._heartbeat_row.close()
        for _ in range(3):
            assert await other_nodes(b) == ["a"]
        without_lease = b.nodes._without_lease

        async def beat_first(end: Callable[[Connection], bool]) -> bool:
            await b.write(lambda c: c.execute(_BEAT.replace("$1", "?"), (a.runs.number,)))
            return await without_lease(end)

        b.nodes._without_lease = beat_first
        assert await other_nodes(b) == ["a"]
        assert await other_nodes(b) == ["a"]


async def test_a_node_whose_lease_was_ended_is_not_among_the_others(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        times = iter([100.0, 101.0, 102.0, 103.0])
        b.nodes._monotonic_s = lambda: next(times)
        await a._heartbeat_row.close()
        for _ in range(3):
            assert await other_nodes(b) == ["a"]
        without_lease = b.nodes._without_lease

        async def end_first(end: Callable[[Connection], bool]) -> bool:
            await b.write(lambda c: leases.end(c, a.runs.number))
            return await without_lease(end)

        b.nodes._without_lease = end_first
        assert await other_nodes(b) == []

"""When a lease counts as expired, and that only expired leases are ended."""

import asyncio
from collections.abc import Callable

from zeitnot_server.store.postgresql import PostgresqlStore
from zeitnot_server.store.postgresql.nodes import leases
from zeitnot_server.store.sql.base.connection import Connection

from .conftest import Open
from .looking import heartbeat, looks

_BEAT = "UPDATE node_clock SET ms = ms + 1 WHERE run = $1"


async def test_frequent_looks_notice_a_dead_node_at_the_same_time(node: Open) -> None:
    """Also if its own heartbeat, which shows that the database accepts writes, comes less often."""
    async with node("a") as a, node("b") as b:
        now_s = [100.0]
        b.nodes._monotonic_s = lambda: now_s[0]
        await a._heartbeat_row.close()
        assert await looks(b) == ["a"]
        await b._heartbeat_row.close()
        own = await b._opened(" own")
        for _ in range(59):  # looks at 10 ms intervals, of which every fifth sees a new heartbeat
            for _ in range(4):
                now_s[0] += 0.01
                assert len(await b.nodes.others()) == 1
            now_s[0] += 0.01
            await own.execute(_BEAT, b.runs.number)
            assert len(await b.nodes.others()) == 1
        now_s[0] += 0.05
        await own.execute(_BEAT, b.runs.number)
        assert await b.nodes.others() == []
        await own.close()


async def test_time_without_writes_counts_little_for_any_frequency_of_looks(node: Open) -> None:
    """For ten seconds the database accepts no writes, but answers."""
    async with node("a") as a, node("b") as b:
        now_s = [100.0]
        b.nodes._monotonic_s = lambda: now_s[0]
        await a._heartbeat_row.close()
        assert await looks(b) == ["a"]
        await b._heartbeat_row.close()
        for _ in range(20):
            now_s[0] += 0.5
            assert len(await b.nodes.others()) == 1
        own = await b._opened(" own")
        await own.execute(_BEAT, b.runs.number)
        await own.close()
        assert len(await b.nodes.others()) == 1


async def test_a_heartbeat_while_the_end_waits_keeps_the_lease(node: Open) -> None:
    """The end of a lease waits for the commits of its run, which may take a while."""
    async with node("a") as a, node("b") as b:
        run = a.runs.number
        await a._heartbeat_row.close()
        seen = await heartbeat(b, run)
        raw = await a._writer._connection.open()
        async with raw.transaction():
            await raw.execute("SELECT 1 FROM lease WHERE run = $1 FOR SHARE", run)
            end = asyncio.create_task(b.write(lambda c: leases.end_expired(c, run, seen)))
            await _until_one_waits(b)
            await raw.execute(_BEAT, run)
        assert await end is False
        await a.accounts.create_guest("Ann")


async def _until_one_waits(store: PostgresqlStore) -> None:
    query = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'"""
    async with asyncio.timeout(10):
        while not await store._lookup.ask(lambda c: c.execute(query).fetchone()[0]):
            pass


async def test_a_node_that_keeps_its_lease_is_shown(node: Open) -> None:
    """It has just come back."""
    async with node("a") as a, node("b") as b:
        times = iter([100.0, 101.0, 102.0, 103.0, 104.0])
        b.nodes._monotonic_s = lambda: next(times)
        await a._heartbeat_row.close()
        for _ in range(3):
            assert await looks(b) == ["a"]
        ends = b.nodes._without_lease

        async def come_back(end: Callable[[Connection], bool]) -> bool:
            await b.write(lambda c: c.execute(_BEAT.replace("$1", "?"), (a.runs.number,)))
            return await ends(end)

        b.nodes._without_lease = come_back
        assert await looks(b) == ["a"]
        assert await looks(b) == ["a"]


async def test_a_lease_that_another_node_has_ended_is_not_shown(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        times = iter([100.0, 101.0, 102.0, 103.0])
        b.nodes._monotonic_s = lambda: next(times)
        await a._heartbeat_row.close()
        for _ in range(3):
            assert await looks(b) == ["a"]
        ends = b.nodes._without_lease

        async def second(end: Callable[[Connection], bool]) -> bool:
            await b.write(lambda c: leases.end(c, a.runs.number))
            return await ends(end)

        b.nodes._without_lease = second
        assert await looks(b) == []

"""The duration of a run whose node could not reach the database at the end. Players are charged
only for time in which moves could be stored."""

import asyncio
from pathlib import Path

import pytest

from zeitnot_server.store import ReadOnly, WriteFailed
from zeitnot_server.store.address import Address
from zeitnot_server.store.heartbeat_file import Heartbeat, HeartbeatFile
from zeitnot_server.store.postgresql import PostgresqlStore
from zeitnot_server.store.postgresql.base.connection import IDLE_SECONDS
from zeitnot_server.store.postgresql.nodes import leases
from zeitnot_server.store.postgresql.nodes.heartbeat_row import HeartbeatRow
from zeitnot_server.store.postgresql.nodes.nodes import LEASE_SECONDS
from zeitnot_server.store.postgresql.nodes.runs import MAX_LATE, NodeHeartbeats

from ..playing import Game
from ..store_events import on_lease_lost, on_trouble
from .conftest import Open
from .looking import other_nodes


async def write_heartbeat(by: PostgresqlStore, of: PostgresqlStore, ms: int) -> None:
    """Writes the heartbeat row of a node, as the node itself does. This needs no lease."""
    run = of.runs.number
    await by.write(lambda c: c.execute("UPDATE node_clock SET ms = ? WHERE run = ?", (ms, run)))


async def test_a_heartbeat_after_the_leases_end_does_not_count(node: Open) -> None:
    """A disconnected node keeps writing heartbeats until it notices the end of its lease; players
    in its rooms are not charged for that time."""
    async with node("a") as a, node("b") as b:
        await a._heartbeat_row.close()
        await write_heartbeat(b, a, 5_000)
        await b.write(lambda c: leases.end(c, a.runs.number))
        await write_heartbeat(b, a, 15_000)
        assert await b.runs.last_alive_ms(a.runs.number) == 5_000


async def test_the_heartbeat_file_counts_unless_another_node_ended_the_lease(node: Open) -> None:
    async with node("b") as b:
        async with node("a") as a:
            run = a.runs.number
            await a._heartbeat_row.close()
            await write_heartbeat(b, a, 5_000)
            a.heartbeats.beat(run, 5_040)
            a.runs.number = 0  # closes as if killed
        async with node("a"):
            assert await b.runs.last_alive_ms(run) == 5_040


async def test_the_heartbeat_file_is_ignored_after_another_node_ended_the_lease(
    node: Open,
) -> None:
    async with node("b") as b:
        async with node("a") as a:
            run = a.runs.number
            await a._heartbeat_row.close()
            await write_heartbeat(b, a, 5_000)
            a.heartbeats.beat(run, 5_040)
            await b.write(lambda c: leases.end(c, run))
        async with node("a"):
            assert await b.runs.last_alive_ms(run) == 5_000


async def test_time_without_the_database_before_a_death_is_not_charged(node: Open) -> None:
    """The heartbeat file was written all the time, but no move could be played."""
    async with node("b") as b:
        async with node("a") as a:
            run = a.runs.number
            await a._heartbeat_row.close()
            await write_heartbeat(b, a, 5_000)
            a.heartbeats.beat(run, 9_000)
            a.runs.number = 0  # closes as if killed
        async with node("a"):
            assert await b.runs.last_alive_ms(run) == 5_000


async def test_giving_up_the_lease_reports_no_trouble(node: Open) -> None:
    async with node("a") as a:
        received: list[object] = []
        on_trouble(a.events, received.append)
        on_lease_lost(a.events, lambda: received.append("ended"))
        await a.runs.end(a.runs.number, 1_000)
        for _ in range(2):
            with pytest.raises(ReadOnly, match="this node has ended its lease"):
                await Game(a, run=a.runs.number).create()
        assert received == []


async def test_slow_polling_also_detects_a_dead_node(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        times = iter(100.0 + 2.0 * poll for poll in range(20))
        b.nodes._monotonic_s = lambda: next(times)
        await a._heartbeat_row.close()
        count = 1
        while await other_nodes(b):
            count += 1
        assert count == 7  # half a second of each pause counts


async def test_a_node_that_stops_in_a_transaction_does_not_keep_its_lease(node: Open) -> None:
    """The database ends the transaction long before the lease ends."""
    async with node("a") as a, node("b") as b:
        raw = await a._writer._connection.open()
        timeout = await raw.fetchval("SHOW idle_in_transaction_session_timeout")
        assert timeout == f"{IDLE_SECONDS}s"
        assert IDLE_SECONDS < LEASE_SECONDS
        await raw.execute("SET idle_in_transaction_session_timeout = '20ms'")
        await raw.execute("BEGIN")
        await raw.execute("SELECT FROM lease WHERE run = $1 FOR SHARE", a.runs.number)
        await b.write(lambda c: leases.end(c, a.runs.number))
        with pytest.raises(WriteFailed):
            await Game(a, run=a.runs.number).create()


async def test_the_heartbeat_file_stops_while_a_transaction_hangs(node: Open) -> None:
    """The move of the transaction was made. If the node dies now, no player is charged for the
    wait."""
    async with node("a") as a:
        file, run = a.heartbeats.file, a.runs.number
        a.heartbeats.beat(run, 1_000)
        a.heartbeats.beat(run, 5_000)  # nothing was written meanwhile
        assert file.read() == Heartbeat(run, 5_000)
        a._writer.in_flight = 1
        for ms, expected in ((5_010, 5_010), (5_110, 5_110), (5_120, 5_010), (9_000, 5_010)):
            a.heartbeats.beat(run, ms)
            assert file.read() == Heartbeat(run, expected)
        a._writer.in_flight = 2
        a.heartbeats.beat(run, 9_010)
        assert file.read() == Heartbeat(run, 9_010)
        a._writer.in_flight = None


async def test_the_heartbeat_file_stops_while_a_move_waits(node: Open) -> None:
    """The move waits for a transaction, which itself waits for the previous one."""
    async with node("a") as a:
        file, run = a.heartbeats.file, a.runs.number
        with a.heartbeats.storing("second", 1_200):
            with a.heartbeats.storing("first", 1_000):
                for ms, expected in ((1_100, 1_100), (1_110, 1_000), (4_000, 1_000)):
                    a.heartbeats.beat(run, ms)
                    assert file.read() == Heartbeat(run, expected)
            a.heartbeats.beat(run, 4_000)
            assert file.read() == Heartbeat(run, 1_200)
        a.heartbeats.beat(run, 4_000)
        assert file.read() == Heartbeat(run, 4_000)


async def test_a_turn_begins_when_the_previous_move_was_stored(node: Open) -> None:
    """The log has the time at which the move arrived. No player received it while it waited to be
    stored."""
    async with node("a") as a, node("b") as b:
        run = a.runs.number
        a.heartbeats.began("hung", 6_000)
        a.heartbeats.began("later", 6_000)
        a.heartbeats.began("later", None)
        a.heartbeats.beat(run, 7_500)
        async with asyncio.timeout(10):
            while await b.runs.last_alive_ms(run) < 7_500:  # noqa: ASYNC110  there is no event
                await asyncio.sleep(0.01)
        assert await b.runs.lasted(run, "hung", 1_000) == 1_500
        assert await b.runs.lasted(run, "hung", 7_000) == 500
        assert await b.runs.lasted(run, "later", 7_000) == 500
        assert await b.runs.lasted(run, "other", 1_000) == 6_500
        assert await b.runs.lasted(run, "other", 8_000) == 0


async def test_the_heartbeat_file_waits_until_the_row_has_a_late_begin(node: Open) -> None:
    """A turn begins late if the move before it was stored late. Without the row, a restarted node
    would charge players for that wait, because it trusts its file."""
    async with node("a") as a:
        file, run, row = a.heartbeats.file, a.runs.number, a._heartbeat_row
        a.heartbeats.beat(run, 1_000)
        a.heartbeats.began("room", 1_300)
        a.heartbeats.beat(run, 1_310)
        assert file.read() == Heartbeat(run, 1_000)
        async with asyncio.timeout(10):
            while not row.has_late:  # noqa: ASYNC110  there is no event
                await asyncio.sleep(0.01)
        a.heartbeats.beat(run, 1_320)
        assert file.read() == Heartbeat(run, 1_320)


def test_only_the_newest_late_begins_are_kept(tmp_path: Path) -> None:
    row = HeartbeatRow(Address("postgresql://nowhere/a"), "a")
    heartbeats = NodeHeartbeats(HeartbeatFile(tmp_path / "alive"), row)
    for number in range(MAX_LATE + 1):
        heartbeats.began(f"{number}", number)
    assert len(row.late) == MAX_LATE
    assert "0" not in row.late


async def test_a_stopped_clock_still_writes_heartbeats(node: Open) -> None:
    """The writes show other nodes that this node is alive."""
    async with node("a"), node("b") as b:
        heartbeats = set()
        for _ in range(200):
            await b.nodes.others()
            heartbeats |= {seen.heartbeat for seen in b.nodes._seen.values()}
            if len(heartbeats) > 2:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"only {heartbeats}")

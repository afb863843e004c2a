"""Each room belongs to the lease of one node, and a node without its lease cannot write."""

import asyncio
from pathlib import Path

import pytest

from zeitnot_server.store import Busy, DailyBotLimits, DatabaseInUse, ReadOnly, TooManyBots
from zeitnot_server.store.address import Address
from zeitnot_server.store.nodes import Node
from zeitnot_server.store.postgresql import PostgresqlStore
from zeitnot_server.store.postgresql.base.connection import KEEPALIVE
from zeitnot_server.store.postgresql.nodes import leases, nodes
from zeitnot_server.store.postgresql.nodes.heartbeat_row import HeartbeatRow
from zeitnot_server.store.postgresql.nodes.runs import PostgresqlRuns

from ..playing import Game, rules_for
from ..store_events import on_lease_lost
from .conftest import Open
from .looking import other_nodes


async def end_lease(store: PostgresqlStore, of: PostgresqlStore) -> None:
    """Ends the lease of node `of`, as another node does that no longer sees its heartbeat."""
    await store.write(lambda c: leases.end(c, of.runs.number))


async def test_a_room_belongs_to_the_node_that_creates_it(node: Open) -> None:
    async with node("a", "http://a") as a, node("b") as b:
        await Game(a, run=a.runs.number).create()
        owner = Node("a", a.runs.number, "http://a")
        assert await b.nodes.claim("game1") == owner
        assert await a.nodes.claim("game1") is None
        assert list(await b.nodes.remote_rooms(["game1", "nosuch"])) == ["game1"]
        assert list(await a.nodes.remote_rooms(["game1"])) == []
        assert await b.nodes.claim("nosuch") is None


async def test_any_node_may_claim_a_released_room(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        await Game(a, run=a.runs.number).create()
        await a.nodes.release(["game1"])
        assert list(await b.nodes.remote_rooms(["game1"])) == []
        assert await b.nodes.claim("game1") is None
        assert await a.nodes.claim("game1") == b.nodes.this


async def test_rooms_of_an_ended_lease_can_be_claimed(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        game = await (await Game(a, run=a.runs.number).create()).start()
        await game.play_moves("2")
        await end_lease(b, a)
        assert await b.nodes.claim("game1") is None
        loaded = await b.log.load("game1")
        assert loaded is not None
        assert loaded.room == game.room


async def test_a_node_cannot_write_after_its_lease(node: Open) -> None:
    """This includes rooms that no other node has claimed, and every kind of write."""
    async with node("a") as a, node("b") as b:
        ended = asyncio.Event()
        on_lease_lost(a.events, ended.set)
        game = await (await Game(a, run=a.runs.number).create()).start()
        before = await b.log.entries("game1")
        await end_lease(b, a)
        with pytest.raises(ReadOnly, match="ended this node's lease"):
            await game.move("1")
        await ended.wait()
        with pytest.raises(ReadOnly):
            await a.accounts.create_guest("Ann")
        with pytest.raises(ReadOnly):
            await Game(a, "game2", run=a.runs.number).create()
        assert await b.log.entries("game1") == before
        assert a.read_only_reason is not None


async def test_any_kind_of_write_detects_the_lost_lease(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        await end_lease(b, a)
        with pytest.raises(ReadOnly):
            await Game(a, "game2", run=a.runs.number).create()
        assert await b.games.has_ended("game2") is False
        assert await b.log.load("game2") is None
    async with node("a") as a, node("b") as b:
        await end_lease(b, a)
        with pytest.raises(ReadOnly):
            await a.accounts.create_guest("Ann")


async def test_revoking_a_lease_waits_for_the_current_commit(node: Open) -> None:
    """The end of a lease is either before a commit, which then fails, or after it."""
    async with node("a") as a, node("b") as b:
        raw = await a._writer._connection.open()
        async with raw.transaction():
            await raw.fetchval("SELECT 1 FROM lease WHERE run = $1 FOR SHARE", a.runs.number)
            end = asyncio.create_task(end_lease(b, a))
            for _ in range(20):
                await raw.fetchval("SELECT 1")  # gives the other task and the database time
            assert not end.done()
        await end


async def test_the_duration_of_a_turn_is_read_from_the_heartbeat_row(node: Open) -> None:
    """Newer moves are ignored: a move made during a hang must not charge another turn for it."""
    async with node("a") as a, node("b") as b:
        thinking = await (await Game(a, run=a.runs.number).create()).start()
        await thinking.move("1", after=900)
        moved = await (await Game(a, "game2", run=a.runs.number).create()).start()
        await moved.move("1", after=5_000)
        await a._heartbeat_row.close()
        await b.write(lambda c: c.execute("UPDATE node_clock SET ms = 1000").rowcount)
        await end_lease(b, a)
        assert await b.runs.lasted(a.runs.number, "game1", 900) == 100
        assert await b.runs.lasted(a.runs.number, "game2", 5_000) == 0


async def test_an_orderly_stop_releases_all_rooms(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        await (await Game(a, run=a.runs.number).create()).start()
        await a.runs.end(a.runs.number, 4_321)
        assert await b.runs.last_alive_ms(a.runs.number) == 4_321
        assert await b.nodes.claim("game1") is None
        assert await b.nodes.is_leader()


async def test_a_run_is_ended_only_once(node: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server may end it; otherwise the store ends it when it is closed."""
    ended = list[tuple[int, int]]()
    end = PostgresqlRuns.end

    async def record_end(self: PostgresqlRuns, run: int, ms: int) -> None:
        ended.append((run, ms))
        await end(self, run, ms)

    monkeypatch.setattr(PostgresqlRuns, "end", record_end)
    async with node("a") as a:
        await a.runs.end(a.runs.number, 4_321)
    assert ended == [(a.runs.number, 4_321)]
    async with node("b") as b:
        pass
    assert [run for run, _ in ended[1:]] == [b.runs.number]


async def test_a_stopped_node_is_distinguished_from_a_dead_one(node: Open) -> None:
    """Until the node's next run begins. Its posted state is cleared."""
    async with node("a") as a, node("b") as b:
        runs = [a.runs.number]
        async with node("c") as c:
            runs.append(c.runs.number)
            await c.nodes.post(b"state")
            assert await b.nodes.stopped(runs) == []
        await end_lease(b, a)
        assert await b.nodes.stopped(runs) == runs[1:]
        rows = "SELECT run, state FROM node_state"
        assert await b._lookup.ask(lambda c: c.execute(rows).fetchall()) == [(runs[1], b"")]
        async with node("c"):
            assert await b.nodes.stopped(runs) == []


async def test_only_one_process_can_run_as_a_node(node: Open) -> None:
    async with node("a"):
        with pytest.raises(DatabaseInUse, match=r"runs as node a .*another name \(--node\)"):
            async with node("a"):
                pass
        async with node("b"):
            pass
    async with node("a") as restarted:
        assert restarted.runs.number > 1


async def test_a_restarted_node_ends_its_former_lease(node: Open) -> None:
    async with node("b") as b:
        async with node("a") as a:
            await (await Game(a, run=a.runs.number).create()).start()
            a.runs.number, number = 0, a.runs.number  # closes as if killed
        assert await b.nodes.claim("game1") == Node("a", number)
        async with node("a"):
            assert await b.nodes.claim("game1") is None


async def test_a_lease_expires_after_the_heartbeat_stops(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        times = iter([100.0, 101.0, 102.0, 102.9, 103.0])
        b.nodes._monotonic_s = lambda: next(times)
        run = a.runs.number
        await a._heartbeat_row.close()  # stops the heartbeat
        for _ in range(4):
            assert await other_nodes(b) == ["a"]
        assert await other_nodes(b) == []
        assert await b.nodes.is_leader()
        with pytest.raises(ReadOnly):
            await Game(a, run=run).create()


async def test_time_without_polling_does_not_count(node: Open) -> None:
    """For example, the database was unreachable, so that no heartbeat could be written either."""
    async with node("a") as a, node("b") as b:
        times = iter([100.0, 130.0, 131.0, 132.0, 133.0])
        b.nodes._monotonic_s = lambda: next(times)
        await a._heartbeat_row.close()
        for _ in range(4):
            assert await other_nodes(b) == ["a"]
        assert await other_nodes(b) == []


async def test_nodes_post_messages_to_each_other(node: Open) -> None:
    async with node("a") as a, node("b", "http://b") as b:
        await b.nodes.post(b"first")
        await b.nodes.post(b"last")
        (other,) = await a.nodes.others()
        assert (other.node, other.state) == (b.nodes.this, b"last")
        assert await a.nodes.is_leader()
        assert not await b.nodes.is_leader()


async def test_a_claim_waits_for_a_locked_room_row(node: Open) -> None:
    """Another transaction holds the room's row while a node claims the room. The node really gets
    the room when it is answered, and its other writes do not wait meanwhile."""
    async with node("a") as a, node("b") as b, node("c") as c:
        await Game(a, run=a.runs.number).create()
        raw = await a._writer._connection.open()
        await end_lease(c, a)
        async with raw.transaction():
            await raw.execute("SELECT 1 FROM room_lease WHERE game = 'game1' FOR UPDATE")
            claim = asyncio.create_task(b.nodes.claim("game1"))
            for name in ("one", "two"):
                await Game(b, name, run=b.runs.number).create()
            assert not claim.done()
        assert await claim is None
        assert await c.nodes.claim("game1") == b.nodes.this


async def test_writes_do_not_wait_for_a_claim_of_a_room_without_row(node: Open) -> None:
    """A game that was copied from another database has no row until it is first claimed."""
    async with node("a") as a, node("b") as b:
        await Game(a, run=a.runs.number).create()
        await a.write(lambda c: c.execute("DELETE FROM room_lease").rowcount)
        raw = await a._writer._connection.open()
        async with raw.transaction():
            assert await raw.fetchval(leases._MAY_MAKE_ROW.replace("?", "'game1'"))
            await raw.execute(leases._MAKE_ROW.replace("?", "'game1'"))
            claim = asyncio.create_task(b.nodes.claim("game1"))
            for name in ("one", "two"):
                await Game(b, name, run=b.runs.number).create()
            assert not claim.done()
        assert await claim is None
        assert await a.nodes.claim("game1") == b.nodes.this


async def test_a_claim_fails_if_the_row_stays_locked(
    node: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes, "CLAIM_ATTEMPTS", 2)
    monkeypatch.setattr(nodes, "CLAIM_PAUSE_S", 0)
    async with node("a") as a, node("b") as b:
        await Game(a, run=a.runs.number).create()
        raw = await a._writer._connection.open()
        await end_lease(b, a)
        async with raw.transaction():
            await raw.execute("SELECT 1 FROM room_lease WHERE game = 'game1' FOR UPDATE")
            with pytest.raises(Busy):
                await b.nodes.claim("game1")


async def test_two_nodes_can_end_each_others_leases(node: Open) -> None:
    """They do not deadlock."""
    async with node("a") as a, node("b") as b:
        await asyncio.gather(
            *(
                one.nodes._without_lease(lambda c, other=other: leases.end(c, other.runs.number))
                for one, other in ((a, b), (b, a))
            )
        )
        for store in (a, b):
            with pytest.raises(ReadOnly):
                await store.accounts.create_guest("Ann")


async def test_a_late_heartbeat_keeps_the_lease(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        run = a.runs.number
        assert not await b.write(lambda c: leases.end_expired(c, run, 1))
        await a.nodes.post(b"alive")


async def test_a_node_ends_no_lease_while_it_cannot_write(node: Open) -> None:
    """The database may accept no writes at all and still answer."""
    async with node("a") as a, node("b") as b:
        await a._heartbeat_row.close()
        await b._heartbeat_row.close()
        times = iter(float(second) for second in range(9))
        b.nodes._monotonic_s = lambda: next(times)
        for _ in range(8):
            assert len(await b.nodes.others()) == 1


async def test_a_restarted_node_waits_for_its_name(
    address: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The node died with a broken connection, and the database holds its name until it drops that
    connection. The restarted node must wait for it instead of exiting."""
    idle, interval, count, user_ms = map(int, KEEPALIVE.values())
    waits_s = list[float]()

    async def hold_name(_: object, wait_s: float) -> None:
        waits_s.append(wait_s)
        raise DatabaseInUse

    monkeypatch.setattr(HeartbeatRow, "hold_name", hold_name)
    for wait_s in (0.0, 2.0):
        with pytest.raises(DatabaseInUse):
            await PostgresqlStore.open(address, rules_for, tmp_path, wait_s=wait_s)
    assert waits_s[0] == 0
    assert waits_s[1] > max(idle + interval * count, user_ms / 1000)


async def test_a_node_locks_its_name_again_after_reconnecting(node: Open) -> None:
    """After a lost connection, the database may hold the name for a while."""
    async with node("a") as a:
        lost = a._heartbeat_row._connection._raw
        lost_pid = lost.get_server_pid()
        other = await a._opened(" other")
        await a._lookup.ask(
            lambda c: c.execute("SELECT pg_terminate_backend(?)", (lost_pid,)).rowcount
        )
        lock_name = "SELECT pg_advisory_lock(hashtext('zeitnot node'), hashtext('a'))"
        await other.execute(lock_name)
        await other.execute(lock_name.replace("lock(", "unlock("))
        await other.close()
        row = a._heartbeat_row
        while row._connection._raw in (None, lost) or not row._has_name:
            await a.ping()
        with pytest.raises(DatabaseInUse):
            async with node("a"):
                pass


async def test_two_nodes_do_not_both_register_the_last_bot_of_a_day(node: Open) -> None:
    limits = DailyBotLimits(by_owner=1, from_address=9)
    async with node("a") as a, node("b") as b:
        ann = (await a.accounts.create_guest("Ann")).account
        requests = [
            store.accounts.create_bot(f"Bot {n}", ann, None, limits)
            for n, store in ((1, a), (2, b))
        ]
        results = await asyncio.gather(*requests, return_exceptions=True)
        assert sorted(isinstance(result, TooManyBots) for result in results) == [False, True]

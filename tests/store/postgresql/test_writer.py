"""The writer when the database refuses writes or is unreachable."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest
from structlog.testing import capture_logs

import zeitnot_protocol as p
from zeitnot_server.events.bus import Events
from zeitnot_server.rooms.room import Room
from zeitnot_server.store import Commit, Conflict, ReadFailed, ReadOnly, Unavailable, WriteFailed
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import PostgresqlStore
from zeitnot_server.store.postgresql.base.connection import connect
from zeitnot_server.store.postgresql.base.damage import Damage
from zeitnot_server.store.postgresql.base.one_connection import OneConnection
from zeitnot_server.store.postgresql.writing import writer as module
from zeitnot_server.store.postgresql.writing.writer import Writer
from zeitnot_server.store.sql.base.connection import Connection
from zeitnot_server.store.sql.logs.write_queue import WriteQueue

from ...postgres_databases import Databases
from ...proof.nemesis.proxy import Proxy
from ..playing import ANN, BOB, Game
from ..store_events import on_lease_lost, on_trouble
from .conftest import Open


async def test_of_several_commits_only_the_conflicting_one_fails(node: Open) -> None:
    async with node() as store:
        run = store.runs.number
        games = [await Game(store, f"game{n}", run=run).create() for n in (1, 2)]
        steps = [game.step(game.command(p.Sit, seat=0), game.players[0]) for game in games]
        commits = [Commit(step.room, step.entries) for step in steps]
        results = await asyncio.gather(
            *(store.log.commit(commit) for commit in (commits[0], commits[0], commits[1])),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), Conflict, type(None)]
        for game in games:
            assert len(await store.log.entries(game.room.id)) == 1


async def test_play_continues_after_a_write_on_a_lost_connection(node: Open) -> None:
    async with node() as store:
        game = await (await Game(store, run=store.runs.number).create()).start()
        recovered = asyncio.Event()
        on_trouble(store.events, lambda trouble: None if trouble else recovered.set())
        end_this_session = "SELECT pg_terminate_backend(pg_backend_pid())"
        with pytest.raises(WriteFailed, match="not known"):
            await store.write(lambda c: c.execute(end_this_session).rowcount)
        if store.read_only_reason is not None:
            await recovered.wait()
        await game.move("1")
        assert store.read_only_reason is None


@contextlib.asynccontextmanager
async def proxied(address: Address) -> AsyncIterator[tuple[Proxy, Address]]:
    """A proxy to the database, and the database's address through it."""
    port = address.url.rpartition(":")[2].partition("/")[0]
    proxy = Proxy(int(port))
    await proxy.start()
    try:
        yield proxy, Address(address.url.replace(f":{port}/", f":{proxy.port}/"))
    finally:
        await proxy.close()


async def wait_until_ended(address: Address, pid: int) -> None:
    """Waits until a process of the database has ended."""
    raw = await asyncpg.connect(address.url)
    try:
        async with asyncio.timeout(10):
            while await raw.fetch("SELECT 1 FROM pg_stat_activity WHERE pid = $1", pid):
                pass
    finally:
        await raw.close()


async def test_a_transaction_that_arrives_late_is_not_executed(
    address: Address, node: Open
) -> None:
    """The network delivers it only after the writer has continued with another connection."""
    async with node() as store, proxied(address) as (proxy, proxy_address):
        game = await (await Game(store, run=store.runs.number).create()).start()
        addresses = [proxy_address]  # of the first connection; later ones are direct

        async def open_connection() -> Any:
            return await connect(
                addresses.pop() if addresses else address, "main writer", command_s=1.0
            )

        store._writer._connection.drop()
        store._writer._connection = OneConnection(open_connection)
        await game.move("1")
        entries = await store.log.entries("game1")
        pid = store._writer._connection._raw.get_server_pid()
        proxy.stall()
        with pytest.raises(WriteFailed, match="not known"):
            await game.move("1")
        assert await store.log.entries("game1") == entries
        proxy.mend()
        await wait_until_ended(address, pid)
        assert await store.log.entries("game1") == entries


async def test_no_writes_are_accepted_while_a_transaction_hangs(
    node: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So games stop long before the connection is dropped, and no data is lost."""
    monkeypatch.setattr(module, "HANG_SECONDS", 0.01)
    async with node("a") as a, node("b") as b:
        game = await (await Game(a, run=a.runs.number).create()).start()
        other = await (await Game(a, "game2", run=a.runs.number).create()).start()
        troubles, is_reported = list[str | None](), asyncio.Event()

        def record_trouble(trouble: str | None) -> None:
            troubles.append(trouble)
            is_reported.set()

        on_trouble(a.events, record_trouble)
        raw = await b._writer._connection.open()
        async with raw.transaction():
            await raw.execute("SELECT FROM lease WHERE run = $1 FOR UPDATE", a.runs.number)
            move = asyncio.create_task(game.move("1"))
            async with asyncio.timeout(10):
                await is_reported.wait()
            assert troubles == [module.HANGS]
            with pytest.raises(ReadOnly):
                await other.move("1")
        await move
        assert troubles == [module.HANGS, None]
        await other.move("1")


async def test_a_full_disk_makes_the_store_read_only(node: Open, address: Address) -> None:
    """It accepts writes again when a probe row can be written; small rows may fit earlier."""
    async with node() as store:
        game = await (await Game(store, run=store.runs.number).create()).start()
        raw = await connect(address, "test")
        await raw.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$"
        )
        for table in ("event", "node_state"):
            await raw.execute(
                f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} EXECUTE FUNCTION full_disk()"
            )
        recovered = asyncio.Event()
        on_trouble(store.events, lambda trouble: None if trouble else recovered.set())
        with pytest.raises(ReadOnly, match="No space left"):
            await game.move("1")
        await raw.execute("DROP TRIGGER full_disk ON event")
        with pytest.raises(ReadOnly, match="No space left"):
            await game.move("1")
        await raw.execute("DROP TRIGGER full_disk ON node_state")
        await raw.close()
        async with asyncio.timeout(10):
            await recovered.wait()
        await game.move("1")


async def test_an_io_error_is_forgotten_after_a_successful_write(node: Open) -> None:
    async with node() as store:
        troubles: list[str | None] = []
        store.damage.listen(lambda place, what: troubles.append(what))
        raise_io_error = "DO $$ BEGIN RAISE EXCEPTION 'disk' USING ERRCODE = '58030'; END $$"
        with pytest.raises(WriteFailed, match="disk"):
            await store.write(lambda c: c.execute(raise_io_error))
        await store.write(lambda c: None)
        assert troubles == ["disk", None]
        assert not store.damage.found


async def test_an_error_of_a_task_rolls_back_only_that_task(node: Open) -> None:
    async with node() as store:

        def fail_halfway(connection: object) -> None:
            connection.execute("UPDATE account SET name = 'half'")  # type: ignore[attr-defined]
            raise LookupError("no")

        ann = await store.accounts.create_guest("Ann")
        results = await asyncio.gather(
            store.write(fail_halfway),
            store.write(lambda c: c.execute("SELECT no_such_function()")),
            store.accounts.create_guest("Bob"),
            return_exceptions=True,
        )
        assert isinstance(results[0], LookupError)
        assert "no_such_function" in f"{results[1]}"
        found = await store.accounts.find(ann.account)
        assert found is not None
        assert found.name == "Ann"


async def test_two_nodes_that_write_the_same_rows_do_not_deadlock(node: Open) -> None:
    """Games of the same two players, with exchanged seats, end on two nodes at the same time."""
    async with node("a") as a, node("b") as b:
        games = []
        for store, players in ((a, (ANN, BOB)), (b, (BOB, ANN))):
            for n in range(6):
                game = Game(
                    store, f"{store.nodes.this.name}{n}", players=players, run=store.runs.number
                )
                games.append(await (await game.create()).start())
        await asyncio.gather(*(game.do(0, game.command(p.Resign)) for game in games))
        stats = [await a.accounts.stats_of(player.account) for player in (ANN, BOB)]
        assert [player_stats.games for player_stats in stats] == [12, 12]


async def test_a_transaction_that_the_database_aborts_is_repeated(node: Open) -> None:
    async with node() as store:
        tries: list[int] = []

        def task(connection: Connection) -> int:
            tries.append(1)
            if len(tries) < 3:
                connection.execute(
                    "DO $$ BEGIN RAISE EXCEPTION 'undone' USING ERRCODE = '40P01'; END $$"
                )
            return len(tries)

        assert await store.write(task) == 3
        assert store.read_only_reason is None


async def test_one_batch_may_contain_moves_and_other_commits(node: Open) -> None:
    """A move is committed by a single statement, a new game by several."""
    async with node() as store:
        run = store.runs.number
        playing = await (await Game(store, "playing", run=run).create()).start()
        new = Game(store, "new", run=run)
        move = playing.step(playing.command(p.Move, ply=0, move="1"), playing.players[0])
        await asyncio.gather(
            store.log.commit(Commit(new.room, created=(new.room,))),
            store.log.commit(Commit(move.room, move.entries)),
        )
        assert (await store.log.entries("playing"))[-1] == move.entries[-1]
        loaded = await store.log.load("new")
        assert loaded is not None
        assert loaded.room == Room.new(new.room.game_setup)


async def test_a_missing_database_is_reported_in_one_sentence(
    postgresql_databases: Databases, tmp_path: object
) -> None:
    with pytest.raises(ReadFailed, match=r"postgresql://.*/nosuch cannot be reached"):
        await PostgresqlStore.open(
            Address(postgresql_databases.cluster.url("nosuch")),
            lambda game, settings: None,  # type: ignore[arg-type,return-value]
            tmp_path,  # type: ignore[arg-type]
        )


async def test_a_text_that_cannot_be_stored_fails_only_its_commit(node: Open) -> None:
    """Its outcome is known, so other commits do not wait, and the connection is kept."""
    async with node() as store:
        run = store.runs.number
        bad = Game(store, "bad", run=run)
        good = await (await Game(store, "good", run=run).create()).start()
        await bad.create()
        raw = store._writer._connection._raw
        sit = bad.step(p.Sit(game="bad", id="a\0b", seat=0), ANN)
        move = good.step(good.command(p.Move, ply=0, move="1"), good.players[0])
        results = await asyncio.gather(
            store.log.commit(Commit(sit.room, sit.entries)),
            store.log.commit(Commit(move.room, move.entries)),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [Conflict, type(None)]
        assert store._writer._connection._raw is raw
        assert store.read_only_reason is None


async def test_waiting_writes_are_bounded_but_not_commits(node: Open) -> None:
    async with node() as store:
        game = await (await Game(store, run=store.runs.number).create()).start()
        store._writer._queue = WriteQueue(max_tasks=2)
        results = await asyncio.gather(
            *(store.write(lambda c: 1) for _ in range(4)), game.move("1"), return_exceptions=True
        )
        assert results[:2] == [1, 1]
        assert [f"{refused}" for refused in results[2:4]] == [
            "Too many writes wait for the database."
        ] * 2
        assert {type(refused) for refused in results[2:4]} == {ReadOnly}
        assert not isinstance(results[4], Exception)
        assert await store.write(lambda c: 2) == 2
        assert store.read_only_reason is None


async def test_a_writer_that_ends_unexpectedly_loses_the_lease(node: Open) -> None:
    async with node() as store:
        ended = asyncio.Event()
        on_lease_lost(store.events, ended.set)
        store._writer._worker.cancel()
        await ended.wait()
        with pytest.raises(ReadOnly, match="has ended"):
            await store.ping()


class BrokenConnection:
    """A connection that breaks at the first statement."""

    def is_closed(self) -> bool:
        return False

    def terminate(self) -> None:
        pass

    def add_log_listener(self, listen: object) -> None:
        pass

    def transaction(self) -> object:
        raise ConnectionResetError("broken.")


async def test_the_outcome_of_an_unsent_commit_is_known() -> None:
    async def open_connection() -> Any:
        raise Unavailable("The database cannot be reached.")

    events, troubles = Events(), list[str | None]()
    writer = Writer(open_connection, Damage(), events)
    on_trouble(events, troubles.append)
    with pytest.raises(ReadOnly, match=r"^The database cannot be reached$"):
        await writer.write(lambda c: None)
    assert troubles == ["The database cannot be reached"]
    await writer.close()


async def test_an_outcome_stays_unknown_if_the_writer_closes_before_its_probe() -> None:
    connections = [BrokenConnection()]

    async def open_connection() -> Any:
        if connections:
            return connections.pop()
        raise Unavailable("The database cannot be reached.")

    events = Events()
    writer = Writer(open_connection, Damage(), events)
    unknown = asyncio.create_task(writer.write(lambda c: None))
    await asyncio.sleep(0)
    closed = asyncio.create_task(writer.close())
    with pytest.raises(WriteFailed, match=r"whether this was written: broken\.$"):
        await unknown
    with pytest.raises(ReadFailed, match="not known"):
        await writer.certain()
    await closed


async def test_a_task_with_a_cancelled_caller_is_not_executed(node: Open) -> None:
    async with node() as store:
        done: list[int] = []
        tasks = [asyncio.create_task(store.write(lambda c, n=n: done.append(n))) for n in range(4)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert done == [1, 3]


async def test_a_commit_waits_only_briefly_for_tasks(
    node: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TASK_SECONDS", 0.0)
    async with node() as store:
        game = await (await Game(store, run=store.runs.number).create()).start()
        order: list[str] = []
        moves: list[asyncio.Task[None]] = []

        async def move() -> None:
            await game.move("1")
            order.append("move")

        def first(connection: Connection) -> None:
            order.append("first")
            moves.append(asyncio.create_task(move()))

        tasks = [store.write(work) for work in (first, lambda c: order.append("second"))]
        await asyncio.gather(*tasks)
        await moves[0]
        assert order == ["first", "move", "second"]


async def test_an_error_that_is_no_outage_is_logged_with_traceback(node: Open) -> None:
    cancel = "DO $$ BEGIN RAISE 'away' USING ERRCODE = '57014'; END $$"
    async with node() as store:
        with capture_logs() as lines:
            with pytest.raises(WriteFailed, match=r"refused this: .*no_such_function"):
                await store.write(lambda c: c.execute("SELECT no_such_function()"))
            with pytest.raises(WriteFailed, match="refused this: away"):
                await store.write(lambda c: c.execute(cancel))
        (line,) = lines
        assert (line["event"], line["log_level"]) == ("write failed", "error")
        assert "no_such_function" in f"{line['exc_info']}"

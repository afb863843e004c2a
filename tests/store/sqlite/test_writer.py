"""The writer, the only connection that writes: group commit, order, failures."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.tally import Tally
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import Commit, Conflict, ReadOnly, WriteFailed
from zeitnot_server.store.sql.logs.write_queue import TASK_EVERY, WriteQueue
from zeitnot_server.store.sqlite import writer
from zeitnot_server.store.sqlite.store import SqliteStore

from ..full_records import record_of
from ..playing import ANN, Game, rules_for
from .connections import ConnectionFactory

WAIT_S = 30


@pytest.fixture
def factory(path: Path) -> ConnectionFactory:
    return ConnectionFactory(path)


@pytest.fixture
async def store(path: Path, factory: ConnectionFactory) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(path, rules_for, connect_writer=factory)
    yield opened
    await opened.close()


@contextlib.asynccontextmanager
async def writer_blocked(store: SqliteStore) -> AsyncIterator[list["asyncio.Task[None]"]]:
    """Blocks the writer during the context. Tasks that are added to the list run together after
    it."""
    may_continue, busy = threading.Event(), threading.Event()

    def wait(_: sqlite3.Connection) -> None:
        busy.set()
        may_continue.wait()

    waiting = [asyncio.ensure_future(store.write(wait))]
    await asyncio.to_thread(busy.wait)
    yield waiting
    may_continue.set()


async def commit_together(store: SqliteStore, *commits: Commit) -> list[BaseException | None]:
    """Queues these commits together; returns each one's error, None if it was written."""
    async with writer_blocked(store) as waiting:
        waiting += [asyncio.ensure_future(store.log.commit(commit)) for commit in commits]
        await asyncio.sleep(0)
    return (await asyncio.gather(*waiting, return_exceptions=True))[1:]


def chat_commit(game: Game, count: int) -> Commit:
    """A commit of `count` lines of chat, regardless of their limit; advances the room as if it were
    written."""
    entries = []
    for _ in range(count):
        result = game.step(p.Chat(game=game.room.id, text="so"), ANN)
        game.room = replace(result.room, tally=Tally())
        entries += result.entries
    return Commit(game.room, tuple(entries))


# ── group commit ───────────────────────────────────────────────────────────────────────────────


async def test_waiting_commits_are_written_in_one_transaction(
    store: SqliteStore, factory: ConnectionFactory
) -> None:
    games = [await (await Game(store, f"game{n}").create()).start() for n in range(12)]
    before = factory.count("COMMIT")
    answers = await commit_together(store, *(game.next_move() for game in games))
    assert answers == [None] * 12
    assert factory.count("COMMIT") - before == 2  # the blocking one, and one for all commits
    for game in games:
        assert len(await store.log.entries(game.room.id)) == 6


async def test_commits_of_one_tick_share_a_transaction(
    store: SqliteStore, factory: ConnectionFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This does not depend on the speed of the writer's thread: it is woken at the end of the
    tick."""
    monkeypatch.setattr(writer, "GATHER_SECONDS", 60.0)
    games = [await (await Game(store, f"game{n}").create()).start() for n in range(12)]
    before = factory.count("COMMIT")
    await asyncio.gather(*(store.log.commit(game.next_move()) for game in games))
    assert factory.count("COMMIT") - before == 1


async def test_a_long_tick_does_not_delay_the_writer(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [await (await Game(store, f"game{n}").create()).start() for n in range(2)]
    written = threading.Event()
    monkeypatch.setattr(writer, "GATHER_SECONDS", 0.0)
    monkeypatch.setattr(writer, "record_batch", lambda *_: written.set())

    async def hold_the_loop() -> None:
        assert written.wait(WAIT_S)

    commits = [store.log.commit(game.next_move()) for game in games]
    await asyncio.gather(*commits, hold_the_loop())


async def test_a_transaction_has_at_most_200_rows(
    store: SqliteStore, factory: ConnectionFactory
) -> None:
    game = await Game(store).create()
    before = factory.count("COMMIT")
    answers = await commit_together(store, *(chat_commit(game, 50) for _ in range(8)))
    assert answers == [None] * 8
    assert factory.count("COMMIT") - before == 1 + 2  # the blocking one, and 400 rows in two
    assert len(await store.log.entries("game1")) == 400


async def test_one_commit_may_exceed_the_size_of_a_transaction(store: SqliteStore) -> None:
    game = await Game(store).create()
    await store.log.commit(chat_commit(game, 300))
    assert len(await store.log.entries("game1")) == 300


async def test_a_conflict_does_not_affect_other_commits(
    store: SqliteStore, factory: ConnectionFactory
) -> None:
    games = [await (await Game(store, f"game{n}").create()).start() for n in range(3)]
    stale = games[1].next_move("2")
    await games[1].move("1")
    before = factory.count("COMMIT")
    answers = await commit_together(store, games[0].next_move(), stale, games[2].next_move())
    assert [type(answer) for answer in answers] == [type(None), Conflict, type(None)]
    assert factory.count("COMMIT") - before == 2
    for game in games:
        loaded = await store.log.load(game.room.id)
        assert loaded is not None
        assert loaded.room.ply == 1
        record = await record_of(store, game.room.id)
        assert record is not None
        assert record.game.moves == 1


async def test_a_partly_conflicting_commit_writes_nothing(store: SqliteStore) -> None:
    game = await (await Game(store).create()).start()
    first = game.next_move("1")
    (entry,) = first.entries
    next_one = replace(entry, event=p.Offered(game="game1", seq=7, at=0, seat=0), command_id="x")
    answers = await commit_together(
        store, replace(first, entries=(next_one, replace(entry, command_id="c1")))
    )
    assert isinstance(answers[0], Conflict)
    assert len(await store.log.entries("game1")) == 5


# ── order ──────────────────────────────────────────────────────────────────────────────────────


async def test_a_commit_precedes_tasks_queued_earlier(store: SqliteStore) -> None:
    game = await (await Game(store).create()).start()
    row_counts: list[int] = []

    def count(connection: sqlite3.Connection) -> None:
        row_counts.append(connection.execute("SELECT count(*) FROM log").fetchone()[0])

    async with writer_blocked(store) as waiting:
        waiting.append(asyncio.ensure_future(store.write(count)))
        await asyncio.sleep(0)
        waiting.append(asyncio.ensure_future(store.log.commit(game.next_move())))
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert row_counts == [6]


async def test_tasks_are_not_starved_by_moves(store: SqliteStore) -> None:
    game = await Game(store).create()
    row_counts: list[int] = []

    def count(connection: sqlite3.Connection) -> None:
        row_counts.append(connection.execute("SELECT count(*) FROM log").fetchone()[0])

    async with writer_blocked(store) as waiting:
        waiting += [
            asyncio.ensure_future(store.log.commit(chat_commit(game, 150))) for _ in range(12)
        ]
        waiting.append(asyncio.ensure_future(store.write(count)))
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert row_counts == [150 * TASK_EVERY]


async def test_waiting_writes_are_bounded_but_not_commits(store: SqliteStore) -> None:
    game = await (await Game(store).create()).start()
    async with writer_blocked(store) as waiting:
        store._writer._queue = WriteQueue(max_tasks=2)
        waiting += [asyncio.ensure_future(store.write(lambda c: None)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ReadOnly, match="Too many writes wait"):
            await store.write(lambda c: None)
        waiting.append(asyncio.ensure_future(store.log.commit(game.next_move())))
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert store.read_only_reason is None


async def test_only_a_failing_task_is_rolled_back(store: SqliteStore) -> None:
    def insert(connection: sqlite3.Connection, number: int) -> int:
        connection.execute(
            "INSERT INTO run (number, started_at, alive_ms) VALUES (?, 0, 0)", (number,)
        )
        return number

    def insert_and_fail(connection: sqlite3.Connection) -> None:
        insert(connection, 2)
        raise ZeroDivisionError("a fault of this task")

    async with writer_blocked(store) as waiting:
        waiting.append(asyncio.ensure_future(store.write(lambda c: insert(c, 1))))
        waiting.append(asyncio.ensure_future(store.write(insert_and_fail)))
        waiting.append(asyncio.ensure_future(store.write(lambda c: insert(c, 3))))
        await asyncio.sleep(0)
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(answer) for answer in answers[1:]] == [int, ZeroDivisionError, int]
    result = await store.write(lambda c: c.execute("SELECT number FROM run").fetchall())
    assert result == [(1,), (3,)]


async def test_a_task_may_raise_any_exception(store: SqliteStore) -> None:
    with pytest.raises(RuntimeError, match="StopIteration"):
        await store.write(lambda c: next(c.execute("SELECT 1 WHERE 0")))
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await store.write(lambda c: c.execute("SELECT * FROM nowhere"))
    await store.ping()


async def test_a_task_may_not_end_the_transaction(store: SqliteStore) -> None:
    with pytest.raises(WriteFailed, match="no such savepoint"):
        await store.write(lambda c: c.commit())
    await store.ping()


async def test_the_commit_of_a_cancelled_caller_is_written(store: SqliteStore) -> None:
    game = await (await Game(store).create()).start()
    async with writer_blocked(store) as waiting:
        cancelled = asyncio.ensure_future(store.log.commit(game.next_move()))
        await asyncio.sleep(0)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
    await asyncio.gather(*waiting)
    await store.ping()
    assert len(await store.log.entries("game1")) == 6


async def test_close_writes_waiting_commits_and_refuses_others(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    game = await (await Game(store).create()).start()
    async with writer_blocked(store) as waiting:
        waiting.append(asyncio.ensure_future(store.log.commit(game.next_move())))
        await asyncio.sleep(0)
        closing = asyncio.ensure_future(store.close())
        await asyncio.sleep(0)
    await asyncio.gather(*waiting, closing)
    with pytest.raises(WriteFailed, match="closed"):
        await game.move()
    reopened = await SqliteStore.open(path, rules_for)
    assert len(await reopened.log.entries("game1")) == 6
    await reopened.close()


# ── failures ───────────────────────────────────────────────────────────────────────────────────


class Fault:
    """Raises an error at the first statement with this beginning."""

    def __init__(self, statement: str) -> None:
        self.statement = statement
        self.has_raised = False

    def __call__(self, statement: str) -> None:
        if not self.has_raised and statement.startswith(self.statement):
            self.has_raised = True
            raise sqlite3.OperationalError("disk I/O error")


@pytest.mark.parametrize("statement", ["BEGIN IMMEDIATE", "INSERT INTO log_entry", "COMMIT"])
async def test_the_writer_continues_after_a_failed_transaction(
    store: SqliteStore, factory: ConnectionFactory, statement: str
) -> None:
    game = await (await Game(store).create()).start()
    factory.before = Fault(statement)
    with pytest.raises(WriteFailed, match="not known"):
        await game.move()
    loaded = await store.log.load("game1")
    assert loaded is not None
    assert loaded.room == game.room
    await game.move()
    assert len(await store.log.entries("game1")) == 6


async def test_a_commit_that_fails_after_the_write_is_in_the_log(
    store: SqliteStore, factory: ConnectionFactory
) -> None:
    game = await (await Game(store).create()).start()
    factory.after = Fault("COMMIT")
    commit = game.next_move()
    with pytest.raises(WriteFailed):
        await store.log.commit(commit)
    assert await store.log.entries("game1", 5) == list(commit.entries)
    with pytest.raises(Conflict):
        await store.log.commit(commit)


async def test_a_failed_connection_is_never_used_again(
    store: SqliteStore, factory: ConnectionFactory
) -> None:
    game = await (await Game(store).create()).start()
    factory.before = Fault("COMMIT")
    with pytest.raises(WriteFailed):
        await game.move()
    await game.move()
    failed, fresh = factory.made[-2:]
    assert failed.statements[-1] == "COMMIT"
    assert failed.closed
    assert fresh.statements[-1] == "COMMIT"
    assert not fresh.closed


async def test_a_failed_transaction_fails_all_its_commits(
    store: SqliteStore, factory: ConnectionFactory
) -> None:
    games = [await (await Game(store, f"game{n}").create()).start() for n in range(3)]
    async with writer_blocked(store) as waiting:
        waiting += [asyncio.ensure_future(store.log.commit(game.next_move())) for game in games]
        await asyncio.sleep(0)
        fault = Fault("COMMIT")
        commits = 0

        def fail_second_commit(statement: str) -> None:
            nonlocal commits
            commits += statement == "COMMIT"
            if commits == 2:
                fault(statement)

        factory.before = fail_second_commit
    answers = (await asyncio.gather(*waiting, return_exceptions=True))[1:]
    assert [type(answer) for answer in answers] == [WriteFailed] * 3
    assert len({id(answer) for answer in answers}) == 3
    for game in games:
        await game.move()


async def test_a_full_disk_does_not_end_the_writer(
    store: SqliteStore, factory: ConnectionFactory
) -> None:
    game = await Game(store).create()
    (pages,) = await store.write(lambda c: c.execute("PRAGMA page_count").fetchone())
    await store.write(lambda c: c.execute(f"PRAGMA max_page_count={pages}").fetchone())
    large = chat_commit(game, 400)
    with pytest.raises(WriteFailed, match="full"):
        await store.log.commit(large)
    assert await store.log.entries("game1") == []
    await store.log.commit(large)  # the new connection has no such limit
    assert len(await store.log.entries("game1")) == 400

"""Lookups: many queries share a snapshot, which is never older than the queries."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.store import Busy, ReadFailed, SlowRead
from zeitnot_server.store.sqlite.connect import connect, connect_reading
from zeitnot_server.store.sqlite.log.tail import LogConnection
from zeitnot_server.store.sqlite.lookup import MAX_QUERIES, Lookup
from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import account_of_token

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


class TracedConnections:
    """Opens connections, and records them and the statements executed on them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.statements: list[str] = []
        self.connections: list[LogConnection] = []

    def __call__(self) -> LogConnection:
        uri = f"file:{self.path}?mode=ro"
        connection = sqlite3.connect(
            *(uri, 5.0, 0, None, False),  # no implicit transactions, any thread
            factory=LogConnection,
            uri=True,
        )
        connection.set_trace_callback(self.statements.append)
        self.connections.append(connection)
        return connection


@pytest.fixture
def traced(path: Path) -> TracedConnections:
    """Connections to a database with one empty table."""
    connection = connect(path)
    connection.execute("CREATE TABLE n (i)")
    connection.close()
    return TracedConnections(path)


@pytest.fixture
async def lookup(traced: TracedConnections) -> AsyncIterator[Lookup]:
    """A lookup, closed afterwards."""
    lookup = Lookup(traced, seconds=60)
    yield lookup
    await lookup.close()


def count(connection: sqlite3.Connection) -> int:
    """A query that counts the rows."""
    (result,) = connection.execute("SELECT count(*) FROM n").fetchone()
    return int(result)


def endless(connection: sqlite3.Connection) -> None:
    """A query that does not end."""
    connection.execute(ENDLESS).fetchall()


async def test_waiting_queries_share_a_snapshot(lookup: Lookup, traced: TracedConnections) -> None:
    """While the thread is busy, more queries are queued than fit into one snapshot."""
    busy, may_continue = threading.Event(), threading.Event()

    def wait(_: sqlite3.Connection) -> int:
        busy.set()
        may_continue.wait()
        return 0

    first = asyncio.ensure_future(lookup.ask(wait))
    await asyncio.to_thread(busy.wait)
    queries = [asyncio.ensure_future(lookup.ask(count)) for _ in range(3 * MAX_QUERIES)]
    await asyncio.sleep(0)
    may_continue.set()
    assert await asyncio.gather(first, *queries) == [0] * 301
    begin_count = traced.statements.count("BEGIN")
    assert begin_count == 1 + 3, "one snapshot for the blocking query and three for the others"
    assert traced.statements.count("ROLLBACK") == begin_count, "a snapshot was left open"


async def test_a_query_sees_earlier_writes(lookup: Lookup, path: Path) -> None:
    """Other queries may be answered in an older snapshot at the same time."""
    connection = connect(path)
    queries = [asyncio.ensure_future(lookup.ask(count)) for _ in range(1000)]
    for number in range(1, 50):
        connection.execute("INSERT INTO n VALUES (1)")
        queries.append(asyncio.ensure_future(lookup.ask(count)))
        assert await lookup.ask(count) == number
    connection.close()
    await asyncio.gather(*queries)


async def test_an_endless_query_is_interrupted(lookup: Lookup) -> None:
    lookup._seconds = 0.2
    with pytest.raises(SlowRead):
        await asyncio.wait_for(lookup.ask(endless), 30)
    lookup._seconds = 60
    assert await lookup.ask(count) == 0


async def test_a_failing_query_does_not_affect_others(lookup: Lookup) -> None:
    def invalid_query(connection: sqlite3.Connection) -> None:
        connection.execute("SELECT nothing FROM nowhere")

    def raising_query(_: sqlite3.Connection) -> None:
        raise ValueError("odd")

    answers = await asyncio.gather(
        *(lookup.ask(query) for query in (count, invalid_query, count, raising_query, count)),
        return_exceptions=True,
    )
    kinds = [answer if isinstance(answer, int) else type(answer) for answer in answers]
    assert kinds == [0, ReadFailed, 0, ValueError, 0]


async def test_queries_cannot_write(lookup: Lookup) -> None:
    with pytest.raises(ReadFailed, match="readonly"):
        await lookup.ask(lambda c: c.execute("DELETE FROM n"))


async def test_the_query_of_a_cancelled_caller_is_skipped(lookup: Lookup) -> None:
    query = asyncio.ensure_future(lookup.ask(count))
    await asyncio.sleep(0)
    query.cancel()
    with pytest.raises(asyncio.CancelledError):
        await query
    assert await lookup.ask(count) == 0


async def test_waiting_queries_are_answered_on_close(traced: TracedConnections) -> None:
    lookup = Lookup(traced)
    queries = [asyncio.ensure_future(lookup.ask(count)) for _ in range(250)]
    await asyncio.sleep(0)
    await lookup.close()
    assert await asyncio.gather(*queries) == [0] * 250
    with pytest.raises(ReadFailed):
        await lookup.ask(count)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        traced.connections[0].execute("SELECT 1")


async def test_the_number_of_waiting_queries_is_bounded(traced: TracedConnections) -> None:
    lookup = Lookup(traced, waiting=5)
    busy, may_continue = threading.Event(), threading.Event()

    def wait(_: sqlite3.Connection) -> int:
        busy.set()
        may_continue.wait()
        return 0

    first = asyncio.ensure_future(lookup.ask(wait))
    await asyncio.to_thread(busy.wait)
    queries = [asyncio.ensure_future(lookup.ask(count)) for _ in range(5)]
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="Too many reads wait"):
        await lookup.ask(count)
    may_continue.set()
    assert await asyncio.gather(first, *queries) == [0] * 6
    assert await lookup.ask(count) == 0
    await lookup.close()


async def test_a_query_fails_if_the_database_cannot_be_opened(
    store: SqliteStore, tmp_path: Path
) -> None:
    lookup = Lookup(lambda: connect_reading(tmp_path / "none.db"))
    with pytest.raises(ReadFailed):
        await lookup.ask(count)
    await lookup.close()


async def test_many_concurrent_queries_get_their_answers(store: SqliteStore) -> None:
    guests = [await store.accounts.create_guest(f"P{number}") for number in range(20)]
    result = await asyncio.gather(*(account_of_token(store, guest.token) for guest in guests * 20))
    expected = [guest.account for guest in guests * 20]
    assert [player and player.account for player in result] == expected

"""Lookups: many queries share a snapshot, which is never older than they are."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.store import ReadFailed, SlowRead
from zeitnot_server.store.sqlite import SqliteStore
from zeitnot_server.store.sqlite.connect import connect, connect_reading
from zeitnot_server.store.sqlite.lookup import QUESTIONS, Lookup

from ..playing import account_of_token

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


class Watched:
    """A way to the connection that keeps what was executed, and every connection it made."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.statements: list[str] = []
        self.connections: list[sqlite3.Connection] = []

    def __call__(self) -> sqlite3.Connection:
        uri = f"file:{self.path}?mode=ro"
        created = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        created.set_trace_callback(self.statements.append)
        self.connections.append(created)
        return created


@pytest.fixture
def watched(path: Path) -> Watched:
    """Connections to a database that counts in one table."""
    connection = connect(path)
    connection.execute("CREATE TABLE n (i)")
    connection.close()
    return Watched(path)


@pytest.fixture
async def lookup(watched: Watched) -> AsyncIterator[Lookup]:
    """Closed afterwards."""
    created = Lookup(watched, seconds=60)
    yield created
    await created.close()


def count(connection: sqlite3.Connection) -> int:
    """How many rows there are."""
    (result,) = connection.execute("SELECT count(*) FROM n").fetchone()
    return int(result)


def endless(connection: sqlite3.Connection) -> None:
    """One statement that does not end."""
    connection.execute(ENDLESS).fetchall()


async def test_waiting_queries_share_a_snapshot(lookup: Lookup, watched: Watched) -> None:
    """What waits is more than fits: the thread is busy until all of it has been asked."""
    busy, free = threading.Event(), threading.Event()

    def wait(_: sqlite3.Connection) -> int:
        busy.set()
        free.wait()
        return 0

    first = asyncio.ensure_future(lookup.ask(wait))
    await asyncio.to_thread(busy.wait)
    asking = [asyncio.ensure_future(lookup.ask(count)) for _ in range(3 * QUESTIONS)]
    await asyncio.sleep(0)
    free.set()
    assert await asyncio.gather(first, *asking) == [0] * 301
    begun = watched.statements.count("BEGIN")
    assert begun == 1 + 3, "a snapshot for each"
    assert watched.statements.count("ROLLBACK") == begun, "a snapshot was left open"


async def test_a_query_sees_earlier_writes(lookup: Lookup, path: Path) -> None:
    """Also while others are being answered: theirs may be an older snapshot."""
    connection = connect(path)
    asking = [asyncio.ensure_future(lookup.ask(count)) for _ in range(1000)]
    for number in range(1, 50):
        connection.execute("INSERT INTO n VALUES (1)")
        asking.append(asyncio.ensure_future(lookup.ask(count)))
        assert await lookup.ask(count) == number
    connection.close()
    await asyncio.gather(*asking)


async def test_an_endless_query_is_interrupted(lookup: Lookup) -> None:
    lookup._seconds = 0.2
    with pytest.raises(SlowRead):
        await asyncio.wait_for(lookup.ask(endless), 30)
    lookup._seconds = 60
    assert await lookup.ask(count) == 0


async def test_a_failing_query_fails_alone(lookup: Lookup) -> None:
    def wrong(connection: sqlite3.Connection) -> None:
        connection.execute("SELECT nothing FROM nowhere")

    def odd(_: sqlite3.Connection) -> None:
        raise ValueError("odd")

    answers = await asyncio.gather(
        *(lookup.ask(one) for one in (count, wrong, count, odd, count)), return_exceptions=True
    )
    kinds = [one if isinstance(one, int) else type(one) for one in answers]
    assert kinds == [0, ReadFailed, 0, ValueError, 0]


async def test_queries_cannot_write(lookup: Lookup) -> None:
    with pytest.raises(ReadFailed, match="readonly"):
        await lookup.ask(lambda c: c.execute("DELETE FROM n"))


async def test_the_query_of_a_cancelled_caller_is_skipped(lookup: Lookup) -> None:
    asking = asyncio.ensure_future(lookup.ask(count))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert await lookup.ask(count) == 0


async def test_waiting_queries_are_answered_on_close(watched: Watched) -> None:
    lookup = Lookup(watched)
    asking = [asyncio.ensure_future(lookup.ask(count)) for _ in range(250)]
    await asyncio.sleep(0)
    await lookup.close()
    assert await asyncio.gather(*asking) == [0] * 250
    with pytest.raises(ReadFailed):
        await lookup.ask(count)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):  # nothing holds the log back
        watched.connections[0].execute("SELECT 1")


async def test_a_database_that_cannot_be_opened(store: SqliteStore, tmp_path: Path) -> None:
    lookup = Lookup(lambda: connect_reading(tmp_path / "none.db"))
    with pytest.raises(ReadFailed):
        await lookup.ask(count)
    await lookup.close()


async def test_a_store_with_many_concurrent_queries(store: SqliteStore) -> None:
    people = [await store.accounts.create_guest(f"P{number}") for number in range(20)]
    result = await asyncio.gather(*(account_of_token(store, one.token) for one in people * 20))
    assert [player and player.account for player in result] == [one.account for one in people * 20]

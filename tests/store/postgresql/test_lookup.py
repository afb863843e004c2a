"""Short reads share a connection: a slow one fails without affecting the others, and none waits
forever."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from zeitnot_server.store import Busy, ReadFailed, SlowRead, Unavailable
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql.base.connection import connect
from zeitnot_server.store.postgresql.base.damage import Damage
from zeitnot_server.store.postgresql.base.lookup import Bounds, Lookup
from zeitnot_server.store.sql.base.connection import Connection


def fast_query(connection: Connection) -> int:
    (result,) = connection.execute("SELECT 1").fetchone()
    return int(result)


def slow_query(connection: Connection) -> None:
    connection.execute("SELECT pg_sleep(60)").fetchone()


class HangingConnection:
    """A connection that never answers."""

    def is_closed(self) -> bool:
        return False

    def terminate(self) -> None:
        pass

    def transaction(self, **_: object) -> "HangingConnection":
        return self

    async def start(self) -> None:
        await asyncio.Event().wait()


async def test_a_slow_query_does_not_affect_others(address: Address) -> None:
    """The database cancels it, and the connection stays."""
    opened: list[Any] = []

    async def open_connection(settings: Mapping[str, str]) -> Any:
        opened.append(await connect(address, "lookup", settings))
        return opened[-1]

    lookup = Lookup(open_connection, Damage(), Bounds(statement_s=0.05))
    queries = (fast_query, slow_query, fast_query, slow_query, *[fast_query] * 96)
    answers = await asyncio.gather(*map(lookup.ask, queries), return_exceptions=True)
    await lookup.close()
    assert [type(answer) for answer in answers[:4]] == [int, SlowRead, int, SlowRead]
    assert answers[4:] == [1] * 96
    assert len(opened) == 1


async def test_a_hanging_database_does_not_delay_reads_one_by_one() -> None:
    opened: list[HangingConnection] = []

    async def open_connection(settings: Mapping[str, str]) -> Any:
        opened.append(HangingConnection())
        return opened[-1]

    lookup = Lookup(open_connection, Damage(), Bounds(snapshot_s=0.02, wait_s=0.05))
    answers = await asyncio.gather(*map(lookup.ask, [fast_query] * 300), return_exceptions=True)
    await lookup.close()
    assert {type(answer) for answer in answers} == {SlowRead}
    assert len(opened) <= 4


async def test_waiting_reads_are_bounded(address: Address) -> None:
    is_opening, may_open = asyncio.Event(), asyncio.Event()

    async def open_connection(settings: Mapping[str, str]) -> Any:
        is_opening.set()
        await may_open.wait()
        return await connect(address, "lookup", settings)

    lookup = Lookup(open_connection, Damage(), Bounds(waiting=5))
    first = asyncio.create_task(lookup.ask(fast_query))
    await is_opening.wait()
    waiting = [asyncio.create_task(lookup.ask(fast_query)) for _ in range(5)]
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="Too many reads wait"):
        await lookup.ask(fast_query)
    may_open.set()
    assert await asyncio.gather(first, *waiting) == [1] * 6
    assert await lookup.ask(fast_query) == 1
    await lookup.close()


async def test_each_caller_gets_a_separate_error() -> None:
    """Each raise adds a traceback to the error."""

    async def open_connection(settings: Mapping[str, str]) -> Any:
        raise Unavailable("The database cannot be reached.")

    lookup = Lookup(open_connection, Damage())
    errors = await asyncio.gather(*map(lookup.ask, [fast_query] * 3), return_exceptions=True)
    await lookup.close()
    assert [(type(error), f"{error}") for error in errors] == [
        (Unavailable, "The database cannot be reached.")
    ] * 3
    assert len({id(error) for error in errors}) == 3


async def test_callers_get_an_error_when_the_lookup_fails() -> None:
    async def open_connection(settings: Mapping[str, str]) -> Any:
        return HangingConnection()

    lookup = Lookup(open_connection, Damage())
    reads = [asyncio.create_task(lookup.ask(fast_query)) for _ in range(150)]
    await asyncio.sleep(0)
    lookup._worker.cancel()
    for task in reads:
        with pytest.raises(ReadFailed, match="has ended"):
            await task
    with pytest.raises(ReadFailed, match="closed"):
        await lookup.ask(fast_query)

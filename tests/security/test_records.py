"""Long records and exports are charged to the client that requests them, and delay only this
client."""

import asyncio
import contextlib
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.limits import long_reads
from zeitnot_server.limits.rates import Rate
from zeitnot_server.store import GameFilter
from zeitnot_server.store.sql.games import records
from zeitnot_server.store.sql.games.games import LIST_CONNECTIONS
from zeitnot_server.web.api import exports

from ..server.test_catch_up import create_long_game
from .local import running
from .raw import WAIT_S, connected, request
from .test_connections import wait_until

LIST = "/api/v1/games"
BOOK = "/api/v1/books/server/chess"
ADDRESSES = 8
REQUESTS_PER_ADDRESS = 10


async def test_lists_are_served_while_many_records_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More records are being read than requests may wait for a list."""
    may_continue = asyncio.Event()
    read_entries: Any = records.read_entries

    async def read_slowly(*arguments: Any) -> Any:
        await may_continue.wait()
        return await read_entries(*arguments)

    async with running(tmp_path) as local, AsyncExitStack() as stack:
        path = f"{LIST}/{await create_long_game(local.game_server.store, 10)}"
        monkeypatch.setattr(records, "read_entries", read_slowly)
        connections = []
        for number in range(ADDRESSES * REQUESTS_PER_ADDRESS):
            connection = await stack.enter_async_context(connected(local.host))
            peer = f"192.0.2.{number % ADDRESSES}"
            await connection.send(request(path, x_forwarded_for=peer, connection="close"))
            connections.append(connection)
        # Counted are, for each address, its records and its requests, and all records in total.
        await wait_until(lambda: local.connection_limits.held_keys == 2 * ADDRESSES + 1)
        assert (await local.get(LIST, x_forwarded_for="198.51.100.1")).status == 200
        may_continue.set()
        answers = await asyncio.gather(*(connection.read_to_end() for connection in connections))
        assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in answers)


async def test_book_pages_wait_without_blocking_other_requests(tmp_path: Path) -> None:
    """More slow pages are requested than may wait for a database connection."""
    async with running(tmp_path) as local, AsyncExitStack() as stack:
        busy = await stack.enter_async_context(AsyncExitStack())
        for _ in range(LIST_CONNECTIONS):
            await busy.enter_async_context(local.game_server.store.lists.snapshot())
        connections = []
        for number in range(ADDRESSES * REQUESTS_PER_ADDRESS + 1):
            connection = await stack.enter_async_context(connected(local.host))
            peer, path = f"192.0.2.{number % ADDRESSES}", BOOK
            if number == ADDRESSES * REQUESTS_PER_ADDRESS:
                peer, path = "198.51.100.1", LIST
            await connection.send(request(path, x_forwarded_for=peer, connection="close"))
            connections.append(connection)
        await wait_until(
            lambda: len(local.list_turns) == ADDRESSES * REQUESTS_PER_ADDRESS
        )  # and the list is being read
        await busy.aclose()
        answers = await asyncio.gather(*(connection.read_to_end() for connection in connections))
        assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in answers)


async def test_a_book_page_is_charged_by_its_size(tmp_path: Path) -> None:
    async with running(tmp_path, address_reads=(Rate(0, 3),), read_chars=100) as local:
        assert (await local.get(BOOK, x_forwarded_for="192.0.2.7")).status == 200
        assert (await local.get(BOOK, x_forwarded_for="192.0.2.7")).status == 429
        assert (await local.get(BOOK, x_forwarded_for="192.0.2.8")).status == 200


async def test_each_page_of_an_export_is_charged() -> None:
    """A search that finds nothing may have scanned many rows. The first page is charged as the
    request."""
    pages, charges = iter(("a", "b", None)), list[int]()

    class FoundNothing:
        async def page(self, filter_: GameFilter, account: str | None) -> p.GamePage:
            return p.GamePage(games=[], cursor=next(pages))

    class Sender:
        charge_reads = charges.append

    search = exports.Search(
        FoundNothing(),
        GameFilter(),
        None,
        Sender(),
        contextlib.nullcontext,  # type: ignore[arg-type]
    )
    assert [part async for part in search.files(await search.page(None), None)] == []
    assert charges == [0, 1, 1]


async def test_a_record_is_charged_by_its_size(tmp_path: Path) -> None:
    limits = {"address_reads": (Rate(0, 10),), "read_chars": 100}
    async with running(tmp_path, **limits) as local:
        game = await create_long_game(local.game_server.store, 10)
        for path, peer in ((f"{LIST}/{game}", "192.0.2.7"), (f"{LIST}/{game}/export", "192.0.2.8")):
            async with connected(local.host) as connection:
                await connection.send(request(path, x_forwarded_for=peer, connection="close"))
                assert (await connection.read_to_end()).startswith(b"HTTP/1.1 200 ")
            assert (await local.get(LIST, x_forwarded_for=peer)).status == 429
        assert (await local.get(LIST, x_forwarded_for="192.0.2.9")).status == 200


async def test_a_client_in_debt_for_a_record_must_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client is not disconnected, and others are served meanwhile."""
    monkeypatch.setattr(records, "LOG_CHUNK", 4)
    monkeypatch.setattr(long_reads, "RECHECK_SECONDS", 0.001)
    limits = {"address_reads": (Rate(0.05, 3),), "read_chars": 100}
    async with running(tmp_path, **limits) as local, connected(local.host) as connection:
        game = await create_long_game(local.game_server.store, 10)
        path = f"{LIST}/{game}"
        await connection.send(request(path, x_forwarded_for="192.0.2.7", connection="close"))
        async with asyncio.timeout(WAIT_S):
            assert await connection.reader.readuntil(b'"seq":4')
        async with connected(local.host) as other:
            await other.send(request(path, connection="close"))  # loopback is not charged
            assert b'"seq":10' in await other.read_to_end()
        assert not connection.reader.at_eof()
        assert connection.reader._buffer.find(b'"seq":5') < 0  # type: ignore[attr-defined]
        reading = asyncio.create_task(connection.read_to_end())

        def forgive_debt() -> bool:
            local.connection_limits._rates._names["address_reads"]._values.clear()
            return reading.done()

        await wait_until(forgive_debt)
        assert b'"seq":10' in await reading

"""Records and exports that are read in chunks equal those read as a whole, byte for byte."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.view import history
from zeitnot_server.store import Busy
from zeitnot_server.store.sql.games import queries, records
from zeitnot_server.store.sqlite.reader import Reader
from zeitnot_server.store.sqlite.store import SqliteStore

from ..contract import test_hidden
from ..full_records import record_of
from ..playing import ANN, BOB, Game
from .test_reader import COUNT, hold_snapshot

LOG_CHUNK = 7


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "LOG_CHUNK", LOG_CHUNK)


async def check_same_record(store: SqliteStore, game: str = "game1") -> None:
    """Compares the record in chunks with the full one, for every viewer, and checks the sizes of
    the chunks."""
    loaded, entries = await store.log.load(game), await store.log.entries(game)
    assert loaded is not None
    for account in (None, ANN.account, BOB.account, "stranger"):
        full_record = await record_of(store, game, account)
        assert full_record is not None
        if loaded.room.game_setup.rules.hidden is not None and loaded.room.finished is None:
            seat = loaded.room.seat_of(account) if account else None
            assert full_record.events == history(entries, loaded.room, seat)
        parts = await store.games.record_parts(game, account)
        assert parts is not None
        assert b"".join(chunks := await collect(parts)) == p.encode(full_record).encode()
        assert max(part.count(b'"seq":') for part in chunks) <= LOG_CHUNK
    async with store._reader.snapshot() as session:
        export = await queries.export(session, game, store.games._rules_for)
    parts = await store.games.export_parts(game)
    assert parts is not None
    assert b"".join(await collect(parts)) == p.encode(export).encode()


async def collect(parts: AsyncGenerator[bytes, None]) -> list[bytes]:
    return [part async for part in parts]


async def test_records_of_every_state_and_length(store: SqliteStore) -> None:
    """The log grows from no event to several chunks, with engines' reports."""
    game = await Game(store, heap=20).create()
    await check_same_record(store)
    await game.start()
    report = p.EngineReport(depth=3, pv='a "b" \\ é')
    for ply in range(3 * LOG_CHUNK - 4):
        seat = game.room.turn
        assert seat is not None
        move = game.command(p.Move, ply=ply, move="1", engine=report if ply % 2 else None)
        if ply < 19:
            await game.do(seat, move)
            await game.do(1 - seat, p.Chat(game="game1", text='"events":[]'))
            await check_same_record(store)
    await game.do(0, game.command(p.Resign))
    await check_same_record(store)
    assert game.room.seq > 5 * LOG_CHUNK


async def test_the_record_of_a_private_rematch(store: SqliteStore) -> None:
    game = await (await Game(store, listed=False).create()).start()
    await game.do(0, game.command(p.Resign))
    for seat in (0, 1):
        await game.do(seat, game.command(p.RematchWish))
    await check_same_record(store)


async def test_the_record_of_a_game_with_hidden_cards(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "zeitnot.db", test_hidden.rules_for)
    try:
        game = await test_hidden.HandsGame(store).start()
        await check_same_record(store)
        for _ in range(3):
            await game.move(game.bid())
            await check_same_record(store)
        assert game.room.finished
    finally:
        await store.close()


async def test_an_unknown_game_has_no_record(store: SqliteStore) -> None:
    assert await store.games.record_parts("nosuch") is None
    assert await store.games.export_parts("nosuch") is None


async def test_a_chunked_record_omits_later_events(
    store: SqliteStore,
) -> None:
    game = await (await Game(store, heap=20).create()).start()
    await game.play_moves(*"1111111111")
    full_record = await record_of(store, "game1")
    parts = await store.games.record_parts("game1")
    assert parts is not None
    first = await anext(parts)
    assert store._records._readers == 0
    await game.move()
    await game.do(0, game.command(p.Resign))
    remaining = await collect(parts)
    assert first + b"".join(remaining) == p.encode(full_record).encode()


class Turns:
    """A stand-in for the scheduler of one record's chunks. `sizes`: the counted bytes of each
    chunk."""

    def __init__(self) -> None:
        self.sizes = list[int]()

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[Callable[[int], None]]:
        count = len(self.sizes)
        yield self.sizes.append
        assert len(self.sizes) == count + 1


async def test_every_chunk_takes_one_turn_and_is_counted(store: SqliteStore) -> None:
    """The last chunk includes the end, so that a short game takes one turn."""
    game = await (await Game(store, heap=20).create()).start()
    for plies in (0, 10):
        await game.play_moves(*"1" * plies)
        turns = Turns()
        parts = await store.games.record_parts("game1", None, turns)
        assert parts is not None
        assert turns.sizes == [len(part) for part in await collect(parts)]
        assert len(turns.sizes) == -(-game.room.seq // LOG_CHUNK)


# ── separate connections ───────────────────────────────────────────────────────────────────────


async def test_the_number_of_waiting_reads_is_bounded(store: SqliteStore, path: Path) -> None:
    reader = Reader(path, connections=1, waiting=1)
    try:
        async with reader.snapshot() as session:
            assert await session.scalar(COUNT) == 0
            waiting = asyncio.create_task(count_games(reader))
            await asyncio.sleep(0)  # it waits for the connection
            with pytest.raises(Busy):
                await count_games(reader)
        assert await waiting == 0
        assert await count_games(reader) == 0
    finally:
        await reader.close()


async def count_games(reader: Reader) -> int:
    async with reader.snapshot() as session:
        return int(await session.scalar(COUNT) or 0)


async def test_records_are_read_while_all_lists_are_slow(store: SqliteStore) -> None:
    game = await (await Game(store, heap=20).create()).start()
    await game.play_moves(*"1111111111")
    slow = [asyncio.create_task(hold_snapshot(store.lists)) for _ in range(66)]
    try:
        await asyncio.sleep(0)  # they hold or await the connections
        with pytest.raises(Busy):
            await count_games(store.lists)
        await check_same_record(store)
        assert not any(task.done() for task in slow)
    finally:
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)


async def test_readiness_does_not_wait_for_lists(store: SqliteStore) -> None:
    """`ping` and the server's own reads do not wait for lists."""
    slow = [asyncio.create_task(hold_snapshot(store.lists)) for _ in range(4)]
    try:
        await asyncio.gather(*(store.ping() for _ in range(20)))
        assert await store.games.unfinished_of("ann1") == []
        assert await store.log.load("nosuch") is None
        assert not any(task.done() for task in slow)
    finally:
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

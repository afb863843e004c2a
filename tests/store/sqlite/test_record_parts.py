"""Records and exports in chunks are byte for byte the same as in one piece."""

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
        whole = await record_of(store, game, account)
        assert whole is not None
        if loaded.room.game_setup.rules.hidden is not None and loaded.room.finished is None:
            seat = loaded.room.seat_of(account) if account else None
            assert whole.events == history(entries, loaded.room, seat)
        parts = await store.games.record_parts(game, account)
        assert parts is not None
        assert b"".join(created := await collect(parts)) == p.encode(whole).encode()
        assert max(part.count(b'"seq":') for part in created) <= LOG_CHUNK
    async with store._reader.snapshot() as session:
        at_once = await queries.export(session, game, store.games._rules_for)
    parts = await store.games.export_parts(game)
    assert parts is not None
    assert b"".join(await collect(parts)) == p.encode(at_once).encode()


async def collect(parts: AsyncGenerator[bytes, None]) -> list[bytes]:
    return [part async for part in parts]


async def test_games_of_every_state_and_length(store: SqliteStore) -> None:
    """All lengths from no event to several chunks, with engines' reports."""
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


async def test_a_rematch_hidden_from_spectators(store: SqliteStore) -> None:
    game = await (await Game(store, listed=False).create()).start()
    await game.do(0, game.command(p.Resign))
    for seat in (0, 1):
        await game.do(seat, game.command(p.RematchWish))
    await check_same_record(store)


async def test_a_game_with_hidden_cards(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "zeitnot.db", test_hidden.rules_for)
    try:
        game = await test_hidden.Dealt(store).start()
        await check_same_record(store)
        for _ in range(3):
            await game.move(game.bid())
            await check_same_record(store)
        assert game.room.finished
    finally:
        await store.close()


async def test_an_unknown_game(store: SqliteStore) -> None:
    assert await store.games.record_parts("nosuch") is None
    assert await store.games.export_parts("nosuch") is None


async def test_later_events_are_left_out_and_no_snapshot_is_held(
    store: SqliteStore,
) -> None:
    game = await (await Game(store, heap=20).create()).start()
    await game.play_out(*"1111111111")
    whole = await record_of(store, "game1")
    parts = await store.games.record_parts("game1")
    assert parts is not None
    first = await anext(parts)
    assert store._records._readers == 0
    await game.move()
    await game.do(0, game.command(p.Resign))
    rest = await collect(parts)
    assert first + b"".join(rest) == p.encode(whole).encode()


class Turns:
    """The scheduling of one record. `sizes`: the counted bytes of each chunk."""

    def __init__(self) -> None:
        self.sizes = list[int]()

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[Callable[[int], None]]:
        counted = len(self.sizes)
        yield self.sizes.append
        assert len(self.sizes) == counted + 1


async def test_every_chunk_takes_one_turn_and_is_counted(store: SqliteStore) -> None:
    """The last chunk includes the end, so that a short game takes one turn."""
    game = await (await Game(store, heap=20).create()).start()
    for plies in (0, 10):
        await game.play_out(*"1" * plies)
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
    await game.play_out(*"1111111111")
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
    """Neither `ping` nor the reads of the server itself wait for lists."""
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

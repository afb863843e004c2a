"""Each node receives every change of a game by any node."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.store.postgresql import PostgresqlStore
from zeitnot_server.store.postgresql.nodes import nodes

from ..playing import Game
from .conftest import Open

_TRANSACTION_NUMBER = "CAST(CAST(pg_current_xact_id() AS text) AS bigint)"


@asynccontextmanager
async def long_transaction(store: PostgresqlStore, game: str) -> AsyncIterator[Callable[[], Any]]:
    """Opens a transaction that changes this game; yields the function that commits it."""
    raw = await store._opened(" long")
    transaction = raw.transaction()
    await transaction.start()
    await raw.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    sql = f"INSERT INTO room_lease (game, changed) VALUES ($1, {_TRANSACTION_NUMBER})"
    await raw.execute(sql, game)
    yield transaction.commit
    await raw.close()


async def create_games(store: PostgresqlStore, *ids: str) -> None:
    for id in ids:
        await Game(store, id, run=store.runs.number).create()


async def test_a_long_transaction_hides_no_other_changes(node: Open) -> None:
    """Each change is reported once, including that of the long transaction."""
    async with node("a") as a, node("b") as b:
        await create_games(a, "before")
        start = await b.nodes.changes(None)
        async with long_transaction(a, "long") as end:
            await create_games(b, "quick")
            first = await b.nodes.changes(start.until)
            assert list(first.games) == ["quick"]
            await create_games(b, "other")
            second = await b.nodes.changes(first.until)
            assert list(second.games) == ["other"]
            await end()
        third = await b.nodes.changes(second.until)
        assert list(third.games) == ["long"]
        assert list((await b.nodes.changes(third.until)).games) == []


async def test_a_transaction_open_at_the_first_query_is_not_missed(node: Open) -> None:
    async with node("a") as a:
        async with long_transaction(a, "long") as end:
            start = await a.nodes.changes(None)
            await create_games(a, "quick")
            await end()
        assert set((await a.nodes.changes(start.until)).games) == {"long", "quick"}


async def test_many_changes_are_reported_in_parts(
    node: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction that is open meanwhile is not missed."""
    monkeypatch.setattr(nodes, "MAX_CHANGES", 3)
    async with node("a") as a:
        start = await a.nodes.changes(None)
        await create_games(a, "game0", "game1")
        reported = list[str]()
        async with long_transaction(a, "long") as end:
            await create_games(a, *(f"game{number}" for number in range(2, 8)))
            since, more = start.until, True
            while more:
                _, since, more = changes = await a.nodes.changes(since)
                assert len(changes.games) <= 3
                reported += changes.games
            assert set(reported) == {f"game{number}" for number in range(8)}
            await end()
        last = await a.nodes.changes(since)
        assert "long" in last.games
        assert not last.more


async def test_reused_transaction_numbers_hide_no_change(node: Open) -> None:
    """After a crash, even of a single process, which ends all connections, the database may have
    assigned numbers to transactions that are lost."""
    async with node("a") as a:
        start = await a.nodes.changes(None)
        snapshot, _, session = start.until.partition("@")
        later = int(snapshot.split(":")[1]) + 500
        lost = await a._lookup._connection.open()
        await create_games(a, "game1")
        before_the_crash = f"{later}:{later}:@{session}"
        assert list((await a.nodes.changes(before_the_crash)).games) == []
        await lost.close()
        assert "game1" in (await a.nodes.changes(before_the_crash)).games


async def test_joining_a_game_is_a_change(node: Open) -> None:
    async with node("a") as a:
        game = await Game(a, run=a.runs.number).create()
        start = await a.nodes.changes(None)
        await game.do(0, game.command(p.Sit, seat=0))
        assert list((await a.nodes.changes(start.until)).games) == ["game1"]

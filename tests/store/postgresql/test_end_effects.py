"""Two nodes end games of the same players at the same time: neither overwrites the other's changes,
and they cannot deadlock."""

import asyncio

import pytest

import zeitnot_protocol as p
from zeitnot_server.ratings.replay import replay
from zeitnot_server.rooms.players import PlayerStats
from zeitnot_server.store import Commit
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import PostgresqlStore
from zeitnot_server.store.postgresql.base.connection import connect
from zeitnot_server.store.postgresql.writing import writer as module

from ..playing import ANN, BOB, Game
from .conftest import Open

COUNT_LOCK_WAITS = """SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'"""
LOCK_ROW = "SELECT 1 FROM player_record WHERE account = $1 FOR UPDATE"
INSERT_ROW = "INSERT INTO player_record (account) VALUES ($1)"


async def end_of_game(store: PostgresqlStore, id: str, swapped: bool) -> Commit:
    """The commit that ends a game of Ann and Bob; `swapped` exchanges their seats."""
    players = (BOB, ANN) if swapped else (ANN, BOB)
    game = await (await Game(store, id, run=store.runs.number, players=players).create()).start()
    step = game.step(game.command(p.Resign), players[0])
    return Commit(step.room, step.entries)


async def wait_for_lock_waits(address: Address, number: int) -> None:
    """Waits until this many transactions wait for a lock."""
    raw = await connect(address, "test looking")
    try:
        async with asyncio.timeout(10):
            while await raw.fetchval(COUNT_LOCK_WAITS) < number:
                pass
    finally:
        await raw.close()


@pytest.mark.parametrize("are_new", [True, False])
async def test_two_nodes_lock_player_rows_in_the_same_order(
    node: Open, address: Address, monkeypatch: pytest.MonkeyPatch, are_new: bool
) -> None:
    """While another transaction has the first player's row, neither node has the second's, so each
    locks the first row before the second. New players have no row to lock yet."""
    monkeypatch.setattr(module, "ATTEMPTS", 1)  # a deadlock would be an error
    async with node("a") as a, node("b") as b:
        nodes = {"a": a, "b": b}
        before = 0 if are_new else 1
        if not are_new:
            await a.log.commit(await end_of_game(a, "earlier", swapped=False))
        ends = {name: await end_of_game(nodes[name], f"game{name}", name == "b") for name in "ab"}
        raw = await connect(address, "test")
        try:
            transaction = raw.transaction()
            await transaction.start()
            await raw.execute(INSERT_ROW if are_new else LOCK_ROW, ANN.account)
            writes = [asyncio.create_task(nodes[name].log.commit(ends[name])) for name in "ab"]
            await wait_for_lock_waits(address, 2)
            await raw.execute("SET LOCAL lock_timeout = 1")
            await raw.execute(INSERT_ROW if are_new else f"{LOCK_ROW} NOWAIT", BOB.account)
            await transaction.rollback()
        finally:
            await raw.close()
        await asyncio.gather(*writes)
        for account in (ANN.account, BOB.account):
            assert await a.accounts.stats_of(account) == PlayerStats(games=before + 2)


async def test_all_games_are_counted_when_two_nodes_end_many(
    node: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ATTEMPTS", 1)
    async with node("a") as a, node("b") as b:
        for round in range(10):
            ends = [
                (store, await end_of_game(store, f"game{round}{swapped}{at}", swapped))
                for at, store in enumerate((a, b))
                for swapped in (False, True)
            ]
            await asyncio.gather(*(store.log.commit(end) for store, end in ends))
        assert await b.accounts.stats_of(ANN.account) == PlayerStats(games=40)
        assert await b.accounts.stats_of(BOB.account) == PlayerStats(games=40)


async def end_of_rated_game(store: PostgresqlStore, id: str, swapped: bool) -> Commit:
    """The commit that ends a rated game of Ann and Bob by resignation, after both have moved."""
    players = (BOB, ANN) if swapped else (ANN, BOB)
    setup = p.Setup(clock_starts="start", rated=True)
    game = Game(store, id, run=store.runs.number, players=players, setup=setup, heap=9)
    await (await (await game.create()).start()).play_moves("1", "1")
    step = game.step(game.command(p.Resign), players[0])
    return Commit(step.room, step.entries)


async def test_no_rating_is_lost_when_two_nodes_end_rated_games(
    node: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each change follows on the one before, whichever node has made it."""
    monkeypatch.setattr(module, "ATTEMPTS", 1)
    async with node("a") as a, node("b") as b:
        games = list[str]()
        for round in range(5):
            ends = [
                (store, await end_of_rated_game(store, f"game{round}{swapped}{at}", swapped))
                for at, store in enumerate((a, b))
                for swapped in (False, True)
            ]
            games += [end.room.id for _, end in ends]
            await asyncio.gather(*(store.log.commit(end) for store, end in ends))
        changes = [change for game in games for change in await b.ratings.changes_of(game)]
        assert len(changes) == 2 * len(games) == 40
        computed = replay(changes)
        assert sorted(computed.changes) == sorted(changes)
        for account in (ANN.account, BOB.account):
            rating, sequence = computed.ratings[account]
            assert sequence == len(games)
            assert await a.ratings.rating(account, "count", "bullet") == rating

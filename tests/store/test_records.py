"""How players' games end is counted with each end, and for older games by the migration."""

import sqlite3
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Abandon, AllLeft, Outage
from zeitnot_server.rooms.record import Record
from zeitnot_server.store.sqlite import SqliteStore, migrate

from .playing import ANN, BOB, Game, rules_for


async def both(store: SqliteStore) -> tuple[Record, Record]:
    return await store.accounts.record_of(ANN.account), await store.accounts.record_of(BOB.account)


async def test_a_game_with_a_result(store: SqliteStore) -> None:
    await (await (await Game(store).create()).start()).play_out("2", "2")
    assert await both(store) == (Record(1, 0, 0), Record(1, 0, 0))


async def test_an_abort_after_a_throw_is_the_aborters(store: SqliteStore) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.do(1, game.command(p.Abort))
    assert await both(store) == (Record(0, 1, 0), Record(0, 1, 1))


async def test_who_goes_away_before_all_have_moved(store: SqliteStore) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.do(None, Abandon(0))
    assert await both(store) == (Record(0, 1, 1), Record(0, 1, 0))


async def test_who_neither_moves_nor_comes_again_before_all_have_moved(store: SqliteStore) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.do(None, AllLeft())
    assert await both(store) == (Record(0, 1, 1), Record(0, 1, 0))


async def test_the_next_to_move_where_only_one_has(store: SqliteStore) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.move("1")
    await game.do(None, AllLeft())
    assert await both(store) == (Record(0, 1, 0), Record(0, 1, 1))


async def test_nobody_ends_a_game_that_all_have_moved_in_or_that_stood_still(
    store: SqliteStore,
) -> None:
    begun = await (await Game(store, "begun", die=True).create()).start()
    await begun.play_out("1", "1")
    still = await (await Game(store, "still", die=True).create()).start()
    await still.do(None, Outage(0))
    for game in (begun, still):
        await game.do(None, AllLeft())
    assert await both(store) == (Record(0, 2, 0), Record(0, 2, 0))


async def test_an_abort_without_a_throw_is_nothing(store: SqliteStore) -> None:
    game = await (await Game(store).create()).start()
    await game.do(0, game.command(p.Abort))
    assert await both(store) == (Record(), Record())


async def test_a_commit_that_conflicts_counts_nothing(store: SqliteStore) -> None:
    game = await (await Game(store).create()).start()
    await game.move("2")
    last = game.next_move("2")
    await store.log.commit(last)
    with pytest.raises(Exception, match="does not follow"):
        await store.log.commit(last)
    assert await both(store) == (Record(1, 0, 0), Record(1, 0, 0))


async def test_older_games_are_counted_by_the_migration(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    for number in range(3):
        await (await (await Game(store, f"won{number}").create()).start()).play_out("2", "2")
    for number, seat in enumerate((1, 1, 0)):
        game = await (await Game(store, f"dice{number}", die=True).create()).start()
        await game.do(seat, game.command(p.Abort))
    now = await both(store)
    await store.close()
    assert now == (Record(3, 3, 1), Record(3, 3, 2))
    config = migrate.config_for(migrate.directory())
    with migrate.opened(path) as connection:
        migrate.run(connection, config, "0003", down=True)
        connection.exec_driver_sql("UPDATE event SET seat = NULL WHERE kind = 'finished'")
        connection.commit()
    store = await SqliteStore.open(path, rules_for)
    assert await both(store) == now
    await store.close()


# ── handles ────────────────────────────────────────────────────────────────────────────────────


async def handles(store: SqliteStore, **changed: str) -> dict[str, str]:
    """Handles by names, after some have been set to what an older version made of them."""

    def work(connection: sqlite3.Connection) -> dict[str, str]:
        for name, handle in changed.items():
            connection.execute("UPDATE account SET handle = ? WHERE name = ?", (handle, name))
        return dict(connection.execute("SELECT name, handle FROM account WHERE bot"))

    return await store.write(work)


async def test_a_start_compares_names_by_todays_table(store: SqliteStore) -> None:
    await store.accounts.create_bot("Deep_Red")
    await store.accounts.create_bot("Blue")
    await handles(store, Deep_Red="an old form", Blue="deepred")
    await store.runs.begin()
    assert await handles(store) == {"Deep_Red": "deepred", "Blue": "biue"}


async def test_of_two_that_look_alike_now_the_older_has_the_handle(store: SqliteStore) -> None:
    await store.accounts.create_bot("Ponderer")
    await store.accounts.create_bot("Other")
    sql = "UPDATE account SET name = 'P0nderer', handle = 'pOnderer', created_at = created_at + 1"
    await store.write(lambda c: c.execute(f"{sql} WHERE name = 'Other'").rowcount)
    for _ in range(2):
        await store.runs.begin()
        assert await handles(store) == {"Ponderer": "ponderer", "P0nderer": "pOnderer"}

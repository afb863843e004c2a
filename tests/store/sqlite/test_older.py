"""Rows of older versions: migrations count players' statistics and find who has made an account,
and each start updates bots' handles (the form in which names are compared)."""

import sqlite3
from contextlib import closing
from pathlib import Path

import zeitnot_protocol as p
from zeitnot_server.profiles.people_store import FOLLOW
from zeitnot_server.rooms.players import PlayerStats
from zeitnot_server.store import AuditActor
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.sqlite import steps
from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import ANN, BOB, Game, rules_for


async def statistics(store: SqliteStore) -> tuple[PlayerStats, PlayerStats]:
    return await store.accounts.stats_of(ANN.account), await store.accounts.stats_of(BOB.account)


async def test_older_games_are_counted_by_the_migration(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    for number in range(3):
        await (await (await Game(store, f"won{number}").create()).start()).play_moves("2", "2")
    for number, seat in enumerate((1, 1, 0)):
        game = await (await Game(store, f"dice{number}", die=True).create()).start()
        await game.do(seat, game.command(p.Abort))
    expected = await statistics(store)
    await store.close()
    assert expected == (PlayerStats(3, 3, 1), PlayerStats(3, 3, 2))
    with steps.opened(path) as connection:
        steps.run(connection, "0003", down=True)
        connection.exec_driver_sql("UPDATE event SET seat = NULL WHERE kind = 'finished'")
        connection.commit()
    store = await SqliteStore.open(path, rules_for)
    assert await statistics(store) == expected
    await store.close()


async def test_the_migration_finds_who_has_made_an_account(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    teacher = AuditActor("0" * 16)
    await store.members.create(teacher, ["Kim", "Lou"])
    await store.members.create(AuditActor(OPERATOR), ["Sam"])
    expected = await store.members.listed("made", teacher.actor, None, 9)
    await store.close()
    assert [person.name for person in expected] == ["Lou", "Kim"]
    with steps.opened(path) as connection:
        steps.run(connection, "0017", down=True)
    store = await SqliteStore.open(path, rules_for)
    assert await store.members.listed("made", teacher.actor, None, 9) == expected
    assert await store.members.listed("made", OPERATOR, None, 9) == []
    await store.close()


async def handles(store: SqliteStore, **old_handles: str) -> dict[str, str]:
    """The bots' handles by name, after setting some to those of an older version."""

    def work(connection: sqlite3.Connection) -> dict[str, str]:
        for name, handle in old_handles.items():
            connection.execute("UPDATE account SET handle = ? WHERE name = ?", (handle, name))
        return dict(connection.execute("SELECT name, handle FROM account WHERE bot"))

    return await store.write(work)


async def test_follows_of_those_whom_a_block_separates_end(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    await store.close()
    with steps.opened(path) as connection:
        steps.run(connection, "0016", down=True)
    rows = [
        *(("a", "block", "b", True), ("a", "follow", "b", True), ("b", "follow", "a", True)),
        *(("a", "block", "c", False), ("c", "follow", "a", True), ("b", "follow", "c", True)),
    ]
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.executemany("INSERT INTO relation VALUES (?, ?, ?, 1, ?)", rows)
    store = await SqliteStore.open(path, rules_for)
    follows = {each: await store.people.related(each, FOLLOW) for each in "abc"}
    await store.close()
    assert follows == {"a": [], "b": ["c"], "c": ["a"]}


async def test_a_start_updates_the_handles_of_bots(store: SqliteStore) -> None:
    await store.accounts.create_bot("Deep_Red")
    await store.accounts.create_bot("Blue")
    await handles(store, Deep_Red="an old form", Blue="deepred")
    await store.runs.begin()
    assert await handles(store) == {"Deep_Red": "deepred", "Blue": "biue"}


async def test_the_older_of_two_confusable_names_keeps_the_handle(store: SqliteStore) -> None:
    await store.accounts.ensure_bot("Ponderer", "zn_one")
    await store.accounts.create_bot("Other")
    sql = "UPDATE account SET name = 'P0nderer', handle = 'pOnderer', created_at = created_at + 1"
    await store.write(lambda c: c.execute(f"{sql} WHERE name = 'Other'").rowcount)
    for _ in range(2):
        await store.runs.begin()
        assert await handles(store) == {"Ponderer": "ponderer", "P0nderer": "pOnderer"}

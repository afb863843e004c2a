"""The store as a whole: durability, exclusive use, events and counters."""

import pytest

from zeitnot_server.store import DatabaseInUse, ReadFailed, Store, WriteFailed

from ..playing import Game
from ..store_events import on_trouble
from .implementations import Database


async def test_data_survives_closing_the_store(database: Database) -> None:
    async with database.open() as store:
        game = await (await Game(store).create()).start()
        await game.play_moves("2", "1")
        ann = await store.accounts.create_guest("Ann")
        entries = await store.log.entries("game1")
    async with database.open() as store:
        assert await store.log.entries("game1") == entries
        loaded = await store.log.load("game1")
        assert loaded is not None
        assert loaded.room == game.room
        result = await store.accounts.find(ann.account)
        assert result is not None
        assert result.name == "Ann"


async def test_only_one_server_can_open_a_database(store: Store, database: Database) -> None:
    with pytest.raises(DatabaseInUse):
        async with database.open():
            pass
    await Game(store).create()  # the first server still works


async def test_a_new_store_has_no_trouble_and_no_damage(store: Store) -> None:
    received: list[str | None] = []
    on_trouble(store.events, received.append)
    await store.ping()
    assert (store.read_only_reason, store.waiting, dict(store.damage.found)) == (None, 0, {})
    assert (str(store.damage), received) == ("", [])
    store.damage.listen(lambda place, what: received.append(place))
    assert received == []


async def test_commits_are_counted(store: Store) -> None:
    await (await Game(store).create()).start()
    await store.ping()  # a commit is counted after its caller is answered
    assert sum(store.tally.commit_s.counts) == 5
    assert sum(store.tally.batch_rows.counts) == 5
    assert store.queries() >= 0


async def test_calls_after_close_raise(database: Database) -> None:
    store = await database.new_store()
    game = await Game(store).create()
    store.begin_checks()
    await store.close()
    with pytest.raises(WriteFailed):
        await game.create()
    with pytest.raises(ReadFailed):
        await store.log.entries("game1")

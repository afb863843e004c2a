"""Games with bots that never begin are ended; the store lists the unfinished games with bots."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.bots.unstarted import UNSTARTED_MS, expire_unstarted
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting import registry
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.registry import Registry, new_game_ids
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.rooms.room import Actor, Phase
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import Commit
from zeitnot_server.store.sqlite.store import SqliteStore

from .counted_games import ANN, BOB, CLOCK, DEEP, FREE, NOW_MS, CountedGames, room
from .hosted import Person


class Rooms:
    """Rooms with a separate store, and the counts of games with bots."""

    def __init__(self, store: SqliteStore) -> None:
        self.clock = AdjustedClock(1, lambda: 0, lambda: NOW_MS * 1_000_000)
        self.store = store
        self.registry = Registry(store, self.clock, NullFeed())
        self.count = CountedGames()

    async def add(self, age_ms: int, *players: Actor) -> str:
        """Stores an open room of this age. Returns its id."""
        created = room(new_game_ids().game, *players, age_ms=age_ms)
        await self.store.log.commit(Commit(created, created=(created,)))
        self.count.games.created(created)
        return created.id

    async def join(self, game: str, actor: Actor) -> None:
        """This actor enters the room."""
        room_actor = await self.registry.get(game)
        assert room_actor is not None
        person = Person(actor.account)
        person.viewer.actor = actor
        room_actor.post(Subscribe(person.viewer, 0))
        await person.until("presence")

    async def expire(self) -> None:
        """Runs the check once, and waits until the rooms are idle."""
        await expire_unstarted(self.store, self.registry, self.clock, self.count.games)
        while not all(actor._queue.empty() for actor in self.registry):  # noqa: ASYNC110  no event
            await asyncio.sleep(0)
        for _ in range(5):
            await asyncio.sleep(0)
        await self.store.ping()

    async def phase(self, game: str) -> Phase:
        loaded = await self.store.log.load(game)
        assert loaded is not None
        return loaded.room.phase


@pytest.fixture
async def rooms(tmp_path: Path) -> AsyncIterator[Rooms]:
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    created = Rooms(store)
    yield created
    await created.registry.close()
    await store.close()


async def test_a_game_in_which_only_the_bot_waits_ends(rooms: Rooms) -> None:
    old_game = await rooms.add(UNSTARTED_MS + 1, ANN, DEEP)
    without_viewers = await rooms.add(UNSTARTED_MS + 1, BOB, DEEP)
    young_game = await rooms.add(UNSTARTED_MS - 1, ANN, DEEP)
    without_bot = await rooms.add(UNSTARTED_MS + 1, ANN, BOB)
    with_unlimited_bot = await rooms.add(UNSTARTED_MS + 1, ANN, FREE)
    await rooms.join(old_game, DEEP)
    await rooms.expire()
    phases = [
        await rooms.phase(game)
        for game in (old_game, without_viewers, young_game, without_bot, with_unlimited_bot)
    ]
    assert phases == [Phase.FINISHED, Phase.FINISHED, Phase.OPEN, Phase.OPEN, Phase.OPEN]


async def test_a_declined_game_in_which_nobody_waits_ends(rooms: Rooms) -> None:
    declined, waited_for = [await rooms.add(UNSTARTED_MS + 1, ANN, FREE) for _ in range(2)]
    for game in (declined, waited_for):
        rooms.count.games.count_existing(game, [], ANN.account, CLOCK)
    await rooms.join(waited_for, ANN)
    await rooms.expire()
    assert await rooms.phase(declined) is Phase.FINISHED
    assert await rooms.phase(waited_for) is Phase.OPEN


async def test_a_spectator_keeps_the_game_open(rooms: Rooms) -> None:
    game = await rooms.add(2 * UNSTARTED_MS, ANN, DEEP)
    await rooms.join(game, DEEP)
    await rooms.join(game, ANN)
    await rooms.expire()
    assert await rooms.phase(game) is Phase.OPEN


async def test_open_games_do_not_delay_others(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MAX_ENDED_PER_SWEEP", 1)
    visited = await rooms.add(2 * UNSTARTED_MS, ANN, DEEP)
    await rooms.join(visited, ANN)
    remaining = await rooms.add(UNSTARTED_MS + 1, BOB, DEEP)
    await rooms.expire()
    assert [await rooms.phase(visited), await rooms.phase(remaining)] == [
        Phase.OPEN,
        Phase.FINISHED,
    ]


async def test_a_game_that_cannot_be_loaded_does_not_keep_others_open(rooms: Rooms) -> None:
    bad_game = await rooms.add(UNSTARTED_MS + 2, ANN, DEEP)
    good_game = await rooms.add(UNSTARTED_MS + 1, BOB, DEEP)
    await rooms.store.write(
        lambda c: c.execute("UPDATE game SET game_type = 'lost' WHERE id = ?", (bad_game,))
    )
    await rooms.expire()
    assert await rooms.phase(good_game) is Phase.FINISHED


async def test_the_store_lists_unfinished_bot_games(rooms: Rooms) -> None:
    game = await rooms.add(0, DEEP, ANN)
    await rooms.add(0, BOB, ANN)
    (result,) = await rooms.store.games.of_bots()
    assert result == (game, ("Deep",), "a", CLOCK, None)


async def test_the_store_knows_the_creator_and_address_of_a_bot_game(rooms: Rooms) -> None:
    ann = await rooms.store.accounts.create_guest("Ann", "192.0.2.1")
    created = room("game", DEEP, BOB)
    created = replace(created, game_setup=replace(created.game_setup, creator=ann.account))
    await rooms.store.log.commit(Commit(created, created=(created,)))
    (result,) = await rooms.store.games.of_bots()
    assert (result.account, result.address) == (ann.account, "192.0.2.1")

"""Open rooms without a player present are ended after a while; all others stay."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.registry import Registry, new_game_ids
from zeitnot_server.hosting.room.inbox import ClientCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.rooms.room import GameSetup, Phase, Room
from zeitnot_server.rooms.timeouts import EXPIRES_AFTER_MS
from zeitnot_server.store import Commit
from zeitnot_server.store.sqlite.store import SqliteStore

from .hosted import Person

NOW_MS = 1_700_000_000_000


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    yield opened
    await opened.close()


@pytest.fixture
async def registry(store: SqliteStore) -> AsyncIterator[Registry]:
    clock = AdjustedClock(1, lambda: 0, lambda: NOW_MS * 1_000_000)
    created = Registry(store, clock, NullFeed())
    yield created
    await created.close()


async def create_open_room(store: SqliteStore, age_ms: int) -> str:
    """The id of a game with two open seats that was created `age_ms` ago."""
    created, rules = new_game_ids(), rules_for("tictactoe", {})
    control = p.Control(kind="unlimited")
    game_setup = GameSetup(
        created.game, rules, rules.settings, control, created.seed, NOW_MS - age_ms, (None, None)
    )
    room = Room.new(game_setup)
    await store.log.commit(Commit(room, created=(room,)))
    return created.game


async def phase_of(store: SqliteStore, game: str) -> Phase:
    loaded = await store.log.load(game)
    assert loaded is not None
    return loaded.room.phase


async def wait_until_idle(store: SqliteStore, registry: Registry) -> None:
    """Waits until every room without viewers is idle."""
    while not all(actor.idle or actor.audience.viewers for actor in registry):  # noqa: ASYNC110
        await asyncio.sleep(0)
    await store.ping()


async def test_an_old_empty_room_is_aborted(store: SqliteStore, registry: Registry) -> None:
    old_game = await create_open_room(store, EXPIRES_AFTER_MS + 1)
    young_game = await create_open_room(store, EXPIRES_AFTER_MS - 1)
    await registry.expire()
    await wait_until_idle(store, registry)
    loaded = await store.log.load(old_game)
    assert loaded is not None
    assert loaded.room.finished is not None
    assert (loaded.room.finished.reason, loaded.room.finished.scores) == ("aborted", None)
    assert await phase_of(store, young_game) is Phase.OPEN


async def test_a_waiting_player_keeps_the_room_open(store: SqliteStore, registry: Registry) -> None:
    game = await create_open_room(store, 2 * EXPIRES_AFTER_MS)
    room_actor = await registry.get(game)
    assert room_actor is not None
    ann = Person("ann")
    room_actor.post(Subscribe(ann.viewer, 0))
    await ann.until("presence")
    await registry.expire()
    await wait_until_idle(store, registry)
    assert await phase_of(store, game) is Phase.OPEN


async def test_a_simultaneous_visitor_keeps_the_room_open(
    store: SqliteStore, registry: Registry
) -> None:
    """The newcomer's `Subscribe` precedes the command that ends the game in the room's queue."""
    game = await create_open_room(store, 2 * EXPIRES_AFTER_MS)
    await registry.expire()
    room_actor = await registry.get(game)
    assert room_actor is not None
    ann = Person("ann")
    room_actor._queue._priority_items.appendleft((0, Subscribe(ann.viewer, 0)))
    await ann.until("presence")
    room_actor.post(ClientCommand(ann.viewer, p.Sit(game=game, id="c1"), 0))
    assert (await ann.until("ack"))["id"] == "c1"
    assert await phase_of(store, game) is Phase.OPEN

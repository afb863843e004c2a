"""The registry when a room is created, and when the registry is closed."""

import asyncio

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting.registry import Registry
from zeitnot_server.hosting.room.events import RoomCreated
from zeitnot_server.hosting.room.inbox import ClientCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import Commit
from zeitnot_server.store.errors import ReadOnly
from zeitnot_server.store.sqlite.store import SqliteStore

from .counted_games import ANN, BOB, room
from .hosted import Person
from .test_expiry import store

__all__ = ["store"]

GAME = "a" * 10


class RecordingFeed(NullFeed):
    """Records the games that are published."""

    def __init__(self) -> None:
        self.games = list[str]()

    def room_state(self, summary: p.GameSummary) -> None:
        self.games.append(summary.id)


def new_registry(store: SqliteStore, feed: NullFeed | None = None) -> Registry:
    return Registry(store, AdjustedClock(1, lambda: 0, lambda: 0), feed or NullFeed())


@pytest.mark.parametrize("listed", [True, False])
async def test_every_created_listed_game_is_published(store: SqliteStore, listed: bool) -> None:
    """A rematch, which another room creates, is published too."""
    feed = RecordingFeed()
    new_registry(store, feed)
    created = room(GAME, ANN, BOB)
    created = replace(created, game_setup=replace(created.game_setup, listed=listed))
    store.events.publish(RoomCreated(created))
    assert feed.games == [GAME] * listed


async def test_a_closed_registry_creates_and_starts_no_room(store: SqliteStore) -> None:
    registry = new_registry(store)
    await registry.close()
    with pytest.raises(ReadOnly):
        await registry.create(room(GAME, ANN, BOB))
    assert await store.log.load(GAME) is None
    assert list(registry) == []


async def test_a_room_stored_while_the_registry_closes_does_not_start(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = new_registry(store)
    commit = store.log.commit

    async def closing(created: Commit) -> None:
        await commit(created)
        await registry.close()

    monkeypatch.setattr(store.log, "commit", closing)
    with pytest.raises(ReadOnly):
        await registry.create(room(GAME, ANN, BOB))
    assert list(registry) == []
    assert not [task for task in asyncio.all_tasks() if task.get_name() == f"room {GAME}"]


async def test_a_room_read_while_the_registry_closes_does_not_start(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = room(GAME, ANN, BOB)
    await store.log.commit(Commit(created, created=(created,)))
    registry = new_registry(store)
    loading = asyncio.create_task(registry.get(GAME))
    await asyncio.sleep(0)
    await registry.close()
    with pytest.raises(ReadOnly):
        await loading
    assert list(registry) == []


async def test_a_room_requested_during_its_creation_has_one_actor(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry, before = new_registry(store), asyncio.all_tasks()
    commit = store.log.commit

    async def commit_and_get(created: Commit) -> None:
        await commit(created)
        assert await registry.get(GAME) is not None

    monkeypatch.setattr(store.log, "commit", commit_and_get)
    created = await registry.create(room(GAME, ANN, BOB))
    assert created is await registry.get(GAME)
    assert list(registry) == [created]
    started = asyncio.all_tasks() - before
    assert [task.get_name() for task in started if "room" in task.get_name()] == [f"room {GAME}"]
    await registry.close()


@pytest.mark.parametrize("is_running", [True, False])
async def test_closing_the_registry_stops_timers_and_tasks_of_rooms(
    store: SqliteStore, is_running: bool
) -> None:
    """A timer or a task would find the database closed."""
    registry, before = new_registry(store), asyncio.all_tasks()
    room_actor = await registry.create(room(GAME, ANN, BOB))
    people = [Person("Ann"), Person("Bob")]
    for actor, person in zip((ANN, BOB), people, strict=True):
        person.viewer.actor = actor
        room_actor.post(Subscribe(person.viewer, 0))
        for command in (p.Sit(game=GAME, id="s"), p.Ready(game=GAME, id="r", salt="s"))[
            : 1 + is_running
        ]:
            room_actor.post(ClientCommand(person.viewer, command, 0))
    for person in people:
        await person.until("started" if is_running else "seated")
    late = Subscribe(Person(None).viewer, 0)
    late.viewer.send(p.Error(code="busy", message="not read"))
    room_actor._long_catch_ups.send(late, room_actor.room, None, room_actor._queue)
    await room_actor.wait_until_idle()
    assert (room_actor.deadlines._timer is not None) is is_running
    await registry.close()
    assert room_actor.closed
    assert room_actor.deadlines._timer is None
    assert not any(person.cut for person in people), "their sockets are asked to reconnect"
    assert all(task.cancelling() or task.done() for task in asyncio.all_tasks() - before)

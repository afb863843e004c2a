"""After a restart lobby and feed have the unfinished games, although no room has been loaded."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.registry import Registry, new_game_ids
from zeitnot_server.hosting.room.inbox import ClientCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.lobby import republish
from zeitnot_server.lobby.service import LobbyService
from zeitnot_server.rooms.room import GameSetup, Room
from zeitnot_server.rooms.summary import summary
from zeitnot_server.store import Commit, ReadFailed
from zeitnot_server.store.sqlite.store import SqliteStore

from .hosted import Person
from .test_all_left import running_game

UNLIMITED = p.Control(kind="unlimited")


class RecordingFeed(NullFeed):
    """A feed that records the newest summary of each game."""

    def __init__(self) -> None:
        self.summaries: dict[str, p.GameSummary] = {}

    def room_state(self, summary: p.GameSummary) -> None:
        self.summaries[summary.id] = summary


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    yield opened
    await opened.close()


def new_registry(store: SqliteStore) -> Registry:
    return Registry(store, AdjustedClock(1, lambda: 0, lambda: 0), NullFeed())


async def create_open_game(store: SqliteStore, *, listed: bool = True) -> str:
    created, rules = new_game_ids(), rules_for("tictactoe", {})
    game_setup = GameSetup(
        created.game, rules, rules.settings, UNLIMITED, created.seed, 7, (None, None), listed=listed
    )
    room = Room.new(game_setup)
    await store.log.commit(Commit(room, created=(room,)))
    return created.game


async def republish_games(store: SqliteStore, registry: Registry) -> tuple[RecordingFeed, p.Lobby]:
    """Republishes the stored games. Returns the feed and the lobby."""
    feed = RecordingFeed()
    service = LobbyService(registry, store, feed)
    await republish.republish(store, registry, service, feed)
    return feed, service._snapshot().lobby()


async def test_all_games_are_announced_and_none_is_loaded(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(republish, "PAGE", 2)
    waiting = {await create_open_game(store) for _ in range(5)}
    await create_open_game(store, listed=False)
    before = new_registry(store)
    running = [
        (await running_game(store, before, Person("ann"), Person("bob"))).room.id for _ in range(3)
    ]
    await before.close()
    after = new_registry(store)
    feed, lobby = await republish_games(store, after)
    assert set(feed.summaries) == waiting | set(running)
    assert {game.id for game in lobby.running} == set(running)
    assert list(after) == []


async def test_a_loaded_room_takes_precedence_over_its_row(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It updates the lobby itself, here when its count of spectators is sent."""
    unloaded: list[p.GameSummary] = []
    monkeypatch.setattr(LobbyService, "add_unloaded", lambda _, game: unloaded.append(game))
    registry = new_registry(store)
    room_actor = await running_game(store, registry, Person("ann"), Person("bob"))
    loaded = summary(room_actor.room)
    feed, _ = await republish_games(store, registry)
    assert feed.summaries == {room_actor.room.id: loaded}
    assert unloaded == []
    await registry.close()


async def test_an_unloaded_room_stays_in_the_lobby(store: SqliteStore) -> None:
    game_server = GameServer(store, AdjustedClock(1, lambda: 0, lambda: 0), NullFeed())
    ann, bob = Person("ann"), Person("bob")
    room_actor = await running_game(store, game_server.registry, ann, bob)
    game = room_actor.room.id
    for person in (ann, bob):
        room_actor.disconnected(person.viewer)
    for _ in range(2):
        await game_server.registry.unload_idle()
    assert game not in game_server.registry
    assert [row.id for row in game_server.lobby.service._snapshot().running] == [game]

    loaded, returning = await game_server.registry.get(game), Person("ann")
    assert loaded is not None
    loaded.post(Subscribe(returning.viewer, 0))
    loaded.post(ClientCommand(returning.viewer, p.Resign(game=game, id="resign"), 0))
    await returning.until("finished")
    assert game_server.lobby.service._snapshot().running == ()
    await game_server.close()


async def test_a_failed_read_is_repeated(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(republish, "RETRY_SECONDS", 0)
    game, read, failures = await create_open_game(store), store.games.public_after, 1

    async def failing(state: str, last: tuple[int, str], limit: int) -> list[p.GameSummary]:
        nonlocal failures
        if failures:
            failures -= 1
            raise ReadFailed("The disk is busy.")
        return await read(state, last, limit)

    monkeypatch.setattr(store.games, "public_after", failing)
    feed, _ = await asyncio.wait_for(republish_games(store, new_registry(store)), 30)
    assert set(feed.summaries) == {game}

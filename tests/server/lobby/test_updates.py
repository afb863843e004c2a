"""The lobby's updates: their content, their timing and their chunks. Each text is encoded once for
all watchers."""

import asyncio

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room import audience
from zeitnot_server.hosting.room.inbox import ClientCommand
from zeitnot_server.lobby import service as lobby
from zeitnot_server.lobby import snapshot
from zeitnot_server.rooms.room import Actor

from ..hosted import Person
from ..test_all_left import running_game
from .harness import Harness, LobbyClient, own_game_ids


async def test_moves_are_sent_by_the_periodic_update_only(harness: Harness) -> None:
    people = Person("ann"), Person("bob")
    room_actor = await running_game(harness.store, harness.registry, *people)
    watcher = LobbyClient(None)
    await harness.service.join(watcher.watcher)
    assert [row.id for row in (await watcher.next()).running] == [room_actor.room.id]
    harness.service._dirty.clear()
    room_actor.post(
        ClientCommand(
            people[0].viewer, p.Move(game=room_actor.room.id, id="m", ply=0, move="a1"), 0
        )
    )
    await people[0].until("moved")
    assert not harness.service._dirty.is_set()
    await harness.check()  # as the lobby does every two seconds
    (row,) = (await watcher.next()).running
    assert row.moves == 1
    (change,) = (each for each in watcher.received if isinstance(each, p.LobbyChanged))
    assert (change.open, change.running, change.bots, change.yours) == (
        None,
        None,
        None,
        None,
    )
    await harness.check()
    assert watcher.watcher.send_queue.empty, "nothing has changed, so nothing is sent"


async def test_clients_without_deltas_get_fewer_updates(harness: Harness) -> None:
    people = Person("ann"), Person("bob")
    room_actor = await running_game(harness.store, harness.registry, *people)
    legacy = LobbyClient(None, changes=False)
    await harness.service.join(legacy.watcher)
    await legacy.next()
    room_actor.post(
        ClientCommand(
            people[0].viewer, p.Move(game=room_actor.room.id, id="m", ply=0, move="a1"), 0
        )
    )
    await people[0].until("moved")
    await harness.check()
    assert legacy.watcher.send_queue.empty
    await harness.service._send_updates(positions_to_all=True)
    assert (await legacy.next()).running[0].moves == 1
    await harness.service._send_updates(positions_to_all=True)
    assert legacy.watcher.send_queue.empty


async def test_many_watchers_get_one_encoded_text_in_chunks(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand watchers: one frame is encoded, no reads are made, and the loop runs in
    between."""
    crowd = [LobbyClient(None) for _ in range(1_000)]
    for person in crowd:
        await harness.service.join(person.watcher)
        await person.watcher.send_queue.get()
    encoded: list[object] = []
    encode = p.encode

    def counted(message: object) -> str:
        encoded.append(message)
        return encode(message)

    await running_game(harness.store, harness.registry, Person("bob"), Person("carl"))
    monkeypatch.setattr(p, "encode", counted)
    chunk_sizes: list[int] = []

    def n_notified() -> int:
        return sum(not client.watcher.send_queue.empty for client in crowd)

    update = asyncio.create_task(harness.check())
    while not update.done():
        n_before = n_notified()
        await asyncio.sleep(0)
        chunk_sizes.append(n_notified() - n_before)
    assert max(chunk_sizes) <= audience.FANOUT_CHUNK
    assert n_notified() == 1_000
    assert len([message for message in encoded if isinstance(message, p.LobbyChanged)]) == 1
    frames = {await client.watcher.send_queue.get() for client in crowd}
    assert len(frames) == 1
    assert harness.reads == []


async def test_a_watcher_joining_during_an_update_gets_it_once(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "FANOUT_CHUNK", 1)
    early = [LobbyClient(None) for _ in range(3)]
    for person in early:
        await harness.service.join(person.watcher)
        await person.next()
    room_actor = await running_game(harness.store, harness.registry, Person("bob"), Person("carl"))
    update = asyncio.create_task(harness.check())
    await asyncio.sleep(0)
    joining = LobbyClient(None)
    await harness.service.join(joining.watcher)
    harness.service.leave(early[2].watcher)
    await update
    assert [row.id for row in (await joining.next()).running] == [room_actor.room.id]
    assert joining.watcher.send_queue.empty
    assert early[2].watcher.send_queue.empty
    for person in early[:2]:
        assert [row.id for row in (await person.next()).running] == [room_actor.room.id]


async def test_a_slow_reader_has_one_pending_lobby(harness: Harness) -> None:
    """Ann's list of games changes three times while she does not read; then she gets the newest."""
    ann = LobbyClient(changes=False)
    await harness.service.join(ann.watcher)
    games = [await harness.new_game() for _ in range(3)]
    waiting_bytes = ann.watcher.send_queue.waiting_bytes
    person = Person("ann")
    for room_actor in games:
        room_actor.post(
            ClientCommand(person.viewer, p.Sit(game=room_actor.room.id, id="s", seat=0), 0)
        )
        await room_actor.wait_until_idle()
        await harness.check()
    assert ann.watcher.send_queue.waiting_bytes == waiting_bytes
    assert not ann.cut.is_set()
    await ann.next()
    assert sorted(own_game_ids(await ann.next())) == sorted(
        room_actor.room.id for room_actor in games
    )
    assert ann.watcher.send_queue.empty


async def test_own_games_are_encoded_once_for_all_sockets(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    sockets = [LobbyClient(changes=number % 2 == 0) for number in range(10)]
    for person in sockets:
        await harness.service.join(person.watcher)
        await person.next()
    created = await harness.new_game()
    encoded: list[object] = []
    encode = p.encode

    def counted(message: object) -> str:
        encoded.append(message)
        return encode(message)

    monkeypatch.setattr(p, "encode", counted)
    await harness.check()
    assert len([message for message in encoded if isinstance(message, list)]) == 1
    monkeypatch.undo()
    frames = {id(await person.watcher.send_queue.get()) for person in sockets[1::2]}
    assert len(frames) == 1, "all sockets share one text"
    assert own_game_ids(await sockets[0].next()) == [created.room.id]


async def test_long_frames_are_sent_in_smaller_chunks(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "FANOUT_CHARACTERS", 1)
    sockets = [LobbyClient(None) for _ in range(5)]
    for person in sockets:
        await harness.service.join(person.watcher)
        await person.next()
    await running_game(harness.store, harness.registry, Person("bob"), Person("carl"))
    update = asyncio.create_task(harness.check())
    for n_received in range(1, 6):
        await asyncio.sleep(0)
        assert sum(not each.watcher.send_queue.empty for each in sockets) == n_received
    await update


async def test_the_cache_of_encoded_frames_is_bounded(harness: Harness) -> None:
    for number in range(3 * snapshot.MAX_FULL_FRAMES):
        await harness.service.join(LobbyClient(Actor(f"acc-{number}", "somebody")).watcher)
    assert len(harness.service._full_frames) <= snapshot.MAX_FULL_FRAMES
    await harness.check()
    assert not harness.service._full_frames

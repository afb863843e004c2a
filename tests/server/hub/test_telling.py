"""What the lobby tells, how often, and in chunks: a text is encoded once for all."""

import asyncio

import pytest

import zeitnot_protocol as p
from zeitnot_server.play import lobby, spectators
from zeitnot_server.play.terms import ClientCommand
from zeitnot_server.rooms.room import Actor

from ..hosted import Person
from ..test_all_left import begun
from .hall import Hall, Somebody, yours


async def test_moves_alone_send_nothing(hall: Hall) -> None:
    people = Person("ann"), Person("bob")
    room_actor = await begun(hall.store, hall.registry, *people)
    watcher = Somebody(None)
    await hall.hub.join(watcher.watcher)
    assert [row.id for row in (await watcher.next()).running] == [room_actor.room.id]
    hall.hub._dirty.clear()
    room_actor.post(
        ClientCommand(
            people[0].viewer, p.Move(game=room_actor.room.id, id="m", ply=0, move="a1"), 0
        )
    )
    await people[0].until("moved")
    assert not hall.hub._dirty.is_set()
    await hall.check()  # as it does every two seconds
    (row,) = (await watcher.next()).running
    assert row.moves == 1
    (told,) = (each for each in watcher.heard if isinstance(each, p.LobbyChanged))
    assert (told.open, told.running, told.bots, told.yours) == (None, None, None, None)
    await hall.check()
    assert watcher.watcher.outbox.empty, "nothing has changed, and nobody is told"


async def test_clients_without_deltas_get_fewer_updates(hall: Hall) -> None:
    people = Person("ann"), Person("bob")
    room_actor = await begun(hall.store, hall.registry, *people)
    old = Somebody(None, changes=False)
    await hall.hub.join(old.watcher)
    await old.next()
    room_actor.post(
        ClientCommand(
            people[0].viewer, p.Move(game=room_actor.room.id, id="m", ply=0, move="a1"), 0
        )
    )
    await people[0].until("moved")
    await hall.check()
    assert old.watcher.outbox.empty
    await hall.hub._tell(positions_to_all=True)
    assert (await old.next()).running[0].moves == 1
    await hall.hub._tell(positions_to_all=True)
    assert old.watcher.outbox.empty


async def test_many_watchers_get_one_encoded_text_in_chunks(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand watchers: one frame encoded, no queries, and others have their turn meanwhile."""
    crowd_ = [Somebody(None) for _ in range(1_000)]
    for somebody in crowd_:
        await hall.hub.join(somebody.watcher)
        await somebody.watcher.outbox.get()
    encoded: list[object] = []
    encode = p.encode

    def counted(message: object) -> str:
        encoded.append(message)
        return encode(message)

    await begun(hall.store, hall.registry, Person("bob"), Person("carl"))
    monkeypatch.setattr(p, "encode", counted)
    told_at_once: list[int] = []

    def told() -> int:
        return sum(not each.watcher.outbox.empty for each in crowd_)

    telling = asyncio.create_task(hall.check())
    while not telling.done():
        before = told()
        await asyncio.sleep(0)
        told_at_once.append(told() - before)
    assert max(told_at_once) <= spectators.FANOUT_CHUNK
    assert told() == 1_000
    assert len([each for each in encoded if isinstance(each, p.LobbyChanged)]) == 1
    frames = {await each.watcher.outbox.get() for each in crowd_}
    assert len(frames) == 1
    assert hall.reads == []


async def test_a_watcher_joining_during_an_update_gets_it_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "FANOUT_CHUNK", 1)
    early = [Somebody(None) for _ in range(3)]
    for somebody in early:
        await hall.hub.join(somebody.watcher)
        await somebody.next()
    room_actor = await begun(hall.store, hall.registry, Person("bob"), Person("carl"))
    telling = asyncio.create_task(hall.check())
    await asyncio.sleep(0)
    late = Somebody(None)
    await hall.hub.join(late.watcher)
    hall.hub.leave(early[2].watcher)
    await telling
    assert [row.id for row in (await late.next()).running] == [room_actor.room.id]
    assert late.watcher.outbox.empty
    assert early[2].watcher.outbox.empty
    for somebody in early[:2]:
        assert [row.id for row in (await somebody.next()).running] == [room_actor.room.id]


async def test_a_slow_reader_has_one_pending_state(hall: Hall) -> None:
    """However often her long list changes; then she gets it as it stands."""
    ann = Somebody(changes=False)
    await hall.hub.join(ann.watcher)
    games = [await hall.new_game() for _ in range(3)]
    held = ann.watcher.outbox.waiting_bytes
    person = Person("ann")
    for room_actor in games:
        room_actor.post(
            ClientCommand(person.viewer, p.Sit(game=room_actor.room.id, id="s", seat=0), 0)
        )
        await room_actor.rested()
        await hall.check()
    assert ann.watcher.outbox.waiting_bytes == held
    assert not ann.cut.is_set()
    await ann.next()
    assert sorted(yours(await ann.next())) == sorted(room_actor.room.id for room_actor in games)
    assert ann.watcher.outbox.empty


async def test_own_games_are_encoded_once_for_all_sockets(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    sockets = [Somebody(changes=number % 2 == 0) for number in range(10)]
    for somebody in sockets:
        await hall.hub.join(somebody.watcher)
        await somebody.next()
    made = await hall.new_game()
    encoded: list[object] = []
    encode = p.encode

    def counted(message: object) -> str:
        encoded.append(message)
        return encode(message)

    monkeypatch.setattr(p, "encode", counted)
    await hall.check()
    assert len([each for each in encoded if isinstance(each, list)]) == 1
    monkeypatch.undo()
    frames = {id(await somebody.watcher.outbox.get()) for somebody in sockets[1::2]}
    assert len(frames) == 1, "one text for all of them"
    assert yours(await sockets[0].next()) == [made.room.id]


async def test_long_frames_are_sent_in_smaller_chunks(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "FANOUT_CHARACTERS", 1)
    sockets = [Somebody(None) for _ in range(5)]
    for somebody in sockets:
        await hall.hub.join(somebody.watcher)
        await somebody.next()
    await begun(hall.store, hall.registry, Person("bob"), Person("carl"))
    telling = asyncio.create_task(hall.check())
    for told in range(1, 6):
        await asyncio.sleep(0)
        assert sum(not each.watcher.outbox.empty for each in sockets) == told
    await telling


async def test_the_cache_of_encoded_frames_is_bounded(hall: Hall) -> None:
    for number in range(3 * lobby.WHOLES_KEPT):
        await hall.hub.join(Somebody(Actor(f"acc-{number}", "somebody")).watcher)
    assert len(hall.hub._wholes) <= lobby.WHOLES_KEPT
    await hall.check()
    assert not hall.hub._wholes

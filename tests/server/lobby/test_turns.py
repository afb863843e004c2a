"""The lobby sends each player whose turn it is in the player's games: a few bytes per move, in the
periodic update, and to no one else."""

import json

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room import audience
from zeitnot_server.hosting.room.deadlines import POSTPONE_MS
from zeitnot_server.hosting.room.inbox import ClientCommand, Subscribe
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.lobby import own_games
from zeitnot_server.rooms.absence import patience_ms
from zeitnot_server.rooms.room import Actor

from ..hosted import Person
from ..test_all_left import BLITZ, running_game
from .harness import Harness, LobbyClient

DAY_MS = 86_400_000
DAYS = p.Control(kind="correspondence", days=2)


async def move(room_actor: RoomActor, person: Person, ply: int, text: str) -> None:
    command = p.Move(game=room_actor.room.id, id=f"m{ply}", ply=ply, move=text)
    room_actor.post(ClientCommand(person.viewer, command, 0))
    while (await person.until("ack"))["id"] != command.id:
        pass


async def join(harness: Harness, *clients: LobbyClient) -> None:
    for client in clients:
        await harness.service.join(client.watcher)
        await client.next()


async def test_players_are_notified_of_each_turn(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "SPECTATOR_COUNT_SECONDS", DAY_MS)  # it would be another change
    people = Person("ann"), Person("bob")
    room_actor = await running_game(harness.store, harness.registry, *people, control=DAYS)
    while (await people[1].until("ack"))["id"] != "ready":
        pass  # the lobby learns of the start before this ack is sent
    ann, bob = LobbyClient(), LobbyClient(Actor("acc-bob", "bob"))
    await join(harness, ann, bob)
    assert ann.lobby is not None
    (row,) = ann.lobby.yours
    assert (row.you, row.turn, row.turn_ends_at) == (0, 0, 2 * DAY_MS)
    await harness.check()
    assert ann.watcher.send_queue.empty, "no player has moved yet"
    await move(room_actor, people[0], 0, "a1")
    await harness.check()
    for client, you in ((ann, 0), (bob, 1)):
        (row,) = (await client.until(lambda seen: seen.yours[0].turn == 1)).yours
        assert (row.moves, row.you, row.turn_ends_at) == (1, you, 2 * DAY_MS)
        changes = [each for each in client.received if isinstance(each, p.LobbyChanged)]
        assert [each.yours for each in changes] == [None] * len(changes), (
            "the rows of the list are not resent"
        )
    assert harness.reads == ["acc-ann", "acc-bob"]


async def ends_of_absences(harness: Harness, client: LobbyClient) -> list[int | None]:
    """The ends of absences in the next update."""
    before = len(client.received)
    await harness.check()
    lobby = await client.until(lambda seen: len(client.received) > before)
    return lobby.yours[0].absences_end_at


async def test_players_see_until_when_the_game_waits_for_an_absent_one(
    harness: Harness,
) -> None:
    """The lobby sends it when the countdown begins, is postponed or ends, and also to a player who
    connects later."""
    people = Person("ann"), Person("bob")
    room_actor = await running_game(harness.store, harness.registry, *people, control=BLITZ)
    ann, bob = LobbyClient(), LobbyClient(Actor("acc-bob", "bob"))
    await join(harness, ann, bob)
    assert ann.lobby is not None
    assert ann.lobby.yours[0].absences_end_at == []
    room_actor.disconnected(people[0].viewer)
    now_ms, patience = harness.registry.now().wall, patience_ms(BLITZ)
    assert patience is not None
    for client in (ann, bob):
        assert await ends_of_absences(harness, client) == [now_ms + patience, None]
    late = LobbyClient()
    await join(harness, late)
    assert late.lobby is not None
    assert late.lobby.yours[0].absences_end_at == [now_ms + patience, None]
    room_actor.postpone_countdowns("acc-ann")
    assert await ends_of_absences(harness, ann) == [now_ms + patience + POSTPONE_MS, None]
    room_actor.post(Subscribe(Person("ann").viewer, 0))
    await room_actor.wait_until_idle()
    assert await ends_of_absences(harness, ann) == []


async def test_bots_and_strangers_get_no_turns(harness: Harness) -> None:
    people = Person("ann"), Person("robot", bot=True)
    room_actor = await running_game(harness.store, harness.registry, *people)
    others = LobbyClient(None), LobbyClient(Actor("x", "Xan")), LobbyClient(people[1].viewer.actor)
    await join(harness, *others)
    await move(room_actor, people[0], 0, "a1")
    await harness.check()
    for other in others:
        while not other.watcher.send_queue.empty:
            message = json.loads(await other.watcher.send_queue.get())
            assert "turns" not in message


async def test_a_turn_is_encoded_once_with_the_position_for_spectators(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = Person("ann"), Person("bob")
    room_actor = await running_game(harness.store, harness.registry, *people)
    tabs = [LobbyClient() for _ in range(3)] + [LobbyClient(Actor("acc-bob", "bob"))]
    await join(harness, *tabs)
    await move(room_actor, people[0], 0, "a1")
    await move(room_actor, people[1], 1, "b1")
    encoded: list[p.GameTurn] = []
    encode = p.encode

    def counted(message: object) -> str:
        if isinstance(message, p.GameTurn):
            encoded.append(message)
        return encode(message)

    monkeypatch.setattr(p, "encode", counted)
    await harness.check()
    assert len(encoded) == 1
    assert encoded[0].position == room_actor.room.position(None)
    for tab in tabs:
        assert (await tab.until(lambda seen: seen.yours[0].moves == 2)).at == 0


async def test_a_truncated_list_of_games_is_resent_after_a_move(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = Person("ann"), Person("bob")
    rooms = [await running_game(harness.store, harness.registry, *people) for _ in range(2)]
    ann = LobbyClient()
    await join(harness, ann)
    monkeypatch.setattr(own_games, "MAX_SHOWN", 1)
    await move(rooms[0], people[0], 0, "a1")
    await harness.check()
    lobby = await ann.until(lambda seen: len(seen.yours) == 1)
    assert lobby.yours[0].id == rooms[1].room.id, "it is Ann's turn there"


async def test_a_turn_is_kept_when_its_room_is_unloaded(harness: Harness) -> None:
    people = Person("ann"), Person("bob")
    room_actor = await running_game(harness.store, harness.registry, *people, control=DAYS)
    early = LobbyClient()
    await join(harness, early)
    await move(room_actor, people[0], 0, "a1")
    for person in people:
        room_actor.disconnected(person.viewer)
    for _ in range(2):
        await harness.registry.unload_idle()
    assert harness.registry.in_memory(room_actor.room.id) is None
    late = LobbyClient()
    await join(harness, late)
    await harness.check()
    for tab in (early, late):
        (row,) = (await tab.until(lambda seen: seen.yours[0].turn == 1)).yours
        assert (row.moves, row.you, row.turn, row.turn_ends_at) == (1, 0, 1, 2 * DAY_MS)

"""A bot with several seats of one room: each socket has one seat, and sees only what it may see."""

import asyncio
from collections.abc import AsyncIterator

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.rooms.room import Invitation
from zeitnot_server.rooms.value import replace

from ..rooms.marathon import Marathon
from .hosted import Person, RoomHarness

FOR_BOT = Invitation("acc-deep", "deep", bot=True)


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    """A game with hidden dice, in which one bot has seats 1, 2 and 3."""
    rules = Marathon(seats=4, goal=99, hides=True)
    game = RoomHarness(rules=rules, invited=(None, FOR_BOT, FOR_BOT, FOR_BOT))
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def socket_of(harness: RoomHarness, seat: int | None) -> Person:
    """A socket of the bot whose hello names this seat."""
    socket = Person("deep", bot=True)
    socket.viewer.identify(p.Hello(game=harness.room_actor.room.id, seat=seat))
    harness.room_actor.post(Subscribe(socket.viewer, 0))
    return socket


async def seated(harness: RoomHarness) -> list[Person]:
    """Ann on seat 0, and the bot's sockets on the others; the game has begun."""
    ann = Person("ann")
    harness.room_actor.post(Subscribe(ann.viewer, 0))
    sockets = [ann, *(socket_of(harness, seat) for seat in (1, 2, 3))]
    for socket in sockets:
        harness.send(socket, p.Sit)
        harness.send(socket, p.Ready, salt="s")
    for socket in sockets:
        await socket.until("started")
    return sockets


async def test_each_socket_sees_only_what_its_seat_sees(harness: RoomHarness) -> None:
    sockets = await seated(harness)
    for seat in (0, 1, 2, 3):
        await sockets[seat].until("turn")
        harness.send(sockets[seat], p.Move, ply=seat, move="walk")
        await sockets[seat].until("ack")
    for seat, socket in enumerate(sockets):
        while not socket.has_read_all():
            await socket.next()
        moves = {m["seat"]: m["move"] for m in socket.received if m["type"] == "moved"}
        assert moves == {mover: "walk" if mover == seat else "?" for mover in range(4)}
        dice = [m["values"] for m in socket.received if m["type"] == "threw"]
        assert [values != [-1] for values in dice[:4]] == [mover == seat for mover in range(4)]
        turns = [m["ply"] for m in socket.received if m["type"] == "turn"]
        assert turns[0] == seat


async def test_commands_act_only_for_the_seat_of_their_socket(harness: RoomHarness) -> None:
    ann, first, second, _ = await seated(harness)
    await ann.until("turn")
    harness.send(first, p.Move, ply=0, move="walk")
    assert (await first.until("error"))["code"] == "not_your_turn"
    harness.send(second, p.Resign)
    assert (await ann.until("withdrew"))["seat"] == 2
    harness.send(second, p.Resign)
    assert (await second.until("error"))["code"] == "too_late"
    harness.send(first, p.Resign)
    assert (await ann.until("withdrew"))["seat"] == 1


async def test_only_the_first_hello_of_a_bot_chooses_its_seat(harness: RoomHarness) -> None:
    await seated(harness)
    socket = socket_of(harness, 3)
    assert (await socket.until("welcome"))["you"] == 3
    socket.viewer.identify(p.Hello(game=harness.room_actor.room.id, seat=1))
    harness.room_actor.post(Subscribe(socket.viewer, 0))
    assert (await socket.until("welcome"))["you"] == 3
    assert (await socket_of(harness, None).until("welcome"))["you"] == 1, (
        "the first seat of the bot"
    )
    assert "you" not in await socket_of(harness, 0).until("welcome"), "seat 0 is Ann's"
    ann = Person("ann")
    ann.viewer.identify(p.Hello(game=harness.room_actor.room.id, seat=2))
    harness.room_actor.post(Subscribe(ann.viewer, 0))
    assert (await ann.until("welcome"))["you"] == 0


async def test_a_seat_is_present_while_its_socket_is_connected(harness: RoomHarness) -> None:
    ann, _, second, _ = await seated(harness)
    await ann.until("turn")
    harness.room_actor.disconnected(second.viewer)
    presence = await ann.until("presence")
    while presence["seats"] != [True, True, False, True]:
        presence = await ann.until("presence")
    assert presence["spectators"] == 0
    assert not harness.room_actor.audience.connected(2)
    assert harness.room_actor.audience.connected(3)


async def test_only_the_absent_seat_is_freed_before_the_start(
    harness: RoomHarness,
) -> None:
    room = harness.room_actor.room
    game_setup = replace(room.game_setup, setup=p.Setup(clock_starts="start"))
    harness.use(replace(room, game_setup=game_setup))
    ann = Person("ann")
    harness.room_actor.post(Subscribe(ann.viewer, 0))
    sockets = [socket_of(harness, seat) for seat in (1, 2, 3)]
    for socket in (ann, *sockets):
        harness.send(socket, p.Sit)
        await socket.until("ack")
    for socket in sockets:
        harness.send(socket, p.Ready, salt="s")
        await socket.until("ack")
    harness.room_actor.disconnected(sockets[2].viewer)
    harness.send(ann, p.Ready, salt="s")
    await ann.until("ack")
    occupied = [seat.actor is not None for seat in harness.room_actor.room.seats]
    assert occupied == [True, True, True, False]
    returning = socket_of(harness, 3)
    harness.send(returning, p.Sit)
    harness.send(returning, p.Ready, salt="s")
    await ann.until("started")


async def test_the_game_ends_when_its_only_person_leaves(harness: RoomHarness) -> None:
    ann, *bots = await seated(harness)
    for seat, socket in enumerate((ann, *bots)):
        harness.send(socket, p.Move, ply=seat, move="walk")
        await socket.until("ack")
    harness.send(ann, p.Resign)
    end = await bots[0].until("finished")
    assert (end["reason"], end["word"]) == ("resign", "only bots were left")
    assert [room.id for room in harness.finished_rooms] == [harness.room_actor.room.id]

"""After a takeover the players reconnect one after the other, and neither loses time by the
outage."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room.inbox import ClientCommand, ServerCommand
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.rooms.absence import patience_ms
from zeitnot_server.rooms.commands import Resume
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.timeouts import RECONNECT_GRACE_MS, EndReconnectGrace

from ..hosted import Person
from .cluster import Cluster
from .members import BLITZ, Member, Times, join, member


@pytest.fixture
def times() -> Times:
    return Times()


async def taken_over(cluster: Cluster, times: Times) -> tuple[Member, RoomActor, Person]:
    """A game in which each player has moved once, after a takeover by a second node. Ann has
    reconnected and is to move; her clock runs."""
    one, two = [await member(cluster, times, name) for name in ("one", "two")]
    room_actor, (ann, bob) = await one.begun_game()
    game = room_actor.room.id
    move(one, room_actor, bob, 1, "b2")
    await ann.until("moved")
    await bob.until("moved")
    times.advance(2_000, one, two)
    await one.die()
    taken = await two.registry.get(game)
    assert taken is not None
    ann = Person("ann")
    await join(taken, ann)
    await ann.until("resumed")
    return two, taken, ann


def move(node: Member, room_actor: RoomActor, person: Person, ply: int, text: str) -> None:
    command = p.Move(game=room_actor.room.id, id=f"m{ply}", ply=ply, move=text)
    assert room_actor.post(ClientCommand(person.viewer, command, node.clock.ms()))


async def test_a_turn_waits_for_a_player_who_has_not_reconnected(
    cluster: Cluster, times: Times
) -> None:
    two, room_actor, ann = await taken_over(cluster, times)
    times.advance(1_000, two)
    move(two, room_actor, ann, 2, "c3")
    assert (await ann.until("paused"))["reason"] == "outage"
    times.advance(5_000, two)
    bob = Person("bob")
    await join(room_actor, bob)
    await bob.until("resumed")
    times.advance(3_000, two)
    move(two, room_actor, bob, 3, "a3")
    moved = await bob.until("moved")
    assert moved["clock"]["remaining_ms"] == [BLITZ.base_ms - 3_000, BLITZ.base_ms - 3_000]
    await two.registry.close()


async def test_the_game_waits_only_once_for_an_absent_player(
    cluster: Cluster, times: Times
) -> None:
    two, room_actor, ann = await taken_over(cluster, times)
    move(two, room_actor, ann, 2, "c3")
    await ann.until("paused")
    times.advance(RECONNECT_GRACE_MS, two)
    room_actor.post(ServerCommand(Resume()))
    await ann.until("resumed")
    assert (await ann.until("countdown"))["seat"] == 1
    assert room_actor.room.phase is Phase.RUNNING
    await two.registry.close()


async def test_the_game_does_not_wait_for_a_player_who_leaves_again(
    cluster: Cluster, times: Times
) -> None:
    two, room_actor, ann = await taken_over(cluster, times)
    bob = Person("bob")
    await join(room_actor, bob)
    room_actor.disconnected(bob.viewer)
    assert (await ann.until("countdown"))["seat"] == 1
    move(two, room_actor, ann, 2, "c3")
    await ann.until("moved")
    await room_actor.wait_until_idle()
    assert room_actor.room.phase is Phase.RUNNING
    await two.registry.close()


async def test_a_countdown_begins_only_after_the_reconnect_grace(
    cluster: Cluster, times: Times
) -> None:
    two, room_actor, ann = await taken_over(cluster, times)
    assert room_actor.deadlines.countdowns(room_actor.room) == []
    assert set(room_actor.deadlines.due_ms) == {EndReconnectGrace(1)}
    times.advance(RECONNECT_GRACE_MS, two)
    room_actor.deadlines.fire()
    countdown = await ann.until("countdown")
    assert (countdown["seat"], countdown["ends_in_ms"]) == (1, patience_ms(BLITZ))
    assert [each["type"] for each in ann.received].count("countdown") == 1
    move(two, room_actor, ann, 2, "c3")
    await ann.until("moved")
    await room_actor.wait_until_idle()
    assert room_actor.room.phase is Phase.RUNNING, "the wait is over"
    await two.registry.close()


async def test_the_reconnect_grace_ends_when_all_have_reconnected(
    cluster: Cluster, times: Times
) -> None:
    two, room_actor, _ = await taken_over(cluster, times)
    await join(room_actor, Person("bob"))
    assert room_actor.deadlines.reconnecting == frozenset()
    assert not room_actor.deadlines.due_ms
    await two.registry.close()

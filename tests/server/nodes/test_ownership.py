"""A room is on one node at a time, and its game continues in the same position on another one."""

import asyncio
from collections.abc import AsyncIterator, Collection

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room.inbox import ClientCommand
from zeitnot_server.rooms.room import Phase
from zeitnot_server.store import ReadOnly, Relocated, WriteFailed

from ..hosted import Person
from .cluster import Cluster
from .members import BLITZ, Member, Times, join, member


@pytest.fixture
def times() -> Times:
    return Times()


@pytest.fixture
async def nodes(cluster: Cluster, times: Times) -> AsyncIterator[tuple[Member, Member]]:
    """Two nodes, the older one first."""
    both = (await member(cluster, times, "one"), await member(cluster, times, "two"))
    yield both
    for one in both:
        await one.registry.close()


async def test_a_room_is_loaded_at_only_one_node(
    cluster: Cluster, nodes: tuple[Member, Member]
) -> None:
    one, two = nodes
    game = (await one.open_game()).room.id
    with pytest.raises(Relocated) as elsewhere:
        await two.registry.get(game)
    assert (elsewhere.value.node, elsewhere.value.url) == ("one", None)
    assert await two.registry.load_or_skip(game) is None
    assert cluster.owner(game) == "one"


async def test_an_unloaded_room_is_released(cluster: Cluster, nodes: tuple[Member, Member]) -> None:
    one, two = nodes
    game = (await one.open_game()).room.id
    await one.sweep()
    assert cluster.owner(game) is None
    room_actor = await two.registry.get(game)
    assert room_actor is not None
    assert cluster.owner(game) == "two"
    with pytest.raises(Relocated):
        await one.registry.get(game)


async def test_a_room_with_a_running_clock_is_not_released(
    cluster: Cluster, nodes: tuple[Member, Member]
) -> None:
    one, _ = nodes
    room_actor, people = await one.begun_game()
    for person in people:
        room_actor.disconnected(person.viewer)
    await one.sweep()
    assert cluster.owner(room_actor.room.id) == "one"


async def test_a_room_requested_during_its_release_is_loaded_afterwards(
    cluster: Cluster, nodes: tuple[Member, Member]
) -> None:
    one, _ = nodes
    game = (await one.open_game()).room.id
    await one.registry.unload_idle()
    cluster.may_release.clear()
    sweep = asyncio.create_task(one.registry.unload_idle())
    while game in one.registry:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0)
    asking = asyncio.create_task(one.registry.get(game))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not asking.done()
    cluster.may_release.set()
    room_actor = await asking
    await sweep
    assert room_actor is not None
    assert cluster.owner(game) == "one"
    await join(room_actor, Person("ann"))  # the room accepts commands


async def test_a_failed_release_is_retried(
    cluster: Cluster, nodes: tuple[Member, Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = nodes
    game = (await one.open_game()).room.id

    async def failing(games: Collection[str]) -> None:
        raise WriteFailed("no connection")

    with monkeypatch.context() as patch:
        patch.setattr(one.store.nodes, "release", failing)
        await one.sweep()
    assert cluster.owner(game) == "one"
    await one.registry.unload_idle()
    assert cluster.owner(game) is None


async def test_a_rematch_without_visitors_is_released(
    cluster: Cluster, nodes: tuple[Member, Member]
) -> None:
    one, _ = nodes
    room_actor, people = await one.begun_game()
    game = room_actor.room.id
    for person, command in (
        (people[0], p.Resign(game=game, id="r")),
        (people[0], p.RematchWish(game=game, id="w")),
        (people[1], p.RematchWish(game=game, id="w")),
    ):
        room_actor.post(ClientCommand(person.viewer, command, 0))
        await person.until("ack")
    (rematch,) = cluster.owners.keys() - {game}
    assert cluster.owner(rematch) == "one"
    await one.registry.unload_idle()
    assert (cluster.owner(rematch), cluster.owner(game)) == (None, "one")


async def test_the_clock_continues_after_the_death_of_a_node(
    nodes: tuple[Member, Member], times: Times
) -> None:
    one, two = nodes
    game = (await one.begun_game())[0].room.id
    times.advance(7_000, one, two)
    await one.die()
    times.advance(90_000, two)  # until the room is requested
    room_actor = await two.registry.get(game)
    assert room_actor is not None
    ann, bob = Person("ann"), Person("bob")
    await join(room_actor, ann)
    await join(room_actor, bob)
    await bob.until("resumed")
    times.advance(3_000, two)
    move = p.Move(game=game, id="m1", ply=1, move="b2")
    room_actor.post(ClientCommand(bob.viewer, move, two.clock.ms()))
    moved = await bob.until("moved")
    assert moved["clock"]["remaining_ms"] == [BLITZ.base_ms, BLITZ.base_ms - 10_000]
    entries = await two.store.log.entries(game)
    assert [entry.run for entry in entries if isinstance(entry.event, p.Moved)] == [
        one.clock.run,
        two.clock.run,
    ]
    (paused,) = [entry.event for entry in entries if isinstance(entry.event, p.Paused)]
    assert (paused.reason, paused.elapsed_ms) == ("outage", 7_000)


async def test_a_stopping_node_loads_no_more_rooms(
    cluster: Cluster, nodes: tuple[Member, Member]
) -> None:
    one, two = nodes
    game = (await one.open_game()).room.id
    await one.sweep()
    await one.registry.close()
    with pytest.raises(ReadOnly):
        await one.registry.get(game)
    assert cluster.owner(game) is None
    room_actor = await two.registry.get(game)
    assert room_actor is not None
    assert room_actor.room.phase is Phase.OPEN

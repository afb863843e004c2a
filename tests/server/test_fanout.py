"""Presence, countdowns and analysis reach each viewer in order, players first, however many viewers
connect and disconnect meanwhile."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room.audience import FANOUT_CHUNK
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.rooms.absence import MIN_PATIENCE_MS

from .hosted import GAME, Person, RoomHarness


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    game = RoomHarness(p.Control(kind="sudden_death", base_ms=8 * MIN_PATIENCE_MS))
    task = asyncio.create_task(game.room_actor.run())
    yield game
    game.room_actor.close()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def read_all(person: Person) -> list[dict[str, Any]]:
    """All messages that are in the send queue."""
    frames = person.viewer.send_queue._frames
    return [json.loads(frames.pop(0)) for _ in range(len(frames))]


async def settle(harness: RoomHarness) -> None:
    """Runs the loop until the room's pending work is done."""
    for _ in range(20):
        await asyncio.sleep(0)
    await harness.room_actor.wait_until_idle()


async def seat_crowd(harness: RoomHarness) -> tuple[Person, Person, list[Person]]:
    """Two players that have moved, and more viewers than one chunk holds; all frames were read."""
    ann, bob = await harness.seat_players("ann", "bob")
    for ply, (person, move) in enumerate([(ann, "a1"), (bob, "b1")]):
        harness.send(person, p.Move, ply=ply, move=move)
        await person.until("ack")
    crowd = [Person(f"s{number}") for number in range(FANOUT_CHUNK + 1)]
    for person in crowd:
        harness.room_actor.audience.add(person.viewer)
    await settle(harness)
    for person in (ann, bob, *crowd):
        read_all(person)
    return ann, bob, crowd


async def test_a_crowd_that_shrinks_does_not_change_the_order(harness: RoomHarness) -> None:
    """Bob leaves, the number of viewers falls below one chunk, and he returns."""
    ann, bob, crowd = await seat_crowd(harness)
    harness.room_actor.disconnected(bob.viewer)
    for person in crowd[:3]:
        harness.room_actor.disconnected(person.viewer)
    assert len(harness.room_actor.audience.viewers) < FANOUT_CHUNK
    harness.room_actor.post(Subscribe(Person("bob").viewer, harness.room_actor.room.seq))
    await settle(harness)
    for person in (ann, *crowd[3:]):
        messages = read_all(person)
        countdowns = [m.get("ends_in_ms") for m in messages if m["type"] == "countdown"]
        presences = [m["seats"] for m in messages if m["type"] == "presence"]
        assert countdowns == [MIN_PATIENCE_MS, None]
        assert presences == [[True, False], [True, True]]


async def test_players_get_messages_before_spectators(harness: RoomHarness) -> None:
    ann, _, crowd = await seat_crowd(harness)
    audience = harness.room_actor.audience
    audience.send_all(p.Countdown(game=GAME, seat=1, ends_in_ms=1))
    audience.send_all(p.Countdown(game=GAME, seat=1, ends_in_ms=2))
    await asyncio.sleep(0)
    assert [m["ends_in_ms"] for m in read_all(ann)] == [1]
    assert sum(not person.has_read_all() for person in crowd) < len(crowd)
    await settle(harness)
    assert [m["ends_in_ms"] for m in read_all(ann)] == [2]
    assert all([m["ends_in_ms"] for m in read_all(person)] == [1, 2] for person in crowd)


async def test_analysis_does_not_overtake_other_messages(harness: RoomHarness) -> None:
    ann, bob, crowd = await seat_crowd(harness)
    audience = harness.room_actor.audience
    audience.send_all(p.Countdown(game=GAME, seat=1, ends_in_ms=1))
    audience.send_analysis(ann.viewer, p.Info(game=GAME, ply=2, mode="thinking", depth=3))
    await settle(harness)
    for person in (bob, *crowd):
        assert [m["type"] for m in read_all(person)] == ["countdown", "info"]


async def test_a_closed_room_sends_nothing_more(harness: RoomHarness) -> None:
    ann, bob, crowd = await seat_crowd(harness)
    for number in range(2):
        harness.room_actor.audience.send_all(p.Countdown(game=GAME, seat=1, ends_in_ms=number))
    await asyncio.sleep(0)
    before = [len(person.viewer.send_queue._frames) for person in (ann, bob, *crowd)]
    assert sum(before) == FANOUT_CHUNK
    harness.room_actor.audience.close()
    for _ in range(20):
        await asyncio.sleep(0)
    assert [len(person.viewer.send_queue._frames) for person in (ann, bob, *crowd)] == before

"""A player who sits in a listed game and leaves before it begins: the seat is free again."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.play.listing import waits
from zeitnot_server.play.room_actor import RoomActor
from zeitnot_server.play.seat_timeouts import LEAST_MS
from zeitnot_server.play.terms import Joined
from zeitnot_server.rooms.absence import READY_MS, UNBEGUN_MS
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Invitation, Phase, Room, Seat
from zeitnot_server.rooms.value import replace

from .hosted import Person, RoomHarness


def listed(
    maker: str | None = "acc-ann", kept_for: str | None = None, listed: bool = True
) -> RoomHarness:
    """A room whose first seat may be kept for somebody; both seats are empty."""
    harness = RoomHarness()
    room = harness.room_actor.room
    invitation = Invitation(f"acc-{kept_for}", kept_for, bot=False) if kept_for else None
    game_setup = replace(
        room.game_setup, maker=maker, listed=listed, invitations=(None, invitation)
    )
    harness.room_actor.room = replace(
        room, game_setup=game_setup, seats=(Seat(None), Seat(invitation))
    )
    return harness


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    created = listed()
    task = asyncio.create_task(created.room_actor.run())
    yield created
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def sits(harness: RoomHarness, name: str) -> Person:
    person = Person(name)
    harness.room_actor.post(Joined(person.viewer, 0))
    harness.send(person, p.Sit)
    await person.until("ack")
    return person


async def pass_time(harness: RoomHarness, ms: int = UNBEGUN_MS) -> None:
    harness.advance(ms)
    harness.room_actor._seat_timeouts.on_timer()
    await harness.room_actor.wait_until_idle()


async def test_the_seat_becomes_free_and_all_are_told(harness: RoomHarness) -> None:
    ann = await sits(harness, "ann")
    assert waits(harness.room_actor)
    eve = await sits(harness, "eve")
    harness.room_actor.leave(eve.viewer)
    assert not waits(harness.room_actor)
    while (await ann.until("seated"))["seat"] != 1:
        pass
    harness.advance(UNBEGUN_MS - 1_000)
    harness.room_actor._seat_timeouts.on_timer()
    assert harness.room_actor._seat_timeouts.accounts == {"acc-eve"}
    assert not harness.room_actor.idle
    await pass_time(harness)
    assert (await ann.until("seated"))["seat_view"] == {}
    assert waits(harness.room_actor)
    await sits(harness, "bob")


async def test_returning_in_time_keeps_the_seat(harness: RoomHarness) -> None:
    eve = await sits(harness, "eve")
    harness.send(eve, p.Ready, salt="s")
    await eve.until("ack")
    harness.room_actor.leave(eve.viewer)
    harness.advance(UNBEGUN_MS)
    harness.room_actor.post(Joined(Person("eve").viewer, 0))
    harness.room_actor._seat_timeouts.on_timer()
    await harness.room_actor.wait_until_idle()
    assert harness.room_actor.room.seat_of("acc-eve") == 0
    assert harness.room_actor._seat_timeouts.accounts == frozenset()


async def test_the_maker_is_not_waited_for(harness: RoomHarness) -> None:
    ann = await sits(harness, "ann")
    harness.room_actor.leave(ann.viewer)
    assert harness.room_actor._seat_timeouts.accounts == frozenset()


@pytest.mark.parametrize("how", [{"kept_for": "eve"}, {"listed": False}, {"maker": None}], ids=str)
async def test_a_reserved_seat_stays(how: dict[str, Any]) -> None:
    stored = listed(**how)
    task = asyncio.create_task(stored.room_actor.run())
    eve = await sits(stored, "eve")
    stored.room_actor.leave(eve.viewer)
    assert stored.room_actor._seat_timeouts.accounts == frozenset()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_game_that_has_begun_is_not_affected(harness: RoomHarness) -> None:
    _, eve = await harness.seat_players("ann", "eve")
    harness.room_actor.leave(eve.viewer)
    assert harness.room_actor._seat_timeouts.accounts == frozenset()


async def gets_ready(harness: RoomHarness, name: str) -> Person:
    person = await sits(harness, name)
    harness.send(person, p.Ready, salt="s")
    await person.until("ack")
    return person


async def test_the_clock_of_an_absent_player_does_not_start_at_once(harness: RoomHarness) -> None:
    """Otherwise an absent player would lose on time; the one present keeps the seat."""
    ann = await gets_ready(harness, "ann")
    harness.room_actor.leave(ann.viewer)
    eve = await gets_ready(harness, "eve")
    room = harness.room_actor.room
    assert room.phase is Phase.OPEN
    assert [seat.actor and seat.actor.name for seat in room.seats] == [None, "eve"]
    await gets_ready(harness, "ann")
    await eve.until("started")


async def test_with_free_first_turns_players_need_not_be_present(harness: RoomHarness) -> None:
    game_setup = harness.room_actor.room.game_setup
    harness.room_actor.room = Room.new(
        replace(game_setup, setup=p.Setup(), invitations=(None, None))
    )
    ann = await gets_ready(harness, "ann")
    harness.room_actor.leave(ann.viewer)
    await gets_ready(harness, "eve")
    assert harness.room_actor.room.phase is Phase.RUNNING


async def test_a_suspended_game_frees_no_seat(harness: RoomHarness) -> None:
    eve = await sits(harness, "eve")
    harness.room_actor.leave(eve.viewer)
    harness.room_actor.halt()
    assert harness.room_actor._seat_timeouts.accounts == frozenset()


# ── present and not ready ─────────────────────────────────────────────────────────────────


async def test_a_player_not_ready_loses_the_seat_and_must_wait(harness: RoomHarness) -> None:
    eve = await sits(harness, "eve")
    await pass_time(harness, READY_MS - 1_000)
    assert harness.room_actor.room.seat_of("acc-eve") == 0
    assert not harness.room_actor.idle
    await pass_time(harness, 1_000)
    assert harness.room_actor.room.seat_of("acc-eve") is None
    harness.send(eve, p.Sit)
    assert (await eve.until("error"))["code"] == "not_ready"
    await sits(harness, "bob")


async def test_ready_in_time_keeps_the_seat(harness: RoomHarness) -> None:
    bob = await sits(harness, "bob")
    harness.send(bob, p.Ready, salt="s")
    await bob.until("ack")
    await pass_time(harness, READY_MS)
    assert harness.room_actor.room.seat_of("acc-bob") == 0


async def test_ready_during_the_command_keeps_the_seat(harness: RoomHarness) -> None:
    eve = await sits(harness, "eve")
    harness.advance(READY_MS)
    harness.send(eve, p.Ready, salt="s")
    harness.room_actor._seat_timeouts.on_timer()
    await harness.room_actor.wait_until_idle()
    assert harness.room_actor.room.seat_of("acc-eve") == 0


@pytest.mark.parametrize("how", [{"kept_for": "eve"}, {"listed": False}, {"maker": None}], ids=str)
async def test_on_a_reserved_seat_there_is_no_time_limit(
    how: dict[str, Any],
) -> None:
    stored = listed(**how)
    task = asyncio.create_task(stored.room_actor.run())
    await sits(stored, "eve")
    await sits(stored, "ann")
    assert stored.room_actor._seat_timeouts.accounts == frozenset()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize(("away_ms", "left_ms"), [(5_000, 25_000), (3_600_000, LEAST_MS)])
async def test_a_restart_does_not_renew_the_time(
    harness: RoomHarness, away_ms: int, left_ms: int
) -> None:
    await sits(harness, "eve")
    actor = harness.room_actor
    harness.wall_ms += away_ms
    before = Room.new(actor.room.game_setup)
    harness.room_actor = RoomActor(
        fold(before, harness.log.stored),
        harness.log,
        harness.clock,
        actor._broadcaster._feed,
        actor._hooks,
    )
    task = asyncio.create_task(harness.room_actor.run())
    eve = Person("eve")
    harness.room_actor.post(Joined(eve.viewer, 0))
    await eve.until("seated")
    await pass_time(harness, left_ms - 1_000)
    assert harness.room_actor.room.seat_of("acc-eve") == 0
    await pass_time(harness, 1_000)
    assert harness.room_actor.room.seat_of("acc-eve") is None
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

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

from .hosted import Person, RoomRig


def listed(
    maker: str | None = "acc-ann", kept_for: str | None = None, listed: bool = True
) -> RoomRig:
    """A room whose first seat may be kept for somebody; both seats are empty."""
    rig = RoomRig()
    room = rig.room_actor.room
    invitation = Invitation(f"acc-{kept_for}", kept_for, bot=False) if kept_for else None
    game_setup = replace(
        room.game_setup, maker=maker, listed=listed, invitations=(None, invitation)
    )
    rig.room_actor.room = replace(room, game_setup=game_setup, seats=(Seat(None), Seat(invitation)))
    return rig


@pytest.fixture
async def rig() -> AsyncIterator[RoomRig]:
    created = listed()
    task = asyncio.create_task(created.room_actor.run())
    yield created
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def sits(rig: RoomRig, name: str) -> Person:
    person = Person(name)
    rig.room_actor.post(Joined(person.viewer, 0))
    rig.send(person, p.Sit)
    await person.until("ack")
    return person


async def pass_time(rig: RoomRig, ms: int = UNBEGUN_MS) -> None:
    rig.advance(ms)
    rig.room_actor._seat_timeouts.on_timer()
    await rig.room_actor.wait_until_idle()


async def test_the_seat_becomes_free_and_all_are_told(rig: RoomRig) -> None:
    ann = await sits(rig, "ann")
    assert waits(rig.room_actor)
    eve = await sits(rig, "eve")
    rig.room_actor.leave(eve.viewer)
    assert not waits(rig.room_actor)
    while (await ann.until("seated"))["seat"] != 1:
        pass
    rig.advance(UNBEGUN_MS - 1_000)
    rig.room_actor._seat_timeouts.on_timer()
    assert rig.room_actor._seat_timeouts.accounts == {"acc-eve"}
    assert not rig.room_actor.idle
    await pass_time(rig)
    assert (await ann.until("seated"))["seat_view"] == {}
    assert waits(rig.room_actor)
    await sits(rig, "bob")


async def test_returning_in_time_keeps_the_seat(rig: RoomRig) -> None:
    eve = await sits(rig, "eve")
    rig.send(eve, p.Ready, salt="s")
    await eve.until("ack")
    rig.room_actor.leave(eve.viewer)
    rig.advance(UNBEGUN_MS)
    rig.room_actor.post(Joined(Person("eve").viewer, 0))
    rig.room_actor._seat_timeouts.on_timer()
    await rig.room_actor.wait_until_idle()
    assert rig.room_actor.room.seat_of("acc-eve") == 0
    assert rig.room_actor._seat_timeouts.accounts == frozenset()


async def test_the_maker_is_not_waited_for(rig: RoomRig) -> None:
    ann = await sits(rig, "ann")
    rig.room_actor.leave(ann.viewer)
    assert rig.room_actor._seat_timeouts.accounts == frozenset()


@pytest.mark.parametrize("how", [{"kept_for": "eve"}, {"listed": False}, {"maker": None}], ids=str)
async def test_a_reserved_seat_stays(how: dict[str, Any]) -> None:
    stored = listed(**how)
    task = asyncio.create_task(stored.room_actor.run())
    eve = await sits(stored, "eve")
    stored.room_actor.leave(eve.viewer)
    assert stored.room_actor._seat_timeouts.accounts == frozenset()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_game_that_has_begun_is_not_affected(rig: RoomRig) -> None:
    _, eve = await rig.seat_players("ann", "eve")
    rig.room_actor.leave(eve.viewer)
    assert rig.room_actor._seat_timeouts.accounts == frozenset()


async def gets_ready(rig: RoomRig, name: str) -> Person:
    person = await sits(rig, name)
    rig.send(person, p.Ready, salt="s")
    await person.until("ack")
    return person


async def test_the_clock_of_an_absent_player_does_not_start_at_once(rig: RoomRig) -> None:
    """Otherwise an absent player would lose on time; the one present keeps the seat."""
    ann = await gets_ready(rig, "ann")
    rig.room_actor.leave(ann.viewer)
    eve = await gets_ready(rig, "eve")
    room = rig.room_actor.room
    assert room.phase is Phase.OPEN
    assert [seat.actor and seat.actor.name for seat in room.seats] == [None, "eve"]
    await gets_ready(rig, "ann")
    await eve.until("started")


async def test_with_free_first_turns_players_need_not_be_present(rig: RoomRig) -> None:
    game_setup = rig.room_actor.room.game_setup
    rig.room_actor.room = Room.new(replace(game_setup, setup=p.Setup(), invitations=(None, None)))
    ann = await gets_ready(rig, "ann")
    rig.room_actor.leave(ann.viewer)
    await gets_ready(rig, "eve")
    assert rig.room_actor.room.phase is Phase.RUNNING


async def test_a_suspended_game_frees_no_seat(rig: RoomRig) -> None:
    eve = await sits(rig, "eve")
    rig.room_actor.leave(eve.viewer)
    rig.room_actor.halt()
    assert rig.room_actor._seat_timeouts.accounts == frozenset()


# ── present and not ready ─────────────────────────────────────────────────────────────────


async def test_a_player_not_ready_loses_the_seat_and_must_wait(rig: RoomRig) -> None:
    eve = await sits(rig, "eve")
    await pass_time(rig, READY_MS - 1_000)
    assert rig.room_actor.room.seat_of("acc-eve") == 0
    assert not rig.room_actor.idle
    await pass_time(rig, 1_000)
    assert rig.room_actor.room.seat_of("acc-eve") is None
    rig.send(eve, p.Sit)
    assert (await eve.until("error"))["code"] == "not_ready"
    await sits(rig, "bob")


async def test_ready_in_time_keeps_the_seat(rig: RoomRig) -> None:
    bob = await sits(rig, "bob")
    rig.send(bob, p.Ready, salt="s")
    await bob.until("ack")
    await pass_time(rig, READY_MS)
    assert rig.room_actor.room.seat_of("acc-bob") == 0


async def test_ready_during_the_command_keeps_the_seat(rig: RoomRig) -> None:
    eve = await sits(rig, "eve")
    rig.advance(READY_MS)
    rig.send(eve, p.Ready, salt="s")
    rig.room_actor._seat_timeouts.on_timer()
    await rig.room_actor.wait_until_idle()
    assert rig.room_actor.room.seat_of("acc-eve") == 0


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
async def test_a_restart_does_not_renew_the_time(rig: RoomRig, away_ms: int, left_ms: int) -> None:
    await sits(rig, "eve")
    actor = rig.room_actor
    rig.wall_ms += away_ms
    before = Room.new(actor.room.game_setup)
    rig.room_actor = RoomActor(
        fold(before, rig.log.stored), rig.log, rig.clock, actor._broadcaster._feed, actor._hooks
    )
    task = asyncio.create_task(rig.room_actor.run())
    eve = Person("eve")
    rig.room_actor.post(Joined(eve.viewer, 0))
    await eve.until("seated")
    await pass_time(rig, left_ms - 1_000)
    assert rig.room_actor.room.seat_of("acc-eve") == 0
    await pass_time(rig, 1_000)
    assert rig.room_actor.room.seat_of("acc-eve") is None
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

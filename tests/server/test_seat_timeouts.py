"""A player that sits down in a listed game and leaves before it begins loses the seat."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.lobby.listing import has_waiting_player
from zeitnot_server.rooms.absence import READY_MS, UNSEAT_AFTER_MS
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Invitation, Phase, Room, Seat
from zeitnot_server.rooms.timeouts import MIN_READY_MS
from zeitnot_server.rooms.value import replace

from .hosted import Person, RoomHarness


def room_with_empty_seats(
    creator: str | None = "acc-ann", invited: str | None = None, listed: bool = True
) -> RoomHarness:
    """A room with two empty seats; the second one may be reserved."""
    harness = RoomHarness()
    room = harness.room_actor.room
    invitation = Invitation(f"acc-{invited}", invited, bot=False) if invited else None
    game_setup = replace(
        room.game_setup, creator=creator, listed=listed, invitations=(None, invitation)
    )
    harness.use(replace(room, game_setup=game_setup, seats=(Seat(None), Seat(invitation))))
    return harness


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    created = room_with_empty_seats()
    task = asyncio.create_task(created.room_actor.run())
    yield created
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def sit_down(harness: RoomHarness, name: str) -> Person:
    person = Person(name)
    harness.room_actor.post(Subscribe(person.viewer, 0))
    harness.send(person, p.Sit)
    await person.until("ack")
    return person


async def pass_time(harness: RoomHarness, ms: int = UNSEAT_AFTER_MS) -> None:
    harness.advance(ms)
    harness.fire_timer()
    await harness.room_actor.wait_until_idle()


async def test_an_absent_players_seat_becomes_free(harness: RoomHarness) -> None:
    ann = await sit_down(harness, "ann")
    assert has_waiting_player(harness.room_actor)
    eve = await sit_down(harness, "eve")
    harness.room_actor.disconnected(eve.viewer)
    assert not has_waiting_player(harness.room_actor)
    while (await ann.until("seated"))["seat"] != 1:
        pass
    harness.advance(UNSEAT_AFTER_MS - 1_000)
    harness.fire_timer()
    assert harness.accounts_losing_a_seat == {"acc-eve"}
    assert not harness.room_actor.idle
    await pass_time(harness)
    assert (await ann.until("seated"))["seat_view"] == {}
    assert has_waiting_player(harness.room_actor)
    await sit_down(harness, "bob")


async def test_returning_in_time_keeps_the_seat(harness: RoomHarness) -> None:
    eve = await sit_down(harness, "eve")
    harness.send(eve, p.Ready, salt="s")
    await eve.until("ack")
    harness.room_actor.disconnected(eve.viewer)
    harness.advance(UNSEAT_AFTER_MS)
    harness.room_actor.post(Subscribe(Person("eve").viewer, 0))
    harness.fire_timer()
    await harness.room_actor.wait_until_idle()
    assert harness.room_actor.room.seat_of("acc-eve") == 0
    assert harness.accounts_losing_a_seat == set()


async def test_the_creator_has_no_timeout(harness: RoomHarness) -> None:
    ann = await sit_down(harness, "ann")
    harness.room_actor.disconnected(ann.viewer)
    assert harness.accounts_losing_a_seat == set()


@pytest.mark.parametrize(
    "fields", [{"invited": "eve"}, {"listed": False}, {"creator": None}], ids=str
)
async def test_a_reserved_seat_stays(fields: dict[str, Any]) -> None:
    harness = room_with_empty_seats(**fields)
    task = asyncio.create_task(harness.room_actor.run())
    eve = await sit_down(harness, "eve")
    harness.room_actor.disconnected(eve.viewer)
    assert harness.accounts_losing_a_seat == set()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_game_that_has_begun_is_not_affected(harness: RoomHarness) -> None:
    _, eve = await harness.seat_players("ann", "eve")
    harness.room_actor.disconnected(eve.viewer)
    assert harness.accounts_losing_a_seat == set()


async def sit_down_ready(harness: RoomHarness, name: str) -> Person:
    person = await sit_down(harness, name)
    harness.send(person, p.Ready, salt="s")
    await person.until("ack")
    return person


async def test_the_clock_of_an_absent_player_does_not_start_at_once(harness: RoomHarness) -> None:
    """Otherwise an absent player would lose on time; the one present keeps the seat."""
    ann = await sit_down_ready(harness, "ann")
    harness.room_actor.disconnected(ann.viewer)
    eve = await sit_down_ready(harness, "eve")
    room = harness.room_actor.room
    assert room.phase is Phase.OPEN
    assert [seat.actor and seat.actor.name for seat in room.seats] == [None, "eve"]
    await sit_down_ready(harness, "ann")
    await eve.until("started")


async def test_with_free_first_turns_players_need_not_be_present(harness: RoomHarness) -> None:
    game_setup = harness.room_actor.room.game_setup
    harness.use(Room.new(replace(game_setup, setup=p.Setup(), invitations=(None, None))))
    ann = await sit_down_ready(harness, "ann")
    harness.room_actor.disconnected(ann.viewer)
    await sit_down_ready(harness, "eve")
    assert harness.room_actor.room.phase is Phase.RUNNING


async def test_a_suspended_game_frees_no_seat(harness: RoomHarness) -> None:
    eve = await sit_down(harness, "eve")
    harness.room_actor.disconnected(eve.viewer)
    harness.room_actor.halt()
    assert harness.accounts_losing_a_seat == set()


# ── players who are present but not ready ────────────────────────────────────────────────────────


async def test_a_player_not_ready_loses_the_seat_and_must_wait(harness: RoomHarness) -> None:
    eve = await sit_down(harness, "eve")
    await pass_time(harness, READY_MS - 1_000)
    assert harness.room_actor.room.seat_of("acc-eve") == 0
    assert not harness.room_actor.idle
    await pass_time(harness, 1_000)
    assert harness.room_actor.room.seat_of("acc-eve") is None
    harness.send(eve, p.Sit)
    assert (await eve.until("error"))["code"] == "not_ready"
    await sit_down(harness, "bob")


async def test_ready_in_time_keeps_the_seat(harness: RoomHarness) -> None:
    bob = await sit_down(harness, "bob")
    harness.send(bob, p.Ready, salt="s")
    await bob.until("ack")
    await pass_time(harness, READY_MS)
    assert harness.room_actor.room.seat_of("acc-bob") == 0


async def test_ready_sent_just_before_the_timeout_keeps_the_seat(harness: RoomHarness) -> None:
    eve = await sit_down(harness, "eve")
    harness.advance(READY_MS)
    harness.send(eve, p.Ready, salt="s")
    harness.fire_timer()
    await harness.room_actor.wait_until_idle()
    assert harness.room_actor.room.seat_of("acc-eve") == 0


@pytest.mark.parametrize(
    "fields", [{"invited": "eve"}, {"listed": False}, {"creator": None}], ids=str
)
async def test_a_reserved_seat_has_no_time_limit(
    fields: dict[str, Any],
) -> None:
    harness = room_with_empty_seats(**fields)
    task = asyncio.create_task(harness.room_actor.run())
    await sit_down(harness, "eve")
    await sit_down(harness, "ann")
    assert harness.accounts_losing_a_seat == set()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize(
    ("outage_ms", "remaining_ms"), [(5_000, 25_000), (3_600_000, MIN_READY_MS)]
)
async def test_a_restart_does_not_restart_the_timeout(
    harness: RoomHarness, outage_ms: int, remaining_ms: int
) -> None:
    await sit_down(harness, "eve")
    actor = harness.room_actor
    harness.wall_ms += outage_ms
    before = Room.new(actor.room.game_setup)
    harness.room_actor = RoomActor(
        fold(before, harness.log.stored),
        harness.log,
        harness.clock,
        actor._broadcaster._feed,
        actor._host,
    )
    task = asyncio.create_task(harness.room_actor.run())
    eve = Person("eve")
    harness.room_actor.post(Subscribe(eve.viewer, 0))
    await eve.until("seated")
    await pass_time(harness, remaining_ms - 1_000)
    assert harness.room_actor.room.seat_of("acc-eve") == 0
    await pass_time(harness, 1_000)
    assert harness.room_actor.room.seat_of("acc-eve") is None
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

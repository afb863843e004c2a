"""Who takes the free seat of a listed game and goes away before it begins: it is free again."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from zeitnot_client import protocol as p
from zeitnot_server.play.listing import waits
from zeitnot_server.play.terms import Joined
from zeitnot_server.rooms.absence import UNBEGUN_MS
from zeitnot_server.rooms.room import Invitation, Seat
from zeitnot_server.rooms.value import replace

from .test_room_actor import Person, Table


def listed(
    maker: str | None = "acc-ann", kept_for: str | None = None, listed: bool = True
) -> Table:
    """A table whose first seat may be kept for somebody; both seats are empty."""
    table = Table()
    room = table.room_actor.room
    kept = Invitation(f"acc-{kept_for}", kept_for, bot=False) if kept_for else None
    game_setup = replace(room.game_setup, maker=maker, listed=listed, invitations=(None, kept))
    table.room_actor.room = replace(room, game_setup=game_setup, seats=(Seat(None), Seat(kept)))
    return table


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    made = listed()
    task = asyncio.create_task(made.room_actor.run())
    yield made
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def sits(table: Table, name: str) -> Person:
    person = Person(name)
    table.room_actor.post(Joined(person.viewer, 0))
    table.tell(person, p.Sit)
    await person.until("ack")
    return person


async def the_time_is_over(table: Table) -> None:
    table.passes(UNBEGUN_MS)
    table.room_actor._vacancies.due()
    await table.room_actor.rested()


async def test_the_seat_is_free_again_and_all_are_told(table: Table) -> None:
    ann = await sits(table, "ann")
    assert waits(table.room_actor)
    eve = await sits(table, "eve")
    table.room_actor.leave(eve.viewer)
    assert not waits(table.room_actor)
    while (await ann.until("seated"))["seat"] != 1:
        pass
    table.passes(UNBEGUN_MS - 1_000)
    table.room_actor._vacancies.due()
    assert table.room_actor._vacancies.accounts == {"acc-eve"}
    assert not table.room_actor.idle
    await the_time_is_over(table)
    assert (await ann.until("seated"))["seat_view"] == {}
    assert waits(table.room_actor)
    await sits(table, "bob")


async def test_who_comes_back_in_time_keeps_the_seat(table: Table) -> None:
    eve = await sits(table, "eve")
    table.room_actor.leave(eve.viewer)
    table.passes(UNBEGUN_MS)
    table.room_actor.post(Joined(Person("eve").viewer, 0))
    table.room_actor._vacancies.due()
    await table.room_actor.rested()
    assert table.room_actor.room.seat_of("acc-eve") == 0
    assert table.room_actor._vacancies.accounts == frozenset()


async def test_the_maker_is_not_missed(table: Table) -> None:
    ann = await sits(table, "ann")
    table.room_actor.leave(ann.viewer)
    assert table.room_actor._vacancies.accounts == frozenset()


@pytest.mark.parametrize("how", [{"kept_for": "eve"}, {"listed": False}, {"maker": None}], ids=str)
async def test_a_seat_that_is_not_for_anybody_stays(how: dict[str, Any]) -> None:
    kept = listed(**how)
    task = asyncio.create_task(kept.room_actor.run())
    eve = await sits(kept, "eve")
    kept.room_actor.leave(eve.viewer)
    assert kept.room_actor._vacancies.accounts == frozenset()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_game_that_has_begun_misses_nobody_here(table: Table) -> None:
    _, eve = await table.seated("ann", "eve")
    table.room_actor.leave(eve.viewer)
    assert table.room_actor._vacancies.accounts == frozenset()


async def test_play_that_stands_still_costs_nobody_a_seat(table: Table) -> None:
    eve = await sits(table, "eve")
    table.room_actor.leave(eve.viewer)
    table.room_actor.halt()
    assert table.room_actor._vacancies.accounts == frozenset()

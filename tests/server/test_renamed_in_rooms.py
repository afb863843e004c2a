"""A rename reaches every room in memory and makes later moves there no more expensive."""

import asyncio
from collections.abc import AsyncIterator

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Invitation

from .hosted import Person, RoomHarness


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    game = RoomHarness()
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def names(harness: RoomHarness) -> list[str | None]:
    return [seat.actor and seat.actor.name for seat in harness.room_actor.room.seats]


@pytest.mark.parametrize("account", ["acc-carl", "acc-ann"])
async def test_a_move_after_a_rename_keeps_the_seats(harness: RoomHarness, account: str) -> None:
    """The tables by seat are only rebuilt when the seats change."""
    ann, bob = await harness.seat_players("ann", "bob")
    before = harness.room_actor.room
    harness.room_actor.rename(account, "Other")
    assert (harness.room_actor.room is before) == (account == "acc-carl")
    seats = harness.room_actor.room.seats
    for ply, (person, move) in enumerate([(ann, "a1"), (bob, "b1")]):
        harness.send(person, p.Move, ply=ply, move=move)
        await person.until("ack")
        assert harness.room_actor.room.seats is seats


async def test_a_rename_during_a_commit_is_kept(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    proceed = harness.log.proceed = asyncio.Event()
    harness.send(ann, p.Move, ply=0, move="a1")
    for _ in range(5):
        await asyncio.sleep(0)
    harness.room_actor.rename("acc-ann", "Anna")
    proceed.set()
    await ann.until("ack")
    assert names(harness) == ["Anna", "bob"]
    harness.send(bob, p.Move, ply=1, move="b1")
    await bob.until("ack")
    assert names(harness) == ["Anna", "bob"]


async def test_a_command_sent_before_the_rename_seats_the_new_name(harness: RoomHarness) -> None:
    """It was queued before the rename, by a person without a seat."""
    ann = Person("ann")
    harness.room_actor.rename("acc-ann", "Anna")
    harness.send(ann, p.Sit)
    await ann.until("ack")
    assert names(harness) == ["Anna", None]


async def test_an_invitation_is_renamed() -> None:
    invited = (Invitation("acc-ann", "ann", bot=False), None)
    harness = RoomHarness(invited=invited)
    assert harness.room_actor.rename("acc-ann", "Anna")
    invitation = harness.room_actor.room.seats[0].invited
    assert invitation is not None
    assert invitation.name == "Anna"

"""The facts that a room publishes on the bus."""

import zeitnot_protocol as p
from zeitnot_server.hosting.room.events import FirstMove

from .hosted import RoomHarness
from .test_room_actor import harness

__all__ = ["harness"]


async def test_an_end_is_published_although_chat_follows_it_in_the_same_step(
    harness: RoomHarness,
) -> None:
    """Otherwise the bot's slot and the deposits of seats would stay taken."""
    ann, bob = await harness.seat_players("ann", "bob")
    for ply, (player, move) in enumerate(((ann, "a1"), (bob, "b1"))):
        harness.send(player, p.Move, ply=ply, move=move)
    await harness.room_actor.wait_until_idle()
    harness.advance(70_000)
    harness.send(bob, p.Chat, text="time")
    await ann.until("said")
    assert [type(row.event) for row in harness.log.stored[-2:]] == [p.Finished, p.Said]
    assert [room.id for room in harness.finished_rooms] == [harness.room_actor.room.id]


async def test_a_move_after_the_flag_is_no_first_move(harness: RoomHarness) -> None:
    moved = list[str]()
    harness.room_actor._host.events.subscribe(FirstMove, lambda first: moved.append(first.account))
    ann, bob = await harness.seat_players("ann", "bob")
    harness.send(ann, p.Move, ply=0, move="a1")
    await harness.room_actor.wait_until_idle()
    harness.advance(70_000)
    harness.send(bob, p.Move, ply=1, move="b1")
    assert (await bob.until("finished"))["reason"] == "flag"
    assert moved == ["acc-ann"]

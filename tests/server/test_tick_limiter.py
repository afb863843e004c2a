"""Rooms full of commands that change nothing do not block the loop."""

import asyncio
import itertools

import zeitnot_protocol as p
from zeitnot_server.hosting.room.mailbox import MAX_ITEMS_PER_SEAT
from zeitnot_server.hosting.room.tick_limiter import ROOMS_PER_TICK, TickLimiter

from .hosted import RoomHarness


async def test_a_bounded_number_of_rooms_run_per_tick_in_order() -> None:
    limiter, resumed = TickLimiter(), list[int]()

    async def room(number: int) -> None:
        await limiter.wait()
        resumed.append(number)

    tasks = [asyncio.create_task(room(number)) for number in range(10)]
    tasks[3].cancel()
    counts = [0]
    while len(resumed) < 9:
        await asyncio.sleep(0)
        counts.append(len(resumed))
    assert resumed == [number for number in range(10) if number != 3]
    assert max(b - a for a, b in itertools.pairwise(counts)) <= ROOMS_PER_TICK
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_mailbox_full_of_illegal_moves_does_not_block_the_loop() -> None:
    harness = RoomHarness()
    task = asyncio.create_task(harness.room_actor.run())
    ann, _ = await harness.seat_players("ann", "bob")
    for _ in range(MAX_ITEMS_PER_SEAT):
        harness.send(ann, p.Move, ply=0, move="z9")
    ticks = 0
    while harness.room_actor.waiting:
        await asyncio.sleep(0)
        ticks += 1
    assert ticks >= MAX_ITEMS_PER_SEAT
    task.cancel()

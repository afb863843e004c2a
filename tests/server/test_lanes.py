"""The queue of a room: players before the crowd, each in order."""

import asyncio

from zeitnot_server.play.lanes import Lanes


def lanes(most: int = 8) -> Lanes[str]:
    return Lanes(most, str.islower)


async def test_players_come_first_and_everybody_in_order() -> None:
    queue = lanes()
    for item in "aAbBcC":
        assert queue.offer(item)
    assert queue.qsize() == 6
    assert [await queue.get() for _ in range(6)] == list("ABCabc")
    assert queue.empty()


async def test_the_crowd_fills_half_of_it() -> None:
    queue = lanes(8)
    assert [queue.offer("a") for _ in range(6)] == [True] * 4 + [False] * 2
    assert [queue.offer("A") for _ in range(6)] == [True] * 4 + [False] * 2
    assert await queue.get() == "A"
    assert not queue.offer("a")


async def test_whoever_waits_is_woken_by_either_lane() -> None:
    queue = lanes()
    for item in "aA":
        waiting = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        queue.offer(item)
        assert await waiting == item

"""The queue of a room: players before the crowd, each in order."""

import asyncio

from zeitnot_server.play.mailbox import PriorityMailbox


def lanes(most: int = 8) -> PriorityMailbox[str]:
    return PriorityMailbox(most, str.islower)


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


async def test_it_rests_when_the_last_item_is_done_with() -> None:
    queue = lanes()
    done: list[str] = []
    go = asyncio.Event()

    async def work() -> None:
        while True:
            item = await queue.get()
            await go.wait()
            done.append(item)

    reader = asyncio.create_task(work())
    queue.offer("A")
    queue.offer("B")
    resting = asyncio.create_task(queue.rested())
    for _ in range(5):
        await asyncio.sleep(0)
    assert queue.qsize() == 1, "one is at work"
    assert not resting.done()
    go.set()
    await resting
    assert done == ["A", "B"]
    queue.offer("C")
    await queue.rested()
    assert done == ["A", "B", "C"]
    reader.cancel()

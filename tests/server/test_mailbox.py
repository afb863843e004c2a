"""The mailbox of a room: players before spectators, each in order, with bounded slots per sender.

Items are strings here: "A1" is from seat 0, "B1" from seat 1, "a1" from spectator a, "!" from the
server.
"""

import asyncio

from zeitnot_server.hosting.room.mailbox import (
    MAX_ITEMS_OF_SPECTATORS,
    MAX_ITEMS_PER_SEAT,
    MAX_ITEMS_PER_SPECTATOR,
    Owner,
    PriorityMailbox,
)


def owner_of(item: str) -> Owner:
    if item == "!":
        return None
    return ord(item[0]) - ord("A") if item[0].isupper() else item.rstrip("0123456789")


def mailbox() -> PriorityMailbox[str]:
    return PriorityMailbox(owner_of)


async def test_players_come_first_each_in_order() -> None:
    queue = mailbox()
    for item in ("a1", "A1", "a2", "B1", "!", "A2"):
        assert queue.try_put(item)
    assert queue.qsize() == 6
    assert [await queue.get() for _ in range(6)] == ["A1", "B1", "!", "A2", "a1", "a2"]
    assert queue.empty()


async def test_spectators_take_turns() -> None:
    queue = mailbox()
    for item in ("a1", "a2", "a3", "b1"):
        queue.try_put(item)
    assert [await queue.get() for _ in range(4)] == ["a1", "b1", "a2", "a3"]


async def test_spectators_cannot_use_the_slots_of_players() -> None:
    queue = mailbox()
    for number in range(MAX_ITEMS_OF_SPECTATORS):
        queue.try_put(f"{number} a")
    for number in range(MAX_ITEMS_PER_SEAT):
        assert queue.try_put(f"B{number}")
    assert not queue.try_put("B too many")
    assert queue.try_put("A1")
    assert queue.try_put("!")
    assert await queue.get() == "B0"
    assert queue.try_put("B again")


async def test_slots_of_spectators_are_bounded_each_and_together() -> None:
    queue = mailbox()
    accepted = [queue.try_put(f"a{number}") for number in range(MAX_ITEMS_PER_SPECTATOR + 1)]
    assert accepted == [True] * MAX_ITEMS_PER_SPECTATOR + [False]
    others = [queue.try_put(f"{number} b") for number in range(MAX_ITEMS_OF_SPECTATORS)]
    assert sum(others) == MAX_ITEMS_OF_SPECTATORS - MAX_ITEMS_PER_SPECTATOR


async def test_taking_matching_items_keeps_the_order_of_the_others() -> None:
    queue = mailbox()
    for item in ("a1", "A1", "b1", "A2", "B1"):
        queue.try_put(item)
    assert queue.take_where(lambda item: item.endswith("2")) == ["A2"]
    assert queue.qsize() == 4
    assert [await queue.get() for _ in range(4)] == ["A1", "B1", "a1", "b1"]


async def test_a_closed_mailbox_gives_nothing() -> None:
    queue = mailbox()
    queue.try_put("A1")
    assert queue.close() == ["A1"]
    assert not queue.try_put("A1")


async def test_any_item_wakes_a_waiting_reader() -> None:
    queue = mailbox()
    for item in "aA":
        waiting = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        queue.try_put(item)
        assert await waiting == item


async def test_the_mailbox_is_idle_when_the_last_item_is_done() -> None:
    queue = mailbox()
    processed: list[str] = []
    proceed = asyncio.Event()

    async def work() -> None:
        while True:
            item = await queue.get()
            await proceed.wait()
            processed.append(item)

    reader = asyncio.create_task(work())
    queue.try_put("A")
    queue.try_put("B")
    joining = asyncio.create_task(queue.join())
    for _ in range(5):
        await asyncio.sleep(0)
    assert queue.qsize() == 1, "one item is being processed"
    assert not joining.done()
    proceed.set()
    await joining
    assert processed == ["A", "B"]
    queue.try_put("C")
    await queue.join()
    assert processed == ["A", "B", "C"]
    reader.cancel()

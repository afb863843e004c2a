"""A viewer that does not read is cut off, and one who asks for a long past is not."""

import asyncio

import pytest

from zeitnot_server.play.outbox import OUTBOX_FRAMES, Outbox


def test_overflow_cuts_once_and_queues_nothing_more() -> None:
    cuts: list[bool] = []
    outbox = Outbox(lambda: cuts.append(True))
    for _ in range(OUTBOX_FRAMES + 10):
        outbox.put("x")
    assert cuts == [True]


def test_the_past_is_not_held_against_a_viewer() -> None:
    cuts: list[bool] = []
    outbox = Outbox(lambda: cuts.append(True))
    outbox.greet(["x"] * 5000)
    outbox.put("y")
    assert cuts == []


async def test_drained_waits_for_the_last_frame_to_be_sent() -> None:
    outbox = Outbox(lambda: None)
    outbox.put("a")
    waiting = asyncio.create_task(outbox.drained())
    assert await outbox.get() == "a"
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(waiting), 0)
    following = asyncio.create_task(outbox.get())  # asking again says that "a" went out
    await waiting
    following.cancel()

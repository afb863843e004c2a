"""A viewer that does not read is cut off, and one who asks for a long past is not."""

import asyncio

import pytest

from zeitnot_server.play.link import NoLink
from zeitnot_server.play.outbox import (
    OUTBOX_FRAMES,
    SOCKETS_A_PERSON,
    Outbox,
    Viewer,
    surplus,
)


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


def test_who_has_too_many_sockets_loses_the_oldest_that_has_not_said_goodbye() -> None:
    own = [Viewer(None, Outbox(lambda: None), NoLink()) for _ in range(SOCKETS_A_PERSON + 1)]
    *others, newcomer = own
    assert surplus(reversed(own), newcomer) == others[:1]
    others[2].link.leaving = True
    assert surplus(own, newcomer) == []
    assert surplus(own[:-1], Viewer(None, Outbox(lambda: None))) == []

"""A viewer that does not read is cut off, a viewer with a long catch-up is not; pending output is
bounded in frames and bytes per socket, and in bytes per sender."""

import asyncio

import pytest

from zeitnot_server.hosting.room.send_queue import (
    MAX_QUEUED_BYTES,
    MAX_QUEUED_FRAMES,
    SOCKETS_PER_PERSON,
    NullLink,
    SendQueue,
    Viewer,
    excess_sockets,
)
from zeitnot_server.limits.holds import ByteQuota, Holds


def test_an_overflow_cuts_off_once_and_queues_nothing_more() -> None:
    cuts: list[bool] = []
    send_queue = SendQueue(lambda: cuts.append(True))
    for _ in range(MAX_QUEUED_FRAMES + 10):
        send_queue.put("x")
    assert cuts == [True]


class Gate:
    """A sink that blocks until the test opens it; `sent`: the frames written to it."""

    def __init__(self) -> None:
        self.can_write = False
        self.sent: list[str] = []

    def write(self, *frames: str) -> bool:
        if self.can_write:
            self.sent += frames
        return self.can_write


def test_long_frames_cut_off_earlier() -> None:
    cuts: list[bool] = []
    send_queue = SendQueue(lambda: cuts.append(True))
    send_queue.put("x" * 2 * MAX_QUEUED_BYTES)
    assert cuts == [], "a single frame of any length is allowed"
    send_queue.put("x" * 2 * MAX_QUEUED_BYTES)
    assert cuts == [True]
    assert send_queue.waiting_bytes == 0, "nothing is kept for a viewer that was cut off"


def test_the_allowance_of_a_catch_up_is_not_for_later_frames() -> None:
    cuts: list[bool] = []
    gate = Gate()
    send_queue = SendQueue(lambda: cuts.append(True), sink=gate)
    send_queue.send_backlog(["x" * 1000] * 2000)
    assert send_queue.waiting_bytes > 4 * MAX_QUEUED_BYTES
    gate.can_write = True
    send_queue.flush()
    gate.can_write = False
    assert (len(gate.sent), send_queue.waiting_bytes) == (2000, 0)
    for _ in range(2 * MAX_QUEUED_BYTES // 1000):
        send_queue.put("y" * 1000)
        assert send_queue.waiting_bytes <= MAX_QUEUED_BYTES
    assert cuts == [True]


def test_a_long_catch_up_is_not_repeated_while_unread() -> None:
    cuts: list[bool] = []
    send_queue = SendQueue(lambda: cuts.append(True))
    for _ in range(2):
        send_queue.send_backlog(["x" * MAX_QUEUED_BYTES] * 4)
    assert cuts == [True]


def test_only_the_newest_lobby_is_pending() -> None:
    """The full lobby is only encoded when the frames before it have been sent."""
    gate = Gate()
    send_queue = SendQueue(lambda: None, sink=gate)
    send_queue.put("invited")
    for _ in range(10 * MAX_QUEUED_FRAMES):
        send_queue.refresh(["old"], lambda: "full lobby")
    assert send_queue.waiting_bytes < 100
    gate.can_write = True
    send_queue.flush()
    assert gate.sent == ["invited", "full lobby"]
    send_queue.refresh(["a", "b"], lambda: "full lobby")
    assert gate.sent[2:] == ["a", "b"]


def test_the_total_of_queued_bytes_is_bounded() -> None:
    cuts: list[int] = []
    waiting = Holds()
    max_bytes = 4000

    def send_queue(number: int, name: str) -> SendQueue:
        quota = ByteQuota(waiting, {("bytes", name): max_bytes})
        return SendQueue(lambda: cuts.append(number), quota=quota)

    queues = [send_queue(number, "here") for number in range(8)]
    for queue in queues:
        queue.put("x" * 1000)
    assert sum(queue.waiting_bytes for queue in queues) <= max_bytes
    assert cuts == [3, 4, 5, 6, 7], "only the sockets that exceed the limit are cut off"
    send_queue(9, "there").send_backlog(["x" * 2 * max_bytes])
    assert 9 not in cuts, "it is the only socket of its sender"
    for queue in queues:
        queue.dispose()
    assert len(waiting) == 1


def test_a_catch_up_does_not_cut_off_its_viewer() -> None:
    cuts: list[bool] = []
    send_queue = SendQueue(lambda: cuts.append(True))
    send_queue.send_backlog(["x"] * 5000)
    send_queue.put("y")
    assert cuts == []


async def test_wait_until_sent_waits_for_the_last_frame() -> None:
    send_queue = SendQueue(lambda: None)
    send_queue.put("a")
    waiting = asyncio.create_task(send_queue.wait_until_sent())
    assert await send_queue.get() == "a"
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(waiting), 0)
    following = asyncio.create_task(send_queue.get())  # the next get confirms that "a" was sent
    await waiting
    following.cancel()


def test_too_many_sockets_close_the_oldest_not_yet_closing() -> None:
    viewers = [
        Viewer(None, SendQueue(lambda: None), NullLink()) for _ in range(SOCKETS_PER_PERSON + 1)
    ]
    *others, newcomer = viewers
    assert excess_sockets(reversed(viewers), newcomer) == others[:1]
    others[2].link.leaving = True
    assert excess_sockets(viewers, newcomer) == []
    assert excess_sockets(viewers[:-1], Viewer(None, SendQueue(lambda: None))) == []

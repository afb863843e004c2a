"""A large read is processed in chunks, with input of other connections between them."""

import asyncio
import weakref

import pytest

from zeitnot_server.web.transport.input_scheduler import BATCH, PER_TICK, InputScheduler


class Socket:
    """A connection with this many frames; if `faulty`, processing the last one raises."""

    def __init__(self, frames: int, *, faulty: bool = False) -> None:
        self.frames = frames
        self.max_taken = 0  # in one call
        self.is_cut_off = False
        self._faulty = faulty

    def process_frames(self, max_frames: int) -> bool:
        accepted = min(max_frames, self.frames)
        self.frames -= accepted
        self.max_taken = max(self.max_taken, accepted)
        if self._faulty and not self.frames:
            raise LookupError("a bug")
        return self.frames > 0

    def abort(self) -> None:
        self.is_cut_off = True


async def test_a_tick_of_the_loop_processes_a_bounded_number_of_frames() -> None:
    scheduler, sockets = InputScheduler(), [Socket(190) for _ in range(960)]
    for socket in sockets:
        scheduler.add("203.0.113.9", socket)
    processed, remaining = list[int](), 960 * 190
    while remaining:
        await asyncio.sleep(0)
        n_left = sum(socket.frames for socket in sockets)
        processed.append(remaining - n_left)
        remaining = n_left
    assert max(processed) == PER_TICK
    assert len(processed) >= 960 * 190 / PER_TICK
    assert all(socket.max_taken <= BATCH for socket in sockets)


async def test_all_connections_take_turns() -> None:
    scheduler, long, short = InputScheduler(), Socket(100 * PER_TICK), Socket(1)
    scheduler.add("203.0.113.9", long)
    scheduler.add("203.0.113.9", short)
    await asyncio.sleep(0)
    assert not short.frames
    assert long.frames


async def test_addresses_take_turns_with_any_number_of_sockets() -> None:
    scheduler, crowd, other = (
        InputScheduler(PER_TICK, BATCH),
        [Socket(10 * BATCH) for _ in range(1000)],
        Socket(2),
    )
    for socket in crowd:
        scheduler.add("203.0.113.9", socket)
    scheduler.add("192.0.2.7", other)
    await asyncio.sleep(0)
    assert not other.frames


async def test_a_connection_that_is_added_twice_has_one_place() -> None:
    """More input may be read from a connection that already waits for its turn."""
    scheduler, eager, other = InputScheduler(2 * BATCH), Socket(10 * BATCH), Socket(10 * BATCH)
    for socket in (eager, other, eager, eager):
        scheduler.add("203.0.113.9", socket)
    for tick in range(1, 10):
        await asyncio.sleep(0)
        assert [eager.frames, other.frames] == [(10 - tick) * BATCH] * 2
    await asyncio.sleep(0)
    eager.frames = 1
    scheduler.add("203.0.113.9", eager)
    await asyncio.sleep(0)
    assert not eager.frames, "the connection can be added again"


@pytest.mark.parametrize("faulty", [True, False])
async def test_an_ended_connection_is_released(faulty: bool) -> None:
    scheduler, socket = InputScheduler(), Socket(1, faulty=faulty)
    reference = weakref.ref(socket)
    scheduler.add("203.0.113.9", socket)
    await asyncio.sleep(0)
    del socket
    assert reference() is None


async def test_a_failing_connection_is_cut_off_without_affecting_others() -> None:
    scheduler, faulty, other = InputScheduler(), Socket(1, faulty=True), Socket(3 * BATCH)
    scheduler.add("203.0.113.9", faulty)
    scheduler.add("203.0.113.9", other)
    for _ in range(5):
        await asyncio.sleep(0)
    assert faulty.is_cut_off
    assert not other.frames
    assert not other.is_cut_off


async def test_others_are_served_between_two_chunks_of_a_flood() -> None:
    scheduler, sockets = InputScheduler(2, 1, 0.001), [Socket(1) for _ in range(6)]
    for socket in sockets:
        scheduler.add("203.0.113.9", socket)
    accepted = list[int]()
    async with asyncio.timeout(60):
        while any(socket.frames for socket in sockets):
            n_before = sum(socket.frames for socket in sockets)
            await asyncio.sleep(0)
            accepted.append(n_before - sum(socket.frames for socket in sockets))
    assert max(accepted) == 2
    assert len(accepted) > 3, "the loop ran in between"

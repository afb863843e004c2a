"""A large read is processed in chunks, with input of other connections between them."""

import asyncio
import weakref

import pytest

from zeitnot_server.web.transport.turns import IN_A_GO, IN_A_TURN, Turns


class Socket:
    """A connection with this many frames; if `faulty`, processing the last one raises."""

    def __init__(self, frames: int, *, faulty: bool = False) -> None:
        self.frames = frames
        self.max_taken = 0  # in one call
        self.is_cut_off = False
        self._faulty = faulty

    def take_on(self, max_frames: int) -> bool:
        accepted = min(max_frames, self.frames)
        self.frames -= accepted
        self.max_taken = max(self.max_taken, accepted)
        if self._faulty and not self.frames:
            raise LookupError("a bug")
        return self.frames > 0

    def cut(self) -> None:
        self.is_cut_off = True


async def test_a_turn_of_the_loop_processes_a_bounded_number_of_frames() -> None:
    turns, sockets = Turns(), [Socket(190) for _ in range(960)]
    for socket in sockets:
        turns.add("203.0.113.9", socket)
    taken, remaining = list[int](), 960 * 190
    while remaining:
        await asyncio.sleep(0)
        n_left = sum(socket.frames for socket in sockets)
        taken.append(remaining - n_left)
        remaining = n_left
    assert max(taken) == IN_A_TURN
    assert len(taken) >= 960 * 190 / IN_A_TURN
    assert all(socket.max_taken <= IN_A_GO for socket in sockets)


async def test_all_connections_take_turns() -> None:
    turns, long, short = Turns(), Socket(100 * IN_A_TURN), Socket(1)
    turns.add("203.0.113.9", long)
    turns.add("203.0.113.9", short)
    await asyncio.sleep(0)
    assert not short.frames
    assert long.frames


async def test_addresses_take_turns_with_any_number_of_sockets() -> None:
    turns, crowd, other = (
        Turns(IN_A_TURN, IN_A_GO),
        [Socket(10 * IN_A_GO) for _ in range(1000)],
        Socket(2),
    )
    for socket in crowd:
        turns.add("203.0.113.9", socket)
    turns.add("192.0.2.7", other)
    await asyncio.sleep(0)
    assert not other.frames


async def test_a_connection_that_is_added_twice_has_one_place() -> None:
    """It was processed out of turn, and more was read from it before its turn came."""
    turns, eager, other = Turns(2 * IN_A_GO), Socket(10 * IN_A_GO), Socket(10 * IN_A_GO)
    for socket in (eager, other, eager, eager):
        turns.add("203.0.113.9", socket)
    for turn in range(1, 10):
        await asyncio.sleep(0)
        assert [eager.frames, other.frames] == [(10 - turn) * IN_A_GO] * 2
    await asyncio.sleep(0)
    eager.frames = 1
    turns.add("203.0.113.9", eager)
    await asyncio.sleep(0)
    assert not eager.frames, "it has a place again"


@pytest.mark.parametrize("faulty", [True, False])
async def test_a_connection_that_has_ended_is_kept_nowhere(faulty: bool) -> None:
    turns, socket = Turns(), Socket(1, faulty=faulty)
    known = weakref.ref(socket)
    turns.add("203.0.113.9", socket)
    await asyncio.sleep(0)
    del socket
    assert known() is None


async def test_a_failing_connection_is_cut_off_without_affecting_others() -> None:
    turns, faulty, other = Turns(), Socket(1, faulty=True), Socket(3 * IN_A_GO)
    turns.add("203.0.113.9", faulty)
    turns.add("203.0.113.9", other)
    for _ in range(5):
        await asyncio.sleep(0)
    assert faulty.is_cut_off
    assert not other.frames
    assert not other.is_cut_off


async def test_between_two_turns_of_a_flood_others_are_served() -> None:
    turns, sockets = Turns(2, 1, 0.001), [Socket(1) for _ in range(6)]
    for socket in sockets:
        turns.add("203.0.113.9", socket)
    accepted = list[int]()
    async with asyncio.timeout(60):
        while any(socket.frames for socket in sockets):
            n_before = sum(socket.frames for socket in sockets)
            await asyncio.sleep(0)
            accepted.append(n_before - sum(socket.frames for socket in sockets))
    assert max(accepted) == 2
    assert len(accepted) > 3, "the loop ran in between"

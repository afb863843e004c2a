"""A large read is processed in chunks, with input of others between them."""

import asyncio

from zeitnot_server.web.turns import IN_A_GO, IN_A_TURN, Turns


class Socket:
    """Has so many frames; the last one may be a fault of ours."""

    def __init__(self, frames: int, *, faulty: bool = False) -> None:
        self.frames = frames
        self.most = 0  # taken in one go
        self.cut_off = False
        self._faulty = faulty

    def take_on(self, most: int) -> bool:
        accepted = min(most, self.frames)
        self.frames -= accepted
        self.most = max(self.most, accepted)
        if self._faulty and not self.frames:
            raise LookupError("a bug")
        return self.frames > 0

    def cut(self) -> None:
        self.cut_off = True


async def test_a_turn_of_the_loop_processes_a_bounded_number_of_frames() -> None:
    turns, sockets = Turns(), [Socket(190) for _ in range(960)]
    for socket in sockets:
        turns.add("203.0.113.9", socket)
    taken, remaining = list[int](), 960 * 190
    while remaining:
        await asyncio.sleep(0)
        now = sum(socket.frames for socket in sockets)
        taken.append(remaining - now)
        remaining = now
    assert max(taken) == IN_A_TURN
    assert len(taken) >= 960 * 190 / IN_A_TURN
    assert all(socket.most <= IN_A_GO for socket in sockets)


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


async def test_a_failing_connection_is_cut_off_without_affecting_others() -> None:
    turns, faulty, other = Turns(), Socket(1, faulty=True), Socket(3 * IN_A_GO)
    turns.add("203.0.113.9", faulty)
    turns.add("203.0.113.9", other)
    for _ in range(5):
        await asyncio.sleep(0)
    assert faulty.cut_off
    assert not other.frames
    assert not other.cut_off


async def test_between_two_turns_of_a_flood_others_are_served() -> None:
    turns, sockets = Turns(2, 1, 0.001), [Socket(1) for _ in range(6)]
    for socket in sockets:
        turns.add("203.0.113.9", socket)
    accepted = list[int]()
    async with asyncio.timeout(60):
        while any(socket.frames for socket in sockets):
            before = sum(socket.frames for socket in sockets)
            await asyncio.sleep(0)
            accepted.append(before - sum(socket.frames for socket in sockets))
    assert max(accepted) == 2
    assert len(accepted) > 3, "the loop turned meanwhile"

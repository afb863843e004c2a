"""A whole server whose loop is frozen half a second at a time, or which is stopped by a signal:
what thinking costs, by the journal of the one who thinks."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from ..proof.killtest.server import Server
from .test_crash import Socket, a_game

MAIN = (
    f"import sys\nsys.path.insert(0, {str(Path(__file__).parent)!r})\nfrom frozen_loop import main"
)
TRIES = 8  # this machine may have done something else just then
OFF_MS = 100
MOVES = ["a1", "b1", "a2", "b2", "b3", "a3", "c1"]
FREE = 2  # the first turn of each is
BETWEEN_SECONDS = 0.035  # two stops: no multiple of the watch's time


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = Server(tmp_path_factory.mktemp("busy"), MAIN)
    folder.start()
    yield folder
    folder.close()


class Table:
    """A game, and a journal of what its players have thought."""

    def __init__(self, seats: list[Socket]) -> None:
        self.seats = seats
        self.ply = 0

    async def turn(self, think: Callable[[], Awaitable[float]]) -> int:
        """One turn. By how many milliseconds the charge is off. `think`: takes its time, and says
        how many seconds of it are charged to nobody."""
        mover, other = self.seats[self.ply % 2], self.seats[1 - self.ply % 2]
        await mover.until("turn")
        began = time.monotonic()
        nobodys = await think()
        thought_s = time.monotonic() - began - nobodys
        await mover.send("move", id=f"m{self.ply}", ply=self.ply, move=MOVES[self.ply])
        moved = await other.until("moved")
        await mover.until("moved")
        self.ply += 1
        return int(moved["receipt"]["charged_ms"] - thought_s * 1000)


async def no_delay() -> float:
    return 0.0


def sleeps(seconds: float) -> Callable[[], Awaitable[float]]:
    """Thinks for so long."""

    async def think() -> float:
        await asyncio.sleep(seconds)
        return 0.0

    return think


def stops(server: Server, *lengths: float) -> Callable[[], Awaitable[float]]:
    """Thinks while the server is stopped for so long, again and again."""

    async def think() -> float:
        stopped = 0.0
        for length in lengths:
            await asyncio.sleep(BETWEEN_SECONDS)
            os.kill(server.pid, signal.SIGSTOP)
            since = time.monotonic()
            await asyncio.sleep(length)
            stopped += time.monotonic() - since
            os.kill(server.pid, signal.SIGCONT)
        await asyncio.sleep(BETWEEN_SECONDS)
        return stopped

    return think


async def off_ms(
    server: Server, *thoughts: Callable[[], Awaitable[float]], busy: bool = False
) -> list[int]:
    """How far off the charges of these turns are, on the best of some tries."""
    results: list[list[int]] = []
    while len(results) < TRIES:
        table = Table(await a_game(server))
        for _ in range(FREE):
            await table.turn(no_delay)
        if busy:
            os.kill(server.pid, signal.SIGUSR1)
        results.append([await table.turn(think) for think in thoughts])
        if busy:
            os.kill(server.pid, signal.SIGUSR1)
        for seat in table.seats:
            await seat.close()
        if sum(map(abs, results[-1])) <= OFF_MS:
            break
    return min(results, key=lambda off: sum(map(abs, off)))


async def test_a_frozen_loop_charges_only_thinking_time(server: Server) -> None:
    """Half a second at every move, and ever again."""
    off = await off_ms(server, sleeps(0.9), sleeps(0.2), sleeps(0.9), busy=True)
    assert sum(map(abs, off)) <= OFF_MS


async def test_stops_of_the_process_are_not_charged(server: Server) -> None:
    off = await off_ms(
        server,
        stops(server, *[0.05] * 8),
        stops(server, *[0.1] * 4),
        stops(server, 0.25, 0.25),
        stops(server, 1.0),
    )
    assert max(map(abs, off)) <= OFF_MS


async def test_stops_of_a_busy_server_are_not_charged(server: Server) -> None:
    off = await off_ms(server, stops(server, *[0.05] * 5), stops(server, 0.1, 0.25), busy=True)
    assert max(map(abs, off)) <= OFF_MS

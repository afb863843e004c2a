"""A server whose loop is blocked for half a second at a time, or whose process is stopped by a
signal: the time charged for a move is compared with the time that the client has thought."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from ..proof.killtest.server import Server
from .test_crash import Socket, start_game

MAIN = (
    f"import sys\nsys.path.insert(0, {str(Path(__file__).parent)!r})\nfrom frozen_loop import main"
)
TRIES = 8  # the machine may be busy with other work
MAX_ERROR_MS = 100
MOVES = ["a1", "b1", "a2", "b2", "b3", "a3", "c1"]
FREE_TURNS = 2  # the first turn of each player
STOP_GAP_SECONDS = 0.035  # between two stops; no multiple of `SAMPLE_MS` of the clock


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    created = Server(tmp_path_factory.mktemp("busy"), MAIN)
    created.start()
    yield created
    created.close()


class PlayedGame:
    """A game between two sockets, which measures the error of each charge."""

    def __init__(self, seats: list[Socket]) -> None:
        self.seats = seats
        self.ply = 0

    async def play_turn(self, think: Callable[[], Awaitable[float]]) -> int:
        """Plays one turn; the charge less the time thought, in milliseconds. `think` takes the time
        of the turn, and returns the seconds of it that must not be charged."""
        mover, other = self.seats[self.ply % 2], self.seats[1 - self.ply % 2]
        await mover.until("turn")
        began = time.monotonic()
        uncharged_s = await think()
        thought_s = time.monotonic() - began - uncharged_s
        await mover.send("move", id=f"m{self.ply}", ply=self.ply, move=MOVES[self.ply])
        moved = await other.until("moved")
        await mover.until("moved")
        self.ply += 1
        return int(moved["receipt"]["charged_ms"] - thought_s * 1000)


async def no_delay() -> float:
    return 0.0


def sleeps(seconds: float) -> Callable[[], Awaitable[float]]:
    """Thinks for this time."""

    async def think() -> float:
        await asyncio.sleep(seconds)
        return 0.0

    return think


def stops(server: Server, *lengths: float) -> Callable[[], Awaitable[float]]:
    """Thinks while the server's process is stopped, once for each of these lengths in seconds."""

    async def think() -> float:
        stopped_s = 0.0
        for length in lengths:
            await asyncio.sleep(STOP_GAP_SECONDS)
            os.kill(server.pid, signal.SIGSTOP)
            stop_began = time.monotonic()
            await asyncio.sleep(length)
            stopped_s += time.monotonic() - stop_began
            os.kill(server.pid, signal.SIGCONT)
        await asyncio.sleep(STOP_GAP_SECONDS)
        return stopped_s

    return think


async def charge_errors_ms(
    server: Server, *thoughts: Callable[[], Awaitable[float]], busy: bool = False
) -> list[int]:
    """The errors of the charges of these turns, in the best of several tries."""
    results: list[list[int]] = []
    while len(results) < TRIES:
        game = PlayedGame(await start_game(server))
        for _ in range(FREE_TURNS):
            await game.play_turn(no_delay)
        if busy:
            os.kill(server.pid, signal.SIGUSR1)
        results.append([await game.play_turn(think) for think in thoughts])
        if busy:
            os.kill(server.pid, signal.SIGUSR1)
        for seat in game.seats:
            await seat.close()
        if sum(map(abs, results[-1])) <= MAX_ERROR_MS:
            break
    return min(results, key=lambda errors: sum(map(abs, errors)))


async def test_a_frozen_loop_charges_only_thinking_time(server: Server) -> None:
    """The loop is blocked for half a second at a time during every move."""
    errors = await charge_errors_ms(server, sleeps(0.9), sleeps(0.2), sleeps(0.9), busy=True)
    assert sum(map(abs, errors)) <= MAX_ERROR_MS


async def test_stops_of_the_process_are_not_charged(server: Server) -> None:
    errors = await charge_errors_ms(
        server,
        stops(server, *[0.05] * 8),
        stops(server, *[0.1] * 4),
        stops(server, 0.25, 0.25),
        stops(server, 1.0),
    )
    assert max(map(abs, errors)) <= MAX_ERROR_MS


async def test_stops_of_a_busy_server_are_not_charged(server: Server) -> None:
    errors = await charge_errors_ms(
        server, stops(server, *[0.05] * 5), stops(server, 0.1, 0.25), busy=True
    )
    assert max(map(abs, errors)) <= MAX_ERROR_MS

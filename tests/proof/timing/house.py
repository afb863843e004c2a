"""Runs the players, queue and engines of a house bot in real time, in rooms in memory."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from zeitnot_client.room import Room
from zeitnot_engines.bots.house import EngineBackend
from zeitnot_engines.bots.player import Player
from zeitnot_engines.bots.pool import Pool
from zeitnot_engines.bots.scheduler import Job
from zeitnot_engines.engine import Search, StopToken
from zeitnot_engines.games import load

from ...clients.fake_room import ANN
from ...clients.virtual_house import CORES, SOURCE, VirtualHouse

BUSY_MS = 1_000  # time of each search in the games that keep the cores busy


class RealHouse(VirtualHouse):
    """A VirtualHouse with real searches; those of other games, of chess, keep the cores busy."""

    tables, others = 8, 2
    longest_pause_s = 0.2

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._backend = EngineBackend()
        self._threads = ThreadPoolExecutor(4 * CORES)
        self._pool = Pool(lambda game: self._backend.engine(game, 4, 1), self.tables + self.others)

    def player(self, room: Room, rng: random.Random) -> Player:
        """A player of the bot in one room."""
        return Player(
            room,
            self._backend.load,
            lambda game: partial(Search, self._pool.engine(game), executor=self._threads),
            self.queue,
            book=None,
            ponders=False,
            rng=rng,
        )

    async def _keep_busy(self, number: int) -> None:
        job = Job(f"other{number}", "think", None, ANN.account, BUSY_MS, SOURCE)
        chess = load("chess")
        engine = self._pool.engine(chess)
        while True:
            stop = StopToken()
            async with self.queue.acquire(job, stop.stop) as allowed_ms:
                position, ms = chess.start(), max(1, allowed_ms)
                search = Search(engine, position, executor=self._threads, stop=stop, ms=ms)
                await search.answer()
            await asyncio.sleep(self.rng.uniform(0, self.longest_pause_s))

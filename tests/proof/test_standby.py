"""The primary PostgreSQL server is killed during games, its standby is promoted, and the games
continue. No acknowledged move is lost, because commits wait for the standby's disk."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ..postgres import Cluster, Standby, primary_and_standby
from ..postgres_databases import Databases
from .killtest import checks
from .killtest.journal import Journal
from .killtest.logs import Postgresql
from .killtest.player import MAX_THOUGHT_S, GameSeries
from .killtest.server import Server
from .killtest.turn_start import Kill

GAMES = 8
SEED = 7
TIMEOUT_S = 60


class Play:
    """Games on a server that knows both database hosts, and the acknowledgements of its players."""

    def __init__(self, folder: Path, url: str) -> None:
        self._server = Server(folder, Postgresql.main, database=url)
        self.journal = Journal(folder / "journal.jsonl")
        rng = random.Random(SEED)
        self._tasks: list[asyncio.Task[None]] = []
        self._series = [GameSeries(self._server, self.journal, rng) for _ in range(GAMES)]

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Runs server and players, and stops them at the end."""
        self._server.start()
        self._tasks = [asyncio.create_task(series.play()) for series in self._series]
        try:
            yield
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            with contextlib.suppress(ProcessLookupError):  # it has already ended
                self._server.stop()
            self._server.close()
            self.journal.close()

    async def wait_for_moves(self, count: int) -> None:
        """Waits until `count` more moves are acknowledged."""
        target = self.journal.moves + count
        async with asyncio.timeout(TIMEOUT_S):
            while self.journal.moves < target:
                for task in self._tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.01)

    def record_kill(self, requested_s: float) -> None:
        """Records a kill of the database. The server notices it, and stops the clock, when the next
        move cannot be stored: at most MAX_THOUGHT_S later."""
        self._server.kills.append(Kill(requested_s, time.monotonic() + MAX_THOUGHT_S))

    def faults(self, database: str) -> list[str]:
        """Describes what is missing or damaged in the database."""
        faults = checks.lost_moves(database, self.journal.entries) + checks.damages(database)
        for series in self._series:
            faults += checks.contradicted_games(database, series.event_moves)
        log = self._server.log.read_text()
        crash = [log[-2000:]] if "Traceback" in log else []
        return faults + self.journal.faults + crash


@pytest.mark.parametrize("standby_dies_first", [False, True])
async def test_no_acknowledged_move_is_lost_with_the_primary(
    shared_folder: Path, tmp_path: Path, standby_dies_first: bool
) -> None:
    """If the standby dies shortly before the primary, it restarts without the primary's last
    writes, none of which may have been acknowledged."""
    with primary_and_standby(shared_folder / "postgresql") as (primary, standby):
        url = await asyncio.to_thread(Databases(primary).new)
        name = url.rpartition("/")[2]
        play = Play(tmp_path, two_hosts(primary, standby, name))
        async with play.running():
            await play.wait_for_moves(50)
            if standby_dies_first:
                await asyncio.to_thread(standby.kill)
                await asyncio.sleep(0.2)  # now the primary writes data that only its disk has
            killed_s = time.monotonic()
            await asyncio.to_thread(primary.kill)
            play.record_kill(killed_s)
            if standby_dies_first:
                await asyncio.to_thread(standby.start)
            acknowledged = len(play.journal.entries)
            await asyncio.to_thread(standby.promote)
            await play.wait_for_moves(50)
            assert len(play.journal.entries) > acknowledged
        assert await asyncio.to_thread(play.faults, standby.url(name)) == []


def two_hosts(primary: Cluster, standby: Standby, name: str) -> str:
    return f"postgresql://zeitnot@127.0.0.1:{standby.port},127.0.0.1:{primary.port}/{name}"

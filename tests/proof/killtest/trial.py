"""The trial: rounds of kills, each on a database of its own, everything checked every time."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from . import checks
from .journal import Journal
from .player import GameSeries
from .server import Server

ROUND = 50
GAMES_AT_A_TIME = 12
MOVES_A_KILL = 115
EARLY = 0.1  # how often the kill comes while the server is still starting
PER_KILL_MS = 100


@dataclass
class Verdict:
    """What came of it."""

    kills: int = 0
    moves: int = 0
    acknowledgements: int = 0
    shelved: int = 0
    lost: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    clock_errors_ms: list[float] = field(default_factory=list)

    @property
    def clock_error_ms(self) -> float:
        """The worst of all."""
        return max(self.clock_errors_ms, default=0.0)

    @property
    def passed(self) -> bool:
        """Nothing lost, nothing broken, no clock wrong by more than it may be."""
        wrong = self.lost or self.broken or self.faults
        return not wrong and self.clock_error_ms <= PER_KILL_MS


async def trial(
    kills: int, folder: Path, seed: int, say: Callable[[Verdict], None] = lambda verdict: None
) -> Verdict:
    """Kills so often."""
    verdict, rng = Verdict(), random.Random(seed)
    while verdict.kills < kills:
        count = min(ROUND, kills - verdict.kills)
        await _round(count, folder / f"from-{verdict.kills}", rng, verdict, say)
    return verdict


async def _round(
    kills: int, folder: Path, rng: random.Random, verdict: Verdict, say: Callable[[Verdict], None]
) -> None:
    server = Server(folder)
    journal = Journal(folder / "journal.jsonl")
    all_series = [GameSeries(server, journal, rng) for _ in range(GAMES_AT_A_TIME)]
    before = Verdict(**vars(verdict))
    server.start()
    players = [asyncio.create_task(series.play()) for series in all_series]
    try:
        for _ in range(kills):
            await _one_kill(server, journal, rng, verdict)
            _count(verdict, before, journal)
            say(verdict)
            _raise_of(players)
        await _progress(journal, len(journal.entries) + GAMES_AT_A_TIME)
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        code = server.stop()
        server.close()
        journal.close()
    _count(verdict, before, journal)
    verdict.lost += checks.lost_moves(server.database, journal.entries)
    verdict.broken += checks.broken(server.database)
    for series in all_series:
        verdict.faults += checks.contradicted_games(server.database, series.event_moves)
    log = server.log.read_text()
    if code != 0 or "Traceback" in log:
        verdict.faults.append(f"the server ended with {code}: {log[-2000:]}")


async def _one_kill(server: Server, journal: Journal, rng: random.Random, verdict: Verdict) -> None:
    """Lets them play, kills, starts again, and holds the database against the journal."""
    known, moves = len(journal.entries), journal.moves
    if rng.random() < EARLY:
        await asyncio.sleep(rng.uniform(0, 0.15))
    else:
        expected = moves + rng.randint(1, 2 * MOVES_A_KILL)
        await _progress(journal, known + 1)
        with contextlib.suppress(TimeoutError):
            await _until(lambda: journal.moves >= expected, 3)
        await asyncio.sleep(rng.uniform(0, 0.005))
    server.kill()
    verdict.kills += 1
    acknowledged = list(journal.since(known))
    server.start()
    if rng.random() < 0.5:  # else all that came meanwhile is looked at when the round is over
        await _progress(journal, len(journal.entries) + 1)
        verdict.lost += await asyncio.to_thread(checks.lost_moves, server.database, acknowledged)
        verdict.broken += await asyncio.to_thread(checks.broken, server.database)


async def _progress(journal: Journal, entries: int) -> None:
    """Waits until so much has been acknowledged."""
    await _until(lambda: len(journal.entries) >= entries, 60)


async def _until(present: Callable[[], bool], seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not present():  # noqa: ASYNC110  what is waited for has many causes
            await asyncio.sleep(0.002)


def _count(verdict: Verdict, before: Verdict, journal: Journal) -> None:
    verdict.moves = before.moves + journal.moves
    verdict.acknowledgements = before.acknowledgements + len(journal.entries)
    verdict.shelved = before.shelved + journal.shelved
    verdict.faults = [*before.faults, *journal.faults]
    verdict.clock_errors_ms = [*before.clock_errors_ms, *journal.clock_errors_ms]


def _raise_of(players: list["asyncio.Task[None]"]) -> None:
    for player in players:
        if player.done():
            player.result()

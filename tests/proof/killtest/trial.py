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

KILLS_A_ROUND = 50
GAMES_AT_A_TIME = 12
MOVES_A_KILL = 115
EARLY_PROBABILITY = 0.1  # that the server is killed while it is still starting
MAX_CLOCK_ERROR_MS = 100


@dataclass
class Verdict:
    """The result of the trial."""

    kills: int = 0
    moves: int = 0
    acknowledgements: int = 0
    crash_adjournments: int = 0
    lost: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    clock_errors_ms: list[float] = field(default_factory=list)

    @property
    def clock_error_ms(self) -> float:
        """The largest error of a clock."""
        return max(self.clock_errors_ms, default=0.0)

    @property
    def passed(self) -> bool:
        """Nothing lost or damaged, and every clock within MAX_CLOCK_ERROR_MS."""
        failures = self.lost or self.broken or self.faults
        return not failures and self.clock_error_ms <= MAX_CLOCK_ERROR_MS


async def trial(
    kills: int, folder: Path, seed: int, report: Callable[[Verdict], None] = lambda verdict: None
) -> Verdict:
    """Kills the server `kills` times."""
    verdict, rng = Verdict(), random.Random(seed)
    while verdict.kills < kills:
        count = min(KILLS_A_ROUND, kills - verdict.kills)
        await _round(count, folder / f"from-{verdict.kills}", rng, verdict, report)
    return verdict


async def _round(
    kills: int,
    folder: Path,
    rng: random.Random,
    verdict: Verdict,
    report: Callable[[Verdict], None],
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
            report(verdict)
            _raise_errors(players)
        await _wait_for_entries(journal, len(journal.entries) + GAMES_AT_A_TIME)
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        code = server.stop()
        server.close()
        journal.close()
    _count(verdict, before, journal)
    verdict.lost += checks.lost_moves(server.database, journal.entries)
    verdict.broken += checks.damages(server.database)
    for series in all_series:
        verdict.faults += checks.contradicted_games(server.database, series.event_moves)
    log = server.log.read_text()
    if code != 0 or "Traceback" in log:
        verdict.faults.append(f"the server ended with {code}: {log[-2000:]}")


async def _one_kill(server: Server, journal: Journal, rng: random.Random, verdict: Verdict) -> None:
    """Lets the players play, kills and restarts the server, and compares database and journal."""
    known, moves = len(journal.entries), journal.moves
    if rng.random() < EARLY_PROBABILITY:
        await asyncio.sleep(rng.uniform(0, 0.15))
    else:
        expected = moves + rng.randint(1, 2 * MOVES_A_KILL)
        await _wait_for_entries(journal, known + 1)
        with contextlib.suppress(TimeoutError):
            await _wait_until(lambda: journal.moves >= expected, 3)
        await asyncio.sleep(rng.uniform(0, 0.005))
    server.kill()
    verdict.kills += 1
    acknowledged = list(journal.since(known))
    server.start()
    if rng.random() < 0.5:  # otherwise these are checked at the end of the round
        await _wait_for_entries(journal, len(journal.entries) + 1)
        verdict.lost += await asyncio.to_thread(checks.lost_moves, server.database, acknowledged)
        verdict.broken += await asyncio.to_thread(checks.damages, server.database)


async def _wait_for_entries(journal: Journal, entries: int) -> None:
    """Waits for this number of acknowledgements."""
    await _wait_until(lambda: len(journal.entries) >= entries, 60)


async def _wait_until(condition: Callable[[], bool], seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  there is no common event
            await asyncio.sleep(0.002)


def _count(verdict: Verdict, before: Verdict, journal: Journal) -> None:
    verdict.moves = before.moves + journal.moves
    verdict.acknowledgements = before.acknowledgements + len(journal.entries)
    verdict.crash_adjournments = before.crash_adjournments + journal.crash_adjournments
    verdict.faults = [*before.faults, *journal.faults]
    verdict.clock_errors_ms = [*before.clock_errors_ms, *journal.clock_errors_ms]


def _raise_errors(players: list["asyncio.Task[None]"]) -> None:
    for player in players:
        if player.done():
            player.result()

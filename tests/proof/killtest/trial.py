"""The trial: rounds of kills, each with a new database, which is checked completely."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from . import checks
from .journal import Journal
from .logs import Database, Postgresql
from .play import Play, RatedPlay, wait_for_entries
from .server import MAIN, Server
from .turn_start import Kill

EARLY_PROBABILITY = 0.1  # of a kill while the server is still starting
DATABASE_EVERY = 3  # every third kill hits PostgreSQL
MAX_CLOCK_ERROR_MS = 100


@dataclass
class Verdict:
    """The result of the trial. `sign_ins`: acknowledged; `unanswered`: requests to sign in that had
    no answer; `merged`: guests."""

    kills: int = 0
    database_kills: int = 0
    moves: int = 0
    acknowledgements: int = 0
    crash_adjournments: int = 0
    rated_games: int = 0
    sign_ins: int = 0
    unanswered: int = 0
    merged: int = 0
    lost: list[str] = field(default_factory=list)
    damages: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    clock_errors_ms: list[float] = field(default_factory=list)

    @property
    def clock_error_ms(self) -> float:
        """The largest error of a clock."""
        return max(self.clock_errors_ms, default=0.0)

    @property
    def failures(self) -> list[str]:
        """What was lost or damaged, and the largest error of a clock if it is more than
        MAX_CLOCK_ERROR_MS."""
        found = [*self.lost, *self.damages, *self.faults]
        if self.clock_error_ms > MAX_CLOCK_ERROR_MS:
            found.append(f"a clock was wrong by {self.clock_error_ms:.0f} ms")
        return found


@dataclass
class Target:
    """The server that is killed, and `postgresql`, if it uses that."""

    server: Server
    database: Database
    postgresql: Postgresql | None
    _database_is_down: bool = False

    def kill_server(self, *, keep_clock: bool) -> None:
        """Kills the server. Unless `keep_clock`, a node also loses its heartbeat file, as if it
        started on another machine; then its clock in the database counts."""
        self.server.kill()
        if self.postgresql is not None and not keep_clock:
            for file in self.server.log.parent.glob("data/*.alive"):
                file.unlink()

    async def kill_database(self, *, at_once: bool, noticed_s: float) -> None:
        """Kills PostgreSQL under a running server, which notices it when the next move cannot be
        stored, at most `noticed_s` later, and then stops the clock. Waits before until the server
        serves, because a starting server would exit, and there is no supervisor here to restart it.
        """
        assert self.postgresql is not None
        await asyncio.to_thread(self.server.wait_until_serving)
        requested_s = time.monotonic()
        await asyncio.to_thread(self.postgresql.kill, at_once=at_once)
        self.server.kills.append(Kill(requested_s, time.monotonic() + noticed_s))
        self._database_is_down = True

    async def start(self) -> None:
        """Restarts what was killed."""
        if self._database_is_down:
            assert self.postgresql is not None
            await asyncio.to_thread(self.postgresql.start)
            self._database_is_down = False
        else:
            self.server.start()


async def trial(
    kills: int,
    folder: Path,
    seed: int,
    report: Callable[[Verdict], None] = lambda verdict: None,
    postgresql: Postgresql | None = None,
    new_play: Callable[[], Play] = RatedPlay,
    verdict: Verdict | None = None,
) -> Verdict:
    """Kills the server, or sometimes its PostgreSQL server, `kills` times in total. `verdict`: to
    be filled; None: a new one."""
    verdict, rng = verdict or Verdict(), random.Random(seed)
    while verdict.kills < kills:
        play = new_play()
        count = min(play.kills, kills - verdict.kills)
        await _round(
            count, folder / f"from-{verdict.kills}", rng, verdict, report, postgresql, play
        )
    return verdict


async def _round(
    kills: int,
    folder: Path,
    rng: random.Random,
    verdict: Verdict,
    report: Callable[[Verdict], None],
    postgresql: Postgresql | None,
    play: Play,
) -> None:
    target = await _new_target(folder, postgresql, play.patch)
    server, database = target.server, target.database
    journal = Journal(folder / "journal.jsonl")
    await play.prepare(database, folder)
    play.begin(server, journal, rng)
    before = Verdict(**vars(verdict))
    server.start()
    players = [asyncio.create_task(series.play()) for series in play.series]
    try:
        for _ in range(kills):
            await _one_kill(target, journal, rng, verdict, play)
            _count(verdict, before, journal)
            report(verdict)
            _raise_errors(players)
        await wait_for_entries(journal, len(journal.entries) + len(players))
    except TimeoutError:
        _raise_errors(players)  # perhaps nothing happens because of these
        raise
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        left_undone = await play.settle(database)
        code = server.stop()
        server.close()
        journal.close()
    _count(verdict, before, journal)
    await asyncio.to_thread(_check, verdict, database, journal, play)
    verdict.faults += left_undone
    log = server.log.read_text()
    if code != 0 or "Traceback" in log:
        verdict.faults.append(f"the server ended with {code}: {log[-2000:]}")


async def _new_target(folder: Path, postgresql: Postgresql | None, patch: str) -> Target:
    if postgresql is None:
        server = Server(folder, patch + MAIN)
        return Target(server, server.database, None)
    database = await asyncio.to_thread(postgresql.new)
    return Target(Server(folder, patch + postgresql.main, database=database), database, postgresql)


def _check(verdict: Verdict, database: Database, journal: Journal, play: Play) -> None:
    """Checks the database of a round whose server has stopped."""
    verdict.lost += checks.lost_moves(database, journal.entries, merged=play.merges)
    verdict.damages += checks.damages(database)
    for series in play.series:
        verdict.faults += checks.contradicted_games(database, series.event_moves)
    found = play.check(database, journal)
    verdict.rated_games += found.rated_games
    verdict.sign_ins += found.sign_ins
    verdict.unanswered += found.unanswered
    verdict.merged += found.merged
    verdict.faults += found.faults


async def _one_kill(
    target: Target, journal: Journal, rng: random.Random, verdict: Verdict, play: Play
) -> None:
    """Lets the players play, kills and restarts the target, and compares database and journal."""
    entry_count = len(journal.entries)
    if rng.random() < EARLY_PROBABILITY:
        await asyncio.sleep(rng.uniform(0, 0.15))
    else:
        await play.until_kill(journal, rng)
    verdict.kills += 1
    if target.postgresql is not None and verdict.kills % DATABASE_EVERY == 0:
        verdict.database_kills += 1
        noticed_s = play.load.longest_thought_s
        await target.kill_database(at_once=rng.random() < 0.5, noticed_s=noticed_s)
    else:
        target.kill_server(keep_clock=rng.random() < 0.5)
    acknowledged = list(journal.since(entry_count))
    await target.start()
    if rng.random() < 0.5:  # otherwise the entries are checked at the end of the round
        await wait_for_entries(journal, len(journal.entries) + 1)
        verdict.lost += await asyncio.to_thread(
            checks.lost_moves, target.database, acknowledged, merged=play.merges
        )
        verdict.damages += await asyncio.to_thread(checks.damages, target.database)


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

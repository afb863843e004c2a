"""What the players do in a round of the trial, and what is checked of it at the end."""

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from zeitnot_server.store.address import Address

from . import merges, ratings
from .guests import GuestSeries, KeptName, SignInRecord, keep_names
from .journal import Journal
from .logs import Database
from .player import MAX_THOUGHT_S, GameSeries
from .server import Server

MOVES_PER_KILL = 115
LONGEST_S = 3  # from one kill to the next, if players move slowly
SIGN_IN_KILL_PROBABILITY = 0.8  # of a kill soon after a sign-in was sent
SIGN_IN_S = 0.04
MOVED_WITHIN_S = 20


@dataclass(frozen=True)
class Load:
    """`games`: at a time. `pause_s`: before each move, on average; 0: short ones, rarely."""

    games: int = 12
    pause_s: float = 0.0

    @property
    def longest_thought_s(self) -> float:
        """The longest pause before a move."""
        return max(MAX_THOUGHT_S, 2 * self.pause_s)


STANDARD = Load()


class Play(Protocol):
    """A round's players. `kills`: at most, in a round. `merges`: guests are merged. `patch`: Python
    that the server runs first."""

    kills: int
    merges: bool
    patch: str
    load: Load
    series: Sequence[GameSeries]

    async def prepare(self, database: Database, folder: Path) -> None:
        """Prepares the database, before any server uses it."""

    def begin(self, server: Server, journal: Journal, rng: random.Random) -> None:
        """Creates the players."""

    async def until_kill(self, journal: Journal, rng: random.Random) -> None:
        """Returns when it is time for a kill."""

    async def settle(self, database: Database) -> list[str]:
        """Waits, without players, until the server has done what it does later; returns what it has
        not done in MOVED_WITHIN_S."""

    def check(self, database: Database, journal: Journal) -> "Found":
        """Checks the round, without a server."""


@dataclass
class Found:
    """The counts of one round or several, and what is wrong."""

    rated_games: int = 0
    sign_ins: int = 0
    unanswered: int = 0
    merged: int = 0
    faults: Sequence[str] = ()


class RatedPlay:
    """Bots play rated games."""

    kills = 50
    merges = False
    patch = ""

    def __init__(self, load: Load = STANDARD) -> None:
        self.load = load
        self.series: list[GameSeries] = []

    async def prepare(self, database: Database, folder: Path) -> None: ...

    def begin(self, server: Server, journal: Journal, rng: random.Random) -> None:
        self.series = [
            GameSeries(server, journal, rng, rated=True, pause_s=self.load.pause_s)
            for _ in range(self.load.games)
        ]

    async def until_kill(self, journal: Journal, rng: random.Random) -> None:
        await _until_moves(journal, rng)

    async def settle(self, database: Database) -> list[str]:
        return []

    def check(self, database: Database, journal: Journal) -> Found:
        games, faults = ratings.check(database)
        return Found(rated_games=games, faults=faults)


class GuestPlay:
    """Guests play, and sign in to accounts; most kills come while one does. The server moves their
    games one by one, so that kills come in between, and looks again sooner than usual for rows of
    steps that began before a merge."""

    kills = 10
    merges = True
    patch = (
        "from zeitnot_server.accounts import merging;"
        " merging.MOVED_AT_ONCE = 1; merging.PAUSE_SECONDS = 3; "
    )

    def __init__(self, load: Load = STANDARD) -> None:
        self.load = load
        self._kept: list[KeptName] = []
        self._record = SignInRecord()
        self.series: list[GameSeries] = []

    async def prepare(self, database: Database, folder: Path) -> None:
        place = Address(database) if isinstance(database, str) else database
        self._kept = await keep_names(place, folder, 2 * ((self.load.games + 1) // 2))

    def begin(self, server: Server, journal: Journal, rng: random.Random) -> None:
        self.series = [
            GuestSeries(
                *(server, journal, rng),
                *(self._kept[2 * (number // 2) :][:2], self._record),
                pause_s=self.load.pause_s,
            )
            for number in range(self.load.games)
        ]

    async def until_kill(self, journal: Journal, rng: random.Random) -> None:
        if rng.random() >= SIGN_IN_KILL_PROBABILITY:
            await _until_moves(journal, rng)
            return
        sent = self._record.sent
        await wait_for_entries(journal, len(journal.entries) + 1)
        with contextlib.suppress(TimeoutError):
            await wait_until(lambda: self._record.sent > sent, LONGEST_S)
        await asyncio.sleep(rng.uniform(0, SIGN_IN_S))

    async def settle(self, database: Database) -> list[str]:
        deadline = time.monotonic() + MOVED_WITHIN_S
        while rows := await asyncio.to_thread(merges.left_over, database):
            if time.monotonic() > deadline:
                return rows
            await asyncio.sleep(0.1)
        return []

    def check(self, database: Database, journal: Journal) -> Found:
        merged, faults = merges.check(database, journal.entries, self._record)
        record = self._record
        return Found(
            sign_ins=len(record.answered),
            unanswered=record.unanswered,
            merged=merged,
            faults=faults,
        )


async def wait_for_entries(journal: Journal, count: int) -> None:
    """Waits until the journal has this number of acknowledgements."""
    await wait_until(lambda: len(journal.entries) >= count, 60)


async def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    """Waits until this is so. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  there is no common event
            await asyncio.sleep(0.002)


async def _until_moves(journal: Journal, rng: random.Random) -> None:
    expected = journal.moves + rng.randint(1, 2 * MOVES_PER_KILL)
    await wait_for_entries(journal, len(journal.entries) + 1)
    with contextlib.suppress(TimeoutError):
        await wait_until(lambda: journal.moves >= expected, LONGEST_S)
    await asyncio.sleep(rng.uniform(0, 0.005))

"""Plans the memory of a house bot: a budget for the process, and its use.

A fixed part is subtracted first (`BASE_MB`: the interpreter, the code, the networks), then a part
for each game (`GAME_MB`: a connection, its history, two tasks). The rest is for transposition
tables, which the games share (`pool`): at least one for each search that may run, and more if the
budget allows, so that games keep their tables while they wait.
"""

import errno
from dataclasses import dataclass
from typing import NoReturn

from zeitnot_client.plurals import counted

from . import machine

BASE_MB = 64
GAME_MB = 0.4
MIN_MB = 96  # the smallest budget
MAX_MB = 512  # the largest default
DIVISOR_OF_LIMIT = 2  # a server may need the other half
DIVISOR_OF_MACHINE = 8
GAMES_A_CORE = 32
SEARCHES_A_CORE = 4  # maximum at the same time; others wait
HALVED = "ZEITNOT_BOT_MEMORY_HALVED"  # set by `zeitnot serve`: how many times to halve
OUT_OF_MEMORY = errno.ENOMEM  # exit code of a bot without memory


@dataclass(frozen=True, slots=True)
class Plan:
    """How many games to play at a time, how many of them search at the same time, and how many
    transposition tables of `hash_mb` MB they share."""

    cores: int
    games: int
    searches: int
    tables: int
    hash_mb: int

    def __str__(self) -> str:
        searches = counted(self.searches, "search", "searches")
        tables = counted(self.tables, "table", "tables")
        return (
            f"up to {counted(self.games, 'game', 'games')} at a time, {searches} at a time on "
            f"{counted(self.cores, 'core', 'cores')}, {tables} of {self.hash_mb} MB"
        )


def usual_mb() -> int:
    """The default budget: half of the process's memory limit or, without a limit, an eighth of the
    machine's memory; at most MAX_MB."""
    limit = machine.memory_limit_mb()
    if limit is not None:
        return max(MIN_MB, min(MAX_MB, limit // DIVISOR_OF_LIMIT))
    return max(MIN_MB, min(MAX_MB, machine.memory_mb() // DIVISOR_OF_MACHINE))


def halved(memory_mb: int, times: str | None) -> int:
    """The budget, halved for each time that it was too large. `times`: from the parent process."""
    valid = times is not None and times.isdecimal() and len(times) < 3
    return max(MIN_MB, memory_mb >> int(times or 0)) if valid else memory_mb


def plan(memory_mb: int, cores: int, hash_mb: int, games: int | None = None) -> Plan:
    """Plans the use of a budget. `cores`: how many searches get their own core; `hash_mb`: a
    table's size, if there is enough memory; `games`: None: as many as cores and memory allow."""
    free_mb = max(1.0, memory_mb - BASE_MB)
    max_games = games or max(1, min(GAMES_A_CORE * cores, int(free_mb / 4 / GAME_MB)))
    tables_mb = max(1, int(free_mb - max_games * GAME_MB))
    searches = max(1, min(SEARCHES_A_CORE * cores, tables_mb))
    size = max(1, min(hash_mb, tables_mb // searches))
    return Plan(cores, max_games, searches, max(searches, tables_mb // size), size)


class OutOfMemory(Exception):
    """This process has no memory left: it must exit and be restarted."""


def is_shortage(error: BaseException | None) -> bool:
    """Whether this error or its cause is a lack of memory, also for a thread's stack."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, MemoryError | OutOfMemory):
            return True
        if isinstance(error, OSError) and error.errno == errno.ENOMEM:
            return True
        if isinstance(error, RuntimeError) and str(error) == "can't start new thread":
            return True
        error = error.__cause__ or error.__context__
    return False


def raise_shortage(error: BaseException) -> NoReturn:
    """The default for `shortage`: raises OutOfMemory."""
    raise OutOfMemory from error

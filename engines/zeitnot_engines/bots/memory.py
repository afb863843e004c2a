"""The memory of a house bot: one budget for the process, and what follows from it.

What does not depend on the number of games is taken off first (`BASE_MB`: the interpreter, the
code, the nets), then what each game takes apart from its table (`GAME_MB`: a connection, its past,
two tasks). The rest is for tables, which the games share (`pool`): at least one for each search
that may run, and more as long as the budget lasts, so that games keep theirs while they wait.
"""

import errno
from dataclasses import dataclass
from typing import NoReturn

from . import machine

BASE_MB = 64
GAME_MB = 0.4
LEAST_MB = 96  # below this no bot is started
MOST_MB = 512  # taken without being told to
SHARE_OF_LIMIT = 2  # half of what this process is held to: a server may be held to it, too
SHARE_OF_MACHINE = 8
GAMES_A_CORE = 32
SEARCHES_A_CORE = 4  # at most at one time; more of them wait
HALVED = "ZEITNOT_BOT_MEMORY_HALVED"  # what `zeitnot serve` tells: how often
OUT_OF_MEMORY = errno.ENOMEM  # exit code of a bot that has none left


@dataclass(frozen=True, slots=True)
class Plan:
    """`games`: so many at a time; `searches`: so many of them search at a time; `tables` of
    `hash_mb` each are shared by all."""

    cores: int
    games: int
    searches: int
    tables: int
    hash_mb: int


def usual_mb() -> int:
    """The budget of a process that was not told any: half of what it is held to, else an eighth of
    the machine's memory up to MOST_MB."""
    limit = machine.memory_limit_mb()
    if limit is not None:
        return max(LEAST_MB, min(MOST_MB, limit // SHARE_OF_LIMIT))
    return max(LEAST_MB, min(MOST_MB, machine.memory_mb() // SHARE_OF_MACHINE))


def halved(memory_mb: int, times: str | None) -> int:
    """What is left of a budget that has proved too large so many times, as the parent says."""
    known = times is not None and times.isdecimal() and len(times) < 3
    return max(LEAST_MB, memory_mb >> int(times or 0)) if known else memory_mb


def plan(memory_mb: int, cores: int, hash_mb: int, games: int | None = None) -> Plan:
    """How a budget is shared out. `cores`: searches that get a core of their own; `hash_mb`: a
    table's size where there is memory enough; `games`: None, as many as cores and memory allow."""
    free = max(1.0, memory_mb - BASE_MB)
    most = games or max(1, min(GAMES_A_CORE * cores, int(free / 4 / GAME_MB)))
    for_tables = max(1, int(free - most * GAME_MB))
    searches = max(1, min(SEARCHES_A_CORE * cores, for_tables))
    size = max(1, min(hash_mb, for_tables // searches))
    return Plan(cores, most, searches, max(searches, for_tables // size), size)


class OutOfMemory(Exception):
    """This process has no memory left: it must end, and be started again."""


def is_shortage(error: BaseException | None) -> bool:
    """Whether this, or what it came of, is a lack of memory: also that of a thread's stack."""
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
    """What a bot does of which nobody has said how it is to end."""
    raise OutOfMemory from error

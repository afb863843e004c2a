"""External programs as a bot's engines: how many play at a time, and how long they may think."""

import asyncio
import weakref
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from zeitnot_client.faults import TooLate
from zeitnot_client.plurals import counted
from zeitnot_client.turn_clock import TurnClock
from zeitnot_client.wait_for_move import wait_for_move

from ..engine import Search, StartSearch
from ..interfaces import EngineLike, GameLike, ReportLike


@dataclass(frozen=True, slots=True)
class ProgramPlan:
    """How many games external programs play at a time. Each game has its own program."""

    cores: int
    games: int

    def __str__(self) -> str:
        cores = counted(self.cores, "core", "cores")
        games = counted(self.games, "game", "games")
        if self.games > self.cores:
            return (
                f"up to {games} at a time on {cores}, each with its own program; they never wait "
                "for each other, but share the cores"
            )
        return f"up to {games} at a time on {cores}, one core per program (--max-games allows more)"


class Programs:
    """External programs: one for each game, and a thread for each search."""

    def __init__(self, make: Callable[[GameLike], EngineLike]) -> None:
        self._make = make
        self._running: weakref.WeakSet[Any] = weakref.WeakSet()

    def start_search_for(self, game: GameLike) -> StartSearch:
        """A function that starts searches of one game, with a program that is not yet running."""
        program = self._make(game)
        self._running.add(program)
        return partial(Search, program)

    async def close(self) -> None:
        """Ends all programs, even those that ignore the end of their input."""
        programs = list(self._running)
        with ThreadPoolExecutor(max(1, len(programs))) as threads:
            loop = asyncio.get_running_loop()
            await asyncio.gather(*(loop.run_in_executor(threads, p.close) for p in programs))


async def program_answer(
    search: Search[ReportLike],
    clock: Callable[[], TurnClock],
    move_timeout_ms: int | None,
    report_too_late: Callable[[TooLate], Awaitable[None]],
) -> ReportLike:
    """The answer of a program, which may use all of its time, or its owner's limit. Raises TooLate,
    NoMove, and what the search raises; the search has then ended. `report_too_late` is called
    before that, because the program may take so long to end that the flag falls."""
    answer = asyncio.ensure_future(search.answer())
    try:
        await wait_for_move(answer, clock, move_timeout_ms)
        return await answer
    except TooLate as late:
        await report_too_late(late)
        raise
    finally:
        answer.cancel()
        await asyncio.wait({answer})

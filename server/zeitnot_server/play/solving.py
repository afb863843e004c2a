"""Solves positions of finished games for whoever looks at them: one at a time, in a thread of its
own with the lowest priority, and for half of the time at most."""

import asyncio
import contextlib
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from zeitnot_engines.exact_games import ExactFinder, exact_finder
from zeitnot_engines.exact_values import MoveValue
from zeitnot_engines.games import History

from .long_reads import LongReads
from .sender import Sender

SECONDS = 2.0
"""For one position."""
MAX_WAITING = 32
READS_A_SECOND = 20
"""So many reads are charged for a second of solving."""
NICENESS = 19


class TooManyWait(Exception):
    """Refused at once; later there may be room."""


class Solving:
    """The values that have been found, by game, and who waits for others."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._turns = LongReads()  # one at once; the addresses take turns
        self._by_game: dict[tuple[str, int], ExactFinder] = {}
        self._thread = ThreadPoolExecutor(1, "solving", initializer=_be_nice)

    async def values(self, state: History, sender: Sender) -> list[MoveValue]:
        """The values of all moves of this position, of a game with exact values, as far as they are
        found in time; `sender` is charged by the time. Raises TooManyWait."""
        game = state.game.name, state.game.settings_key
        finder = self._by_game.get(game)
        if finder is not None and (known := finder.known(state)) is not None:
            return known
        if len(self._turns) >= MAX_WAITING:
            raise TooManyWait
        async with self._turns.chunk([sender]):
            if (finder := self._by_game.get(game)) is None:
                finder = self._by_game[game] = exact_finder(state.game)
            if (known := finder.known(state)) is not None:
                return known  # somebody else asked meanwhile
            began = time.monotonic()
            loop = asyncio.get_running_loop()
            try:
                return await loop.run_in_executor(self._thread, finder.find, state, self._seconds)
            finally:
                sender.pay_reads(round(READS_A_SECOND * (time.monotonic() - began)))


def _be_nice() -> None:
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)

"""Waits for a bot's move until it is too late for one, by the clock policy of `turn_clock`."""

import asyncio
from collections.abc import Callable
from typing import Any

from .faults import NoMove, TooLate
from .game_end import seconds
from .turn_clock import TurnClock

RECHECK_MS = 1_000  # the server may have corrected the clock meanwhile


async def in_time(
    work: "asyncio.Future[Any]",
    clock: Callable[[], TurnClock],
    move_timeout_ms: int | None = None,
) -> None:
    """Returns when the work is done. Raises TooLate when the whole clock has passed, and NoMove
    when the owner's time for a move has (`move_timeout_ms`, from now); the work goes on."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    while not work.done():
        took_ms = round(1000 * (loop.time() - began))
        left_ms = None if move_timeout_ms is None else max(0, move_timeout_ms - took_ms)
        now = clock()
        if now.out_by_ms == 0:
            raise TooLate(took_ms)
        if left_ms == 0:
            raise NoMove(f"no move in the {seconds(took_ms)} that it may take")
        bound_ms = now.too_late_in_ms(left_ms)
        await asyncio.wait(
            {work}, timeout=None if bound_ms is None else min(bound_ms, RECHECK_MS) / 1000
        )

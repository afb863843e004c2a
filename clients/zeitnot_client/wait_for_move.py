"""Waits for a bot's move until it is too late, by the clock policy of `turn_clock`."""

import asyncio
from collections.abc import Callable
from typing import Any

from .faults import TooLate
from .turn_clock import TurnClock, min_bound

RECHECK_MS = 1_000  # because the server may correct, stop or start the clock meanwhile


async def wait_for_move(work: "asyncio.Future[Any]", clock: Callable[[], TurnClock]) -> None:
    """Returns when the work is done. Raises TooLate when it is too late for a move; the work
    continues. Work that begins when it is already too late by the policy may last until the flag
    falls."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    now = clock()
    begins_late = now.send_within_ms == 0
    while True:
        bound_ms = now.flag_in_ms if begins_late else now.send_within_ms
        wait_ms = min_bound(bound_ms, RECHECK_MS) or 0
        await asyncio.wait({work}, timeout=wait_ms / 1000)
        if work.done():
            return
        now = clock()
        if (now.flag_in_ms if begins_late else now.send_within_ms) == 0:
            raise TooLate(round(1000 * (loop.time() - began)))

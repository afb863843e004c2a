"""Work that goes on for as long as the server does, whatever comes of one turn of it.

Such tasks need none of the others: a room that cannot be loaded must not end the look at the disk.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

PAUSE_SECONDS = 5.0  # after an error: the next turn may end in the same one

log = structlog.get_logger()

Work = Callable[[], Awaitable[None]]


async def attempt(name: str, work: Work) -> bool:
    """Does it once; whether it came to its end. An error of any kind is logged with its traceback
    and goes no further."""
    try:
        await work()
    except Exception:
        log.exception("task failed", task=name)
        return False
    return True


async def persist(name: str, work: Work) -> None:
    """Does it until it comes to its end, after an error anew and PAUSE_SECONDS later."""
    while not await attempt(name, work):  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(PAUSE_SECONDS)

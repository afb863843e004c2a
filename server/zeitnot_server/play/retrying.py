"""Tasks of the server that outlast errors: they are logged, and the task is started again.

None of them needs another: a room that cannot be loaded must not end the checks of the disk.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

PAUSE_SECONDS = 5.0  # after an error: the next attempt may end in the same one

logger = structlog.get_logger()

Work = Callable[[], Awaitable[None]]


async def attempt(name: str, work: Work) -> bool:
    """Does it once; whether it came to its end. An error of any kind is logged with its traceback
    and goes no further."""
    try:
        await work()
    except Exception:
        logger.exception("task failed", task=name)
        return False
    return True


async def retry_until_done(name: str, work: Work) -> None:
    """Does it until it comes to its end; after an error again, PAUSE_SECONDS later."""
    while not await attempt(name, work):  # noqa: ASYNC110  an error has no event
        await asyncio.sleep(PAUSE_SECONDS)

"""Background tasks that survive errors: the error is logged, and the task is started again.

They are independent: a room that cannot be loaded must not stop the checks of the disk.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

PAUSE_SECONDS = 5.0  # after an error, which may happen again

logger = structlog.get_logger()

Work = Callable[[], Awaitable[None]]


async def attempt(name: str, work: Work) -> bool:
    """Does the work once; returns whether it succeeded. Any error is logged with its traceback and
    not raised."""
    try:
        await work()
    except Exception:
        logger.exception("task failed", task=name)
        return False
    return True


async def retry_until_done(name: str, work: Work) -> None:
    """Does the work until it succeeds, with a pause of PAUSE_SECONDS after an error."""
    while not await attempt(name, work):  # noqa: ASYNC110  an error has no event
        await asyncio.sleep(PAUSE_SECONDS)

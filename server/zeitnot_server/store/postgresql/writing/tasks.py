"""Runs several short functions in one transaction, which succeeds only while the lease lasts. A
function that fails is rolled back without the others."""

from collections.abc import Callable, Sequence
from typing import Any

import asyncpg

from ...errors import WriteFailed
from ...sql.base.connection import Connection
from ..base.connection import GONE, reason, run_sync
from ..base.one_connection import Raw
from .commit import lock_lease

RETRYABLE = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
"""asyncpg's errors when the database has rolled back a transaction because of another one, for
example after a deadlock."""

Work = Callable[[Connection], Any]
Result = tuple[Any, Exception | None]


async def write(
    raw: Raw, run: int, works: Sequence[Work], is_enough: Callable[[], bool]
) -> list[Result]:
    """The value or the error of each function that was run: the first, and others until
    `is_enough`. Raises LeaseEnded; RETRYABLE if nothing was written; and asyncpg's other errors if
    it is unknown what was written."""
    results: list[Result] = []
    async with raw.transaction():
        await lock_lease(raw, run)
        for work in works:
            results.append(await _perform(raw, work))
            if is_enough():
                break
    return results


async def _perform(raw: Raw, work: Work) -> Result:
    """Runs a function so that its failure rolls back only itself. Raises errors that end the
    connection or the entire transaction, or that would hit all other functions, too."""
    savepoint = raw.transaction()
    await savepoint.start()
    try:
        value = await run_sync(work, raw)
    except (*GONE, *RETRYABLE, asyncpg.InsufficientResourcesError):
        raise
    except Exception as error:
        await savepoint.rollback()
        return None, _for_caller(error)
    await savepoint.commit()
    return value, None


def _for_caller(error: Exception) -> Exception:
    """Converts an error to one that the caller can handle."""
    if isinstance(error, asyncpg.PostgresError):
        failure = WriteFailed(f"The database refused this: {reason(error)}.")
        failure.__cause__ = error
        return failure
    if isinstance(error, StopIteration):  # a future cannot carry it
        return RuntimeError("a task raised StopIteration")
    return error

"""Several short functions in one transaction of PostgreSQL, which holds only while the lease does;
each that fails is rolled back alone."""

from collections.abc import Callable, Sequence
from typing import Any

import asyncpg

from ...errors import WriteFailed
from ...sql.base.connection import Connection
from ..base.connection import GONE, reason, running
from ..base.one_connection import Raw
from .commit import lock_lease

RETRYABLE = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
"""What asyncpg raises when the database has rolled back a transaction for the sake of another one,
e.g. since each waited for the other."""

Work = Callable[[Connection], Any]
Result = tuple[Any, Exception | None]


async def write(
    raw: Raw, run: int, works: Sequence[Work], is_enough: Callable[[], bool]
) -> list[Result]:
    """The value, or the error, of each that was begun: the first, and others until `is_enough`.
    Raises LeaseEnded; RETRYABLE if nothing was written; and asyncpg's other errors when it is
    unknown what was written."""
    results: list[Result] = []
    async with raw.transaction():
        await lock_lease(raw, run)
        for work in works:
            results.append(await _perform(raw, work))
            if is_enough():
                break
    return results


async def _perform(raw: Raw, work: Work) -> Result:
    """Runs one so that its failure rolls nothing else back. Raises what ends the connection or the
    whole transaction, or befalls all others too."""
    savepoint = raw.transaction()
    await savepoint.start()
    try:
        value = await running(work, raw)
    except (*GONE, *RETRYABLE, asyncpg.InsufficientResourcesError):
        raise
    except Exception as error:
        await savepoint.rollback()
        return None, _for_caller(error)
    await savepoint.commit()
    return value, None


def _for_caller(error: Exception) -> Exception:
    """An error as the caller can handle it."""
    if isinstance(error, asyncpg.PostgresError):
        failure = WriteFailed(f"The database refused this: {reason(error)}.")
        failure.__cause__ = error
        return failure
    if isinstance(error, StopIteration):  # a future cannot carry it
        return RuntimeError("a task raised StopIteration")
    return error

"""Longer reads: SQLAlchemy sessions on one consistent view."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from ...errors import Busy, StoreError


class Snapshots(Protocol):
    """A source of consistent reads."""

    def snapshot(self) -> AbstractAsyncContextManager[AsyncSession]:
        """One consistent view, for a few seconds at most. Raises SlowRead, Busy, ReadFailed."""


class BoundedReader:
    """A few connections for reading, on an engine. `waiting`: how many readers may wait for one;
    None: any number. A database says in `_session` how it opens and ends a view."""

    def __init__(self, engine: AsyncEngine, connections: int, waiting: int | None) -> None:
        self.queries = 0  # so far: SQLAlchemy leaves reference cycles behind (`garbage`)
        self._engine = engine
        self._capacity = None if waiting is None else connections + waiting
        self._readers = 0

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncSession]:
        """One consistent view. Raises SlowRead if it is held for too long, Busy if too many readers
        wait already, and ReadFailed if the database cannot be read."""
        if self._capacity is not None and self._readers >= self._capacity:
            raise Busy("Too many reads are in progress. Try again in a moment.")
        self._readers += 1
        self.queries += 1
        task = asyncio.current_task()
        cancelled_before = task.cancelling() if task else 0
        try:
            async with self._session() as session:
                yield session
        except StoreError:
            # The task was cancelled, and only the cleanup has failed. Without this a background
            # task would continue, and the server would wait for its end for ever.
            if task and task.cancelling() > cancelled_before:
                raise asyncio.CancelledError from None
            raise
        finally:
            self._readers -= 1

    def _session(self) -> AbstractAsyncContextManager[AsyncSession]:
        raise NotImplementedError

    async def close(self) -> None:
        """Closes the connections."""
        await self._engine.dispose()

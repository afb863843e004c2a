"""Longer reads: a session of SQLAlchemy on one consistent view."""

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncSession


class Snapshots(Protocol):
    """A source of consistent reads."""

    def snapshot(self) -> AbstractAsyncContextManager[AsyncSession]:
        """One consistent view, for a few seconds at most. Raises SlowRead, Busy, ReadFailed."""

"""A connection that is opened on demand, and again after it was lost."""

from collections.abc import Awaitable, Callable
from typing import Any

from .connection import close, give_up

Raw = Any  # asyncpg.Connection


class OneConnection:
    """`connect`: opens a connection."""

    def __init__(self, connect: Callable[[], Awaitable[Raw]]) -> None:
        self._connect = connect
        self._raw: Raw | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is open, as far as is known."""
        return self._raw is not None and not self._raw.is_closed()

    async def open(self) -> Raw:
        """The connection. Raises what `connect` does."""
        if not self.is_open:
            self._raw = await self._connect()
        return self._raw

    def drop(self) -> None:
        """Drops the connection without waiting, if its state is unknown."""
        raw, self._raw = self._raw, None
        give_up(raw)

    async def close(self) -> None:
        """Closes the connection cleanly."""
        raw, self._raw = self._raw, None
        if raw is not None:
            await close(raw)

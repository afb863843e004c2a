"""Sharing one answer among all concurrent identical requests."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """A request that comes while an answer is being made gets that one."""

    def __init__(self, ask: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._ask = ask
        self._asking: asyncio.Task[T] | None = None

    async def get(self) -> T:
        """The answer. Raises what asking raises; cancelling a caller does not cancel the others."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
            self._asking.add_done_callback(_retrieve_error)
        return await asyncio.shield(self._asking)


def _retrieve_error(task: "asyncio.Task[Any]") -> None:
    """Retrieves the error, since perhaps nobody waits any more."""
    if not task.cancelled():
        task.exception()

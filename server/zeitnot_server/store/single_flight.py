"""Sharing one answer among all concurrent identical requests."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """Requests that arrive while an answer is computed share that answer."""

    def __init__(self, ask: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._ask = ask
        self._task: asyncio.Task[T] | None = None

    async def get(self) -> T:
        """The answer. Raises the errors of `ask`; cancelling a caller does not cancel the
        others."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._ask())
            self._task.add_done_callback(_retrieve_error)
        return await asyncio.shield(self._task)


def _retrieve_error(task: "asyncio.Task[Any]") -> None:
    """Retrieves the error, since every caller may have been cancelled."""
    if not task.cancelled():
        task.exception()

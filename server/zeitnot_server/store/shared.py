"""One answer for all who ask the same at the same time."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """Whoever asks while an answer is on its way gets that one: many cost what one does."""

    def __init__(self, ask: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._ask = ask
        self._asking: asyncio.Task[T] | None = None

    async def get(self) -> T:
        """The answer. Raises what asking raises; who does not wait for it ends it for nobody."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
            self._asking.add_done_callback(_heard)
        return await asyncio.shield(self._asking)


def _heard(task: "asyncio.Task[Any]") -> None:
    """Perhaps nobody waits any more: then a failure is nobody's."""
    if not task.cancelled():
        task.exception()

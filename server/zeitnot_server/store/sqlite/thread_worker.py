"""A thread that does work for an event loop, and reports the results to the loop."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """The result for a caller that waits for `done`."""

    done: "asyncio.Future[Any]"
    value: Any = None
    error: Exception | None = None


class ThreadWorker:
    """Created and used on one event loop. `work` runs on the thread and returns when `_closing` is
    set and nothing is queued. The queues are changed only under `_changed`."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self.work, name=f"zeitnot-{name}", daemon=True)

    def start(self) -> None:
        """Starts the thread. Must be called once, after everything that `work` needs is set."""
        self._thread.start()

    def work(self) -> None:
        """Runs on the thread."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finishes what is queued, then ends the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        await asyncio.to_thread(self._thread.join)

    def call(self, function: Callable[..., None], *args: Any) -> bool:
        """On the thread: has the loop call a function. False: the loop is closed."""
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            return False
        return True

    def deliver(self, results: Sequence[Result]) -> bool:
        """On the thread: delivers all these results, with one call into the loop."""
        return self.call(_deliver, results)


def _deliver(results: Sequence[Result]) -> None:
    for result in results:
        if result.done.done():  # the caller was cancelled
            continue
        if result.error is not None:
            result.done.set_exception(result.error)
        else:
            result.done.set_result(result.value)

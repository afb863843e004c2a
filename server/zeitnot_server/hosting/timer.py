"""A room's one timer: when it has to check its clock again.

Firing only causes a check. So the timer may fire too early, but never too late, and one that fires
soon enough is not changed: most moves set no timer.
"""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar, cast

MAX_SECONDS = 3600.0  # a longer timer is set again every hour, since the wall clock may be set

T = TypeVar("T")


class Timer(Generic[T]):
    """`on_fire` is called with the payload; `at_s`: when it fires, in the loop's seconds."""

    def __init__(self, on_fire: Callable[[T], None]) -> None:
        self._on_fire = on_fire
        self._handle: asyncio.TimerHandle | None = None
        self._payload: T | None = None
        self.at_s = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None  # known when first set

    @property
    def running(self) -> bool:
        """Whether it is set."""
        return self._handle is not None

    def set_within(self, delay_ms: int, payload: T) -> None:
        """Fires with `payload` after `delay_ms` or sooner; replaces the previous setting."""
        loop = self._loop = self._loop or asyncio.get_running_loop()
        at_s = loop.time() + min(max(0, delay_ms) / 1000, MAX_SECONDS)
        if self._handle is not None and self._payload == payload and self.at_s <= at_s:
            return
        self.stop()
        self._payload, self.at_s = payload, at_s
        self._handle = loop.call_at(at_s, self._fire, payload)

    def postpone(self, ms: int) -> None:
        """Fires so much later, if it is set."""
        if self._handle is not None and self._loop is not None:
            self._handle.cancel()
            self.at_s += ms / 1000
            self._handle = self._loop.call_at(self.at_s, self._fire, cast(T, self._payload))

    def stop(self) -> None:
        """Cancels it."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def close(self) -> None:
        """Never fires again, even if it is set again."""
        self.stop()
        self._on_fire = lambda payload: None

    def _fire(self, payload: T) -> None:
        self._handle = None
        self._on_fire(payload)

"""Halves the memory budget of the bots' process if it runs out of memory again and again.

The first time may be chance, so the process is restarted with the same budget. If it happens again
within WINDOW_SECONDS, the budget is too large for the machine, and is halved each time.
"""

import errno
import signal
import time
from collections.abc import Callable, Mapping

OUT_OF_MEMORY = errno.ENOMEM  # exit code of `zeitnot bot`
WINDOW_SECONDS = 600.0
MAX_HALVINGS = 20
HALVED = "ZEITNOT_BOT_MEMORY_HALVED"


class MemoryHalving:
    """Called with the exit status of each bots' process; returns changes to the environment of the
    next. `now`: seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last_s: float | None = None
        self._halvings = 0

    def __call__(self, status: int) -> Mapping[str, str]:
        """Changes after this exit status, negative for a signal: the OOM killer uses SIGKILL."""
        if status in (OUT_OF_MEMORY, -signal.SIGKILL):
            now = self._now()
            if self._last_s is not None and now - self._last_s < WINDOW_SECONDS:
                self._halvings = min(MAX_HALVINGS, self._halvings + 1)
            self._last_s = now
        return {HALVED: str(self._halvings)}

"""What the parent does if the bots' process runs out of memory.

Once may be chance, and the games go on as they were; but a budget that is too large for the machine
will be too large again. So from the second time within WINDOW_SECONDS on, it is halved each time.
"""

import errno
import signal
import time
from collections.abc import Callable, Mapping

OUT_OF_MEMORY = errno.ENOMEM  # exit code of `zeitnot bot`
WINDOW_SECONDS = 600.0
MOST_HALVINGS = 20
HALVED = "ZEITNOT_BOT_MEMORY_HALVED"


class Halving:
    """Called with every exit of the bots' process; returns the environment changes for the next.
    `now`: seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last: float | None = None
        self._times = 0

    def __call__(self, status: int) -> Mapping[str, str]:
        """For this exit status, negative for a signal: Linux's OOM killer uses SIGKILL."""
        if status in (OUT_OF_MEMORY, -signal.SIGKILL):
            now = self._now()
            if self._last is not None and now - self._last < WINDOW_SECONDS:
                self._times = min(MOST_HALVINGS, self._times + 1)
            self._last = now
        return {HALVED: str(self._times)}

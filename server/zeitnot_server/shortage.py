"""What the parent does about bots that end for the want of memory.

Once may be chance, and the games are taken up as they were; but a budget that is too large for the
machine is too large again. So from the second time within WINDOW_SECONDS on it is halved each time.
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
    """Told of every end of a bot's process; says what the next one is told. `now`: seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last: float | None = None
        self._times = 0

    def __call__(self, status: int) -> Mapping[str, str]:
        """For this exit status, negative for a signal: Linux ends by SIGKILL who has too much."""
        if status in (OUT_OF_MEMORY, -signal.SIGKILL):
            now = self._now()
            if self._last is not None and now - self._last < WINDOW_SECONDS:
                self._times = min(MOST_HALVINGS, self._times + 1)
            self._last = now
        return {HALVED: str(self._times)}

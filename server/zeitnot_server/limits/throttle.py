"""Limits how often one kind of log line is written, because peers must not be able to fill a
disk."""

import math
from collections.abc import Callable

INTERVAL_SECONDS = 60.0


class Throttle:
    """Allows a line every `interval_s`. `seconds`: any monotonic clock."""

    def __init__(self, seconds: Callable[[], float], interval_s: float = INTERVAL_SECONDS) -> None:
        self._seconds = seconds
        self._interval_s = interval_s
        self._last = -math.inf

    def allows(self) -> bool:
        """Whether a line may be written now; if so, it is counted as written."""
        now = self._seconds()
        if now - self._last < self._interval_s:
            return False
        self._last = now
        return True

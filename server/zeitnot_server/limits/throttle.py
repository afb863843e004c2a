"""Limits how often one kind of log line is written: lines that peers cause must not fill a disk."""

import math
from collections.abc import Callable

APART_SECONDS = 60.0


class Throttle:
    """`seconds`: any monotonic clock; `apart`: the least time between two lines."""

    def __init__(self, seconds: Callable[[], float], apart: float = APART_SECONDS) -> None:
        self._seconds = seconds
        self._apart = apart
        self._last = -math.inf

    def allows(self) -> bool:
        """Whether a line may be written now; if so, it is counted as written."""
        now = self._seconds()
        if now - self._last < self._apart:
            return False
        self._last = now
        return True

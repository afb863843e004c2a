"""One line of the log for many faults alike: what a peer can cause must not fill a disk."""

import math
from collections.abc import Callable

APART_SECONDS = 60.0


class Seldom:
    """`seconds`: any clock; `apart`: how far two lines are from each other."""

    def __init__(self, seconds: Callable[[], float], apart: float = APART_SECONDS) -> None:
        self._seconds = seconds
        self._apart = apart
        self._last = -math.inf

    def due(self) -> bool:
        """Whether there may be a line now; if so, it counts."""
        now = self._seconds()
        if now - self._last < self._apart:
            return False
        self._last = now
        return True

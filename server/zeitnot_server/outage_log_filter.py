"""Limits the log lines about an unavailable database, during which every task of the server fails
again and again: of each task and each kind of error, one line a minute. The outage begins and ends
with the lines `read-only` and `writing again`."""

import time
from collections import Counter
from collections.abc import Callable

import structlog
from structlog.typing import EventDict, WrappedLogger

from .store import Damaged, ReadFailed, WriteFailed

EVERY_SECONDS = 60.0
OVER = "writing again"
"""The event that ends an outage."""


class OutageLogFilter:
    """A structlog processor. A line whose `error` is that the database could not be used is logged
    once in EVERY_SECONDS for each event and class of error; its `left_out` says how many lines were
    left out since the last one. The line at the end of an outage has the total. `seconds`: any
    clock."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._next_s: dict[tuple[object, type], float] = {}
        self._left_out: Counter[tuple[object, type]] = Counter()

    def __call__(self, logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        if event.get("event") == OVER:
            left_out = self._left_out.total()
            self._left_out.clear()
        elif _is_away(error := event.get("error")):
            key, now = (event.get("event"), type(error)), self._seconds()
            if now < self._next_s.get(key, now):
                self._left_out[key] += 1
                raise structlog.DropEvent
            self._next_s[key] = now + EVERY_SECONDS
            left_out = self._left_out.pop(key, 0)
        else:
            return event
        return {**event, "left_out": left_out} if left_out else event


def _is_away(error: object) -> bool:
    return isinstance(error, ReadFailed | WriteFailed) and not isinstance(error, Damaged)

"""While the database is away every task of the server fails again and again for the same reason:
one of their lines a minute is enough. That it begins and ends are lines of their own, `read-only`
and `writing again`."""

import math
import time
from collections.abc import Callable

import structlog
from structlog.typing import EventDict, WrappedLogger

from .store import Damaged, ReadFailed, WriteFailed

EVERY_SECONDS = 60.0


class Outages:
    """A processor of structlog's. Lines whose `error` is that the database could not be used are
    logged every EVERY_SECONDS, whatever they are; `left_out` says how many were not. `seconds`: any
    clock."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._next_s = -math.inf
        self._left_out = 0

    def __call__(self, logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        if not _is_away(event.get("error")):
            return event
        now = self._seconds()
        if now < self._next_s:
            self._left_out += 1
            raise structlog.DropEvent
        self._next_s = now + EVERY_SECONDS
        left_out, self._left_out = self._left_out, 0
        return {**event, "left_out": left_out} if left_out else event


def _is_away(error: object) -> bool:
    return isinstance(error, ReadFailed | WriteFailed) and not isinstance(error, Damaged)

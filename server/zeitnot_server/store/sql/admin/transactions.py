"""Short transactions beside a server."""

import time
from collections.abc import Callable
from typing import TypeVar

from ..base.connection import Connection

MIN_PAUSE_SECONDS = 0.02  # after each transaction

T = TypeVar("T")


class Transactions:
    """Of one connection, which anybody may read from between them. `begin` begins one."""

    def __init__(self, connection: Connection, begin: Callable[[], object]) -> None:
        self.connection = connection
        self._begin = begin

    def write(self, work: Callable[[Connection], T]) -> T:
        """One short transaction; what `work` raises undoes it. Then others have the database for as
        long again: SQLite's lock has no queue, and a server waits no longer than 5 s for it."""
        self._begin()
        started = time.monotonic()
        try:
            result = work(self.connection)
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")
        self.pause(max(MIN_PAUSE_SECONDS, time.monotonic() - started))
        return result

    def pause(self, seconds: float) -> None:
        """Lets others write."""
        time.sleep(seconds)

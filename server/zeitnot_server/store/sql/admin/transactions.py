"""Short transactions of a command beside a running server."""

import time
from collections.abc import Callable
from typing import TypeVar

from ..base import dialect
from ..base.connection import Connection

MIN_PAUSE_SECONDS = 0.02  # after each transaction

T = TypeVar("T")


class Transactions:
    """Transactions on one connection, which may be read at any time. `begin` begins one."""

    def __init__(self, connection: Connection, begin: Callable[[], object]) -> None:
        self.connection = connection
        self._begin = begin

    def write(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` in a short transaction, and rolls it back if it raises. Then pauses as long
        again for other processes, because SQLite's lock has no queue, and a server waits at most 5
        s for it."""
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

    def read(self, work: Callable[[Connection], T]) -> T:
        """Runs `work`, which only reads, and all of it sees the same state."""
        self.connection.execute(dialect.of(self.connection).begin_reading)
        try:
            return work(self.connection)
        finally:
            self.connection.execute("ROLLBACK")

    def pause(self, seconds: float) -> None:
        """Pauses, so that other processes can write."""
        time.sleep(seconds)

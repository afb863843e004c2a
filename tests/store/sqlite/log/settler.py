"""A process that moves the rows of a database's log to segments and kills itself meanwhile.

Run as `python -m tests.store.sqlite.log.settler DATABASE STEPS`: it is killed before the statement
with this number, counted from 0, or after the last one.
"""

import math
import os
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

from zeitnot_server.store.sqlite.connect import connect
from zeitnot_server.store.sqlite.log import tail as tail_module
from zeitnot_server.store.sqlite.log.tail import LogConnection, Tail


class KillingConnection(LogConnection):
    """Kills its process before the statement for which `left` is 0."""

    left = -1

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1
        return super().execute(sql, *parameters)


def main(path: Path, steps: int) -> None:
    tail_module.STORED_EVERY = 1
    connection = connect(path, factory=KillingConnection)
    assert isinstance(connection, KillingConnection)
    tail = Tail.read(connection)
    connection.left = steps
    for _ in range(2):  # the second transaction moves the tail's beginning
        tail.begin()
        connection.execute("BEGIN IMMEDIATE")
        tail.settle(connection, math.inf)
        connection.execute("COMMIT")
        tail.settled()
        tail.due = {"none": True}
    os.kill(os.getpid(), signal.SIGKILL)


main(Path(sys.argv[1]), int(sys.argv[2]))

"""A batch of commits in one transaction of SQLite."""

import sqlite3
from collections.abc import Sequence

from ..errors import Conflict
from ..sql.batch import write_all, write_each
from ..sql.commit import PreparedCommit
from ..sql.connection import CONSTRAINT_ERRORS


def write(connection: sqlite3.Connection, batch: Sequence[PreparedCommit]) -> list[Conflict | None]:
    """Writes a batch in a transaction that has just begun, and is the batch's alone; one entry a
    commit, None where it is in. Raises sqlite3.Error when the transaction is lost.

    Every statement releases the GIL, and it takes half a millisecond to get it back from a busy
    loop: so savepoints are used only where the batch has to be taken apart.
    """
    try:
        write_all(connection, batch)
    except CONSTRAINT_ERRORS:
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        return write_each(connection, batch)
    return [None] * len(batch)

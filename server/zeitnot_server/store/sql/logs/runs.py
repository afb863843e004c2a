"""Runs of the server in SQL; see `store.runs`."""

import secrets
from typing import Protocol

from ...runs import Heartbeats
from ..base.connection import Connection
from .log import newest_of


class PresentRun(Protocol):
    """This process's run. `number`: 0 before it has begun."""

    number: int

    @property
    def heartbeats(self) -> Heartbeats: ...


def new_key() -> str:
    """A random key for a run."""
    return secrets.token_hex(8)


def save_heartbeat(connection: Connection, run: int, ms: int) -> None:
    """Writes the durable heartbeat, every few seconds."""
    connection.execute(
        "UPDATE run SET alive_ms = ? WHERE number = ? AND alive_ms < ?", (ms, run, ms)
    )


def last_alive_ms(connection: Connection, run: int) -> int:
    """The last known time of a past run's clock; 0 for an unknown run."""
    row = connection.execute("SELECT alive_ms FROM run WHERE number = ?", (run,)).fetchone()
    return int(row[0]) if row else 0


def crashes_in(connection: Connection, game: str) -> int:
    """How many runs crashed while the rules were running on this room at its current ply.

    If the room has a later ply, the earlier position did not cause the crash, or cannot cause it
    again.
    """
    query = "SELECT crashed_ply FROM run WHERE crashed_in = ?"
    crashed_at = [ply for (ply,) in connection.execute(query, (game,))]
    if not crashed_at:
        return 0
    newest = newest_of(connection, game)
    if newest is not None:
        return crashed_at.count(newest[0])
    row = connection.execute("SELECT plies FROM game WHERE id = ?", (game,)).fetchone()
    return crashed_at.count(row[0]) if row else 0

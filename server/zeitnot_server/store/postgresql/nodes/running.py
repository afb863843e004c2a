"""Finds out which nodes run, for a command or a node without a lease."""

import time
from collections.abc import Callable

from ...sql.base.connection import Connection
from . import leases
from .nodes import LEASE_SECONDS

LOOK_SECONDS = 0.1
_HEARTBEATS = f"""SELECT lease.run, lease.node, {leases.HEARTBEAT}
FROM lease JOIN node_clock ON node_clock.run = lease.run WHERE NOT lease.ended ORDER BY lease.run"""


def revoke_unless_running(
    connection: Connection,
    seconds: float = LEASE_SECONDS,
    sleep: Callable[[float], None] = time.sleep,
) -> list[str]:
    """The names of the nodes that write heartbeats. If there are none for `seconds`, ends all
    leases, so that no frozen node writes when it wakes up."""
    first = connection.execute(_HEARTBEATS).fetchall()
    heartbeats = {run: heartbeat for run, _, heartbeat in first}
    end_s = time.monotonic() + seconds
    while first and time.monotonic() < end_s:
        sleep(LOOK_SECONDS)
        now = connection.execute(_HEARTBEATS).fetchall()
        if written := [node for run, node, heartbeat in now if heartbeats.get(run) != heartbeat]:
            return written
    connection.execute("BEGIN")
    for run, node, heartbeat in first:
        if not leases.end_expired(connection, run, heartbeat):
            connection.execute("ROLLBACK")
            return [node]
    connection.execute("COMMIT")
    return []

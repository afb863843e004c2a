"""Which nodes run, seen by a command or a node that has no lease yet."""

import time
from collections.abc import Callable

from ..sql.connection import Connection
from . import leases
from .nodes import LEASE_SECONDS

LOOK_SECONDS = 0.1
_HEARTBEATS = f"""SELECT lease.run, lease.node, {leases.HEARTBEAT}
FROM lease JOIN node_clock ON node_clock.run = lease.run WHERE NOT lease.ended ORDER BY lease.run"""


def running_nodes(
    connection: Connection,
    seconds: float = LEASE_SECONDS,
    sleep: Callable[[float], None] = time.sleep,
) -> list[str]:
    """The names of the nodes that have a heartbeat. If there are none after `seconds`, the leases
    of all others have been ended, so that none of them writes when it wakes up."""
    first = {run: heartbeat for run, _, heartbeat in connection.execute(_HEARTBEATS).fetchall()}
    end_s = time.monotonic() + seconds
    while first and time.monotonic() < end_s:
        sleep(LOOK_SECONDS)
        now = connection.execute(_HEARTBEATS).fetchall()
        if written := [node for run, node, heartbeat in now if first.get(run) != heartbeat]:
            return written
    for run in first:
        leases.end(connection, run)
    return []

"""Which nodes run, seen by a command or a node that has no lease yet."""

import time
from collections.abc import Callable

from ..sql.connection import Connection
from . import leases
from .nodes import LEASE_SECONDS

LOOK_SECONDS = 0.1
_CLOCKS = """SELECT lease.run, lease.node, node_clock.ms
FROM lease JOIN node_clock ON node_clock.run = lease.run WHERE NOT lease.ended ORDER BY lease.run"""


def running_nodes(
    connection: Connection,
    seconds: float = LEASE_SECONDS,
    sleep: Callable[[float], None] = time.sleep,
) -> list[str]:
    """The names of the nodes whose clock goes on. If there are none after `seconds`, the leases of
    all others have been ended, so that none of them writes when it wakes up."""
    first = {run: ms for run, _, ms in connection.execute(_CLOCKS).fetchall()}
    end_s = time.monotonic() + seconds
    while first and time.monotonic() < end_s:
        sleep(LOOK_SECONDS)
        now = connection.execute(_CLOCKS).fetchall()
        if going := [node for run, node, ms in now if first.get(run) != ms]:
            return going
    for run in first:
        leases.end(connection, run)
    return []

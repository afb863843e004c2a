"""Which nodes run, seen by a command or a node that has no lease yet."""

import time
from collections.abc import Callable

from ..sql.connection import Connection
from . import leases
from .nodes import LEASE_SECONDS

LOOK_SECONDS = 0.1
_BEATS = f"""SELECT lease.run, lease.node, {leases.BEAT}
FROM lease JOIN node_clock ON node_clock.run = lease.run WHERE NOT lease.ended ORDER BY lease.run"""


def running_nodes(
    connection: Connection,
    seconds: float = LEASE_SECONDS,
    sleep: Callable[[float], None] = time.sleep,
) -> list[str]:
    """The names of the nodes whose clock is written. If there are none after `seconds`, the leases
    of all others have been ended, so that none of them writes when it wakes up."""
    first = {run: beat for run, _, beat in connection.execute(_BEATS).fetchall()}
    end_s = time.monotonic() + seconds
    while first and time.monotonic() < end_s:
        sleep(LOOK_SECONDS)
        now = connection.execute(_BEATS).fetchall()
        if written := [node for run, node, beat in now if first.get(run) != beat]:
            return written
    for run in first:
        leases.end(connection, run)
    return []

"""Whether a server has a database open."""

from ..address import Address
from .base.blocking import connected
from .nodes.heartbeat_row import CONNECTION

# A node keeps the connection on which it writes its heartbeat for as long as it runs.
COUNT_NODES = f"""SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name LIKE 'zeitnot % {CONNECTION}'"""


def is_served(address: Address) -> bool:
    """Raises ReadFailed."""
    with connected(address, "served") as connection:
        (nodes,) = connection.execute(COUNT_NODES).fetchone()
    return bool(nodes)

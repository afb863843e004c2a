"""The other nodes as one node sees them."""

from zeitnot_server.store.postgresql import PostgresqlStore
from zeitnot_server.store.postgresql.nodes import leases


async def other_nodes(store: PostgresqlStore) -> list[str]:
    """The names of the other nodes that this node sees after its next heartbeat."""
    before = await heartbeat(store, store.runs.number)
    while await heartbeat(store, store.runs.number) == before:
        pass
    return [other.node.name for other in await store.nodes.others()]


async def heartbeat(by: PostgresqlStore, run: int) -> int:
    """The number of this run's last heartbeat."""
    query = f"SELECT {leases.HEARTBEAT} FROM node_clock WHERE run = ?"
    number: int = await by._lookup.ask(lambda c: c.execute(query, (run,)).fetchone()[0])
    return number

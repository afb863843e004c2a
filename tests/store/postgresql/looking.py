"""A node that looks at the other nodes."""

from zeitnot_server.store.postgresql import PostgresqlStore
from zeitnot_server.store.postgresql.nodes import leases


async def looks(store: PostgresqlStore) -> list[str]:
    """The other nodes by name, after this node's clock was written again."""
    before = await heartbeat(store, store.runs.number)
    while await heartbeat(store, store.runs.number) == before:
        pass
    return [other.node.name for other in await store.nodes.others()]


async def heartbeat(by: PostgresqlStore, run: int) -> int:
    """The number of the last heartbeat of this run."""
    query = f"SELECT {leases.HEARTBEAT} FROM node_clock WHERE run = ?"
    number: int = await by._lookup.ask(lambda c: c.execute(query, (run,)).fetchone()[0])
    return number

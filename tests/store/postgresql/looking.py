"""A node that looks at the others."""

from zeitnot_server.store.postgresql import PostgresqlStore


async def looks(store: PostgresqlStore) -> list[str]:
    """The other nodes by name, seen after this node's own clock has been written again."""
    query = "SELECT CAST(xmin AS text) FROM node_clock WHERE run = ?"
    run = (store.runs.number,)
    before = now = await store._lookup.ask(lambda c: c.execute(query, run).fetchone()[0])
    while now == before:
        now = await store._lookup.ask(lambda c: c.execute(query, run).fetchone()[0])
    return [other.node.name for other in await store.nodes.others()]

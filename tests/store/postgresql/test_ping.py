"""The store's readiness for `/readyz`: a node that cannot write is not ready."""

import pytest

from zeitnot_server.store import ReadOnly, StoreError
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql.base.blocking import connected
from zeitnot_server.store.postgresql.nodes import leases

from .conftest import Open


async def test_a_node_is_ready_while_it_has_its_lease(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        await a.ping()
        await b.write(lambda c: leases.end(c, a.runs.number))
        with pytest.raises(ReadOnly, match="ended this node's lease"):
            await a.ping()
        await b.ping()


async def test_a_node_is_not_ready_without_its_tables(node: Open, address: Address) -> None:
    """For example if the database was replaced by an empty one."""
    async with node("a") as a:
        await a.ping()
        with connected(address, "test") as other:
            other.execute("DROP SCHEMA public CASCADE")
            other.execute("CREATE SCHEMA public")
        for _ in range(2):
            with pytest.raises(StoreError):
                await a.ping()


async def test_a_node_is_not_ready_on_a_read_only_database(node: Open, address: Address) -> None:
    """For example if the address leads to a standby, or the operator has made the database
    read-only."""
    async with node("a") as a:
        await a.ping()
        with connected(address, "test") as other:
            name = other.execute("SELECT current_database()").fetchone()[0]
            other.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
        await (await a._writer._connection.open()).close()
        with pytest.raises(StoreError):
            await a.ping()

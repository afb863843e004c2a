"""Commands that need a database exclusively check whether a node has it open."""

import asyncio

import pytest

from zeitnot_server.store import DatabaseInUse
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import full_copy
from zeitnot_server.store.postgresql.served import is_served

from .conftest import Open


async def test_a_database_is_served_while_a_node_has_it_open(node: Open, address: Address) -> None:
    assert not await asyncio.to_thread(is_served, address)
    async with node("a"):
        assert await asyncio.to_thread(is_served, address)
        with pytest.raises(DatabaseInUse, match=r"A server is using"):
            await asyncio.to_thread(full_copy.reading(address).__enter__)

"""Fixtures: a PostgreSQL database, and stores of several nodes on it."""

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import PostgresqlStore

from ...postgres_databases import Databases
from ..playing import rules_for

Open = Callable[..., AbstractAsyncContextManager[PostgresqlStore]]


@pytest.fixture
def address(postgresql_databases: Databases) -> Iterator[Address]:
    """A database for one test, with tables but without rows."""
    with postgresql_databases.lent() as url:
        yield Address(url)


@pytest.fixture
def node(address: Address, tmp_path: Path) -> Open:
    """Opens the store as the node with this name, and begins its run."""

    @contextlib.asynccontextmanager
    async def opened(name: str = "main", url: str | None = None) -> AsyncIterator[PostgresqlStore]:
        store = await PostgresqlStore.open(address, rules_for, tmp_path, node=name, url=url)
        try:
            await store.runs.begin()
            yield store
        finally:
            await store.close()

    return opened

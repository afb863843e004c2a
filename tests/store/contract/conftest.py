from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.store import Store

from .implementations import IMPLEMENTATIONS, Database


@pytest.fixture(params=IMPLEMENTATIONS, ids=lambda implementation: implementation.name)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A new database of each implementation."""
    return Database(request.param, tmp_path / "zeitnot.db")


@pytest.fixture
async def store(database: Database) -> AsyncIterator[Store]:
    """A new store, closed afterwards."""
    async with database.open() as store:
        yield store

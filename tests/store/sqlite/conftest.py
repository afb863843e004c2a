"""Fixtures: an SQLite database and a store."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import rules_for


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of a database that does not exist yet."""
    return tmp_path / "zeitnot.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    """A new store, closed afterwards."""
    opened = await SqliteStore.open(path, rules_for)
    yield opened
    await opened.close()

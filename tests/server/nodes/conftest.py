"""A store that several nodes share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.play.native import rules_for
from zeitnot_server.store.sqlite import SqliteStore

from .cluster import Cluster


@pytest.fixture
async def cluster(tmp_path: Path) -> AsyncIterator[Cluster]:
    """Without nodes yet."""
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    yield Cluster(store)
    await store.close()

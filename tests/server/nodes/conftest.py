"""A store that several nodes share."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.sqlite.migrate import upgrade
from zeitnot_server.store.sqlite.store import SqliteStore

from .cluster import Cluster
from .peers import Pair, lobby_node


@pytest.fixture(scope="module")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, migrated only once because that is slow."""
    path = tmp_path_factory.mktemp("nodes") / "empty.db"
    upgrade(path)
    return path


@pytest.fixture
async def cluster(empty_database: Path, tmp_path: Path) -> AsyncIterator[Cluster]:
    """A cluster that has no nodes yet."""
    shutil.copyfile(empty_database, tmp_path / "zeitnot.db")
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    yield Cluster(store)
    await store.close()


@pytest.fixture
async def pair(cluster: Cluster) -> AsyncIterator[Pair]:
    """Two nodes of the cluster; the test runs their rounds (`LobbyNode.round`)."""
    async with lobby_node(cluster, "a") as a, lobby_node(cluster, "b") as b:
        yield a, b

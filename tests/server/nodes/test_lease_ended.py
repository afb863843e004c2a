"""A node whose lease was ended by another node stops, so that its supervisor restarts it."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from zeitnot_server.app import open_game_server
from zeitnot_server.config import Config
from zeitnot_server.store import ReadOnly

from ...postgres_databases import Databases

WAIT_S = 60


async def test_a_node_without_a_lease_requests_a_restart(
    postgresql_databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    url, failed = postgresql_databases.new(), asyncio.Event()
    async with open_game_server(Config(db=url, node="a"), failed.set) as server:
        other = await asyncpg.connect(url)
        await other.execute("UPDATE lease SET ended = true, ended_ms = 0")
        await other.close()
        with pytest.raises(ReadOnly):
            await server.store.accounts.create_guest("Ann")
        await asyncio.wait_for(failed.wait(), WAIT_S)

"""A lobby whose task runs, or that sends updates only when the test calls `check`."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.hosting.native import rules_for
from zeitnot_server.lobby import service as lobby
from zeitnot_server.store.sqlite.store import SqliteStore

from .harness import Harness


@pytest.fixture
async def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harness]:
    monkeypatch.setattr(lobby, "UPDATE_INTERVAL_SECONDS", 0.01)
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    instance = Harness(store)
    yield instance
    await instance.registry.close()
    await store.close()


@pytest.fixture
async def running_lobby(harness: Harness) -> AsyncIterator[Harness]:
    task = asyncio.create_task(harness.service.run())
    yield harness
    assert not task.done(), "the lobby's task has ended"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

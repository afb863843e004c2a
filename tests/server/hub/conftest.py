"""The lobby, at work or told when to look."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.play import lobby
from zeitnot_server.play.native import rules_for
from zeitnot_server.store.sqlite import SqliteStore

from .hall import Hall


@pytest.fixture
async def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    monkeypatch.setattr(lobby, "LULL", 0.01)
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    made = Hall(store)
    yield made
    await made.registry.close()
    await store.close()


@pytest.fixture
async def at_work(hall: Hall) -> AsyncIterator[Hall]:
    task = asyncio.create_task(hall.hub.run())
    yield hall
    assert not task.done(), "no task dies"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

"""The lobby, at work or told when to look."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.play import lobby
from zeitnot_server.play.native import rules_for
from zeitnot_server.store.sqlite import SqliteStore

from .rig import Rig


@pytest.fixture
async def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Rig]:
    monkeypatch.setattr(lobby, "LULL", 0.01)
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    instance = Rig(store)
    yield instance
    await instance.registry.close()
    await store.close()


@pytest.fixture
async def at_work(rig: Rig) -> AsyncIterator[Rig]:
    task = asyncio.create_task(rig.hub.run())
    yield rig
    assert not task.done(), "no task dies"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

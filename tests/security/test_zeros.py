"""Zero characters are refused, because PostgreSQL, unlike SQLite, cannot store them."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.web.edge import Edge
from zeitnot_server.web.http.hosts import Hosts

from .local import Local, running


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path, Edge(hosts=Hosts(local=True))) as server:
        yield server


@pytest.mark.parametrize(
    "path", ["/api/v1/games/a%00b", "/api/v1/tokens/%00", "/ws/games/a%00b", "/%00"]
)
async def test_a_path_with_a_zero_character_is_refused(local: Local, path: str) -> None:
    async with asyncio.timeout(20):
        answer = await local.get(path)
    assert answer.status == 400
    assert b"zero character" in answer.body


@pytest.mark.parametrize("id", ["\0", "a\0b", "a\n", "\x1f"])
def test_a_command_id_with_a_control_character_is_invalid(id: str) -> None:
    text = msgspec.json.encode({"type": "resign", "game": "game1", "id": id})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=p.Resign)

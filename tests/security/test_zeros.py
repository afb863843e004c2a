"""Zero characters, which SQLite stores and PostgreSQL does not."""

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
async def test_an_address_has_no_zero_character(local: Local, path: str) -> None:
    async with asyncio.timeout(20):
        answer = await local.get(path)
    assert answer.status == 400
    assert b"zero character" in answer.body


@pytest.mark.parametrize("id", ["\0", "a\0b", "a\n", "\x1f"])
def test_the_id_of_a_command_has_no_zero_character(id: str) -> None:
    text = msgspec.json.encode({"type": "resign", "game": "game1", "id": id})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=p.Resign)

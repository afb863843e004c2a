"""Three stand-in nodes behind the balancer."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ..ports import port_of, reserved
from .balancer import HAPROXY, Balancer, StandIn, balancing


@pytest.fixture(autouse=True)
def _haproxy_is_installed() -> None:
    """Without HAProxy these tests are skipped, or fail in CI."""
    if HAPROXY is None and "CI" in os.environ:
        pytest.fail("haproxy is not installed")
    if HAPROXY is None:
        pytest.skip("haproxy is not installed")


@pytest.fixture
async def nodes() -> AsyncIterator[list[StandIn]]:
    """Running nodes a, b and c."""
    port_sockets = [reserved() for _ in "abc"]
    started = [
        StandIn(name, port_of(socket)) for name, socket in zip("abc", port_sockets, strict=True)
    ]
    await asyncio.gather(*(node.start() for node in started))
    yield started
    await asyncio.gather(*(node.stop() for node in started))
    for socket in port_sockets:
        socket.close()


@pytest.fixture
async def balancer(nodes: list[StandIn], tmp_path: Path) -> AsyncIterator[Balancer]:
    async with balancing({node.name: node.port for node in nodes}, tmp_path) as running:
        yield running

"""A starting node recognizes the nodes that run by their heartbeats."""

from collections.abc import Iterator

import pytest

from zeitnot_server.store.postgresql.nodes import nodes

from .conftest import Open


@pytest.fixture
def times_s(monkeypatch: pytest.MonkeyPatch) -> Iterator[float]:
    """The times of the polls; the pauses between them are removed."""
    monkeypatch.setattr(nodes, "RUNNING_PAUSE_S", 0.0)
    return iter(at_s / 10 for at_s in range(1000, 1100))


async def test_a_node_with_heartbeats_is_running(node: Open, times_s: Iterator[float]) -> None:
    async with node("a"), node("b") as b:
        b.nodes._monotonic_s = lambda: 100.0
        assert await b.nodes.running() == ["a"]


async def test_a_lease_without_heartbeats_is_not_running(
    node: Open, times_s: Iterator[float]
) -> None:
    """It belongs to a node that died, or to an earlier process of this node."""
    async with node("a") as a, node("b") as b:
        await a._heartbeat_row.close()
        b.nodes._monotonic_s = lambda: next(times_s)
        assert not await b.nodes.running()
        assert next(times_s) > 100.0 + nodes.LEASE_SECONDS

"""Which nodes run, as seen by a starting node."""

from collections.abc import Iterator

import pytest

from zeitnot_server.store.postgresql.nodes import nodes

from .conftest import Open


@pytest.fixture
def times_s(monkeypatch: pytest.MonkeyPatch) -> Iterator[float]:
    """The times of the looks, without pauses between them."""
    monkeypatch.setattr(nodes, "RUNNING_PAUSE_S", 0.0)
    return iter(at_s / 10 for at_s in range(1000, 1100))


async def test_a_node_that_runs(node: Open, times_s: Iterator[float]) -> None:
    async with node("a"), node("b") as b:
        b.nodes._monotonic_s = lambda: 100.0
        assert await b.nodes.running() == ["a"]


async def test_leases_without_heartbeats(node: Open, times_s: Iterator[float]) -> None:
    """Leases of nodes that died, and of this node's earlier process."""
    async with node("a") as a, node("b") as b:
        await a._heartbeat_row.close()
        b.nodes._monotonic_s = lambda: next(times_s)
        assert not await b.nodes.running()
        assert next(times_s) > 100.0 + nodes.LEASE_SECONDS

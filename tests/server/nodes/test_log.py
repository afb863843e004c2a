"""Log lines of a node have its name, and report other nodes that were stopped or died."""

import pytest
import structlog
from structlog.testing import ReturnLogger, capture_logs

from zeitnot_server.app import log_nodes
from zeitnot_server.logs import configure, name_node
from zeitnot_server.store import ReadFailed
from zeitnot_server.store.nodes import OneNode

from .cluster import Cluster, store_of
from .peers import lobby_node


def test_log_lines_have_the_name_of_the_node() -> None:
    before = structlog.get_config()
    try:
        configure()
        name_node("two")
        structlog.configure(logger_factory=lambda *_: ReturnLogger())
        line = structlog.get_logger().info("serving", run=3)
        assert line.split(" ")[1:] == ["level=info", "event=serving", "node=two", "run=3"]
    finally:
        structlog.configure(**before)


async def test_a_starting_node_logs_the_other_nodes(cluster: Cluster) -> None:
    stores = [store_of(cluster, name) for name in ("main", "a", "b")]
    lines = list[tuple[str, str, str]]()
    for store, is_named in zip(stores, (False, False, True), strict=True):
        await store.runs.begin()
        with capture_logs() as logs:
            await log_nodes(store.nodes, is_named)
        (line,) = logs
        lines.append((line["log_level"], line["this"], line["others"]))
    assert lines == [
        ("info", "main", "none"),
        ("warning", "a", "main"),
        ("info", "b", "main, a"),
    ]


async def test_a_single_server_logs_no_nodes() -> None:
    with capture_logs() as logs:
        await log_nodes(OneNode(), is_named=False)
    assert logs == []


async def test_only_a_dead_node_is_logged_as_a_warning(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stopped node is logged as information. Neither line is lost while the database fails."""

    async def failing(runs: object) -> None:
        raise ReadFailed("no connection")

    async with lobby_node(cluster, "a") as a, lobby_node(cluster, "b") as b:
        async with lobby_node(cluster, "c") as c:
            await a.round()
            cluster.end_lease(b.game_server.clock.run)
            await c.game_server.drain(0)
        with capture_logs() as lines:
            with monkeypatch.context() as patch:
                patch.setattr(a.game_server.store.nodes, "stopped", failing)
                await a.round()
            await a.round()
            await a.round()
    assert [(line["event"], line["log_level"], line.get("other")) for line in lines] == [
        ("other nodes not read", "warning", None),
        ("other node gone", "warning", "b"),
        ("other node stopped", "info", "c"),
    ]

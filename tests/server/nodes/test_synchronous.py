"""A node logs whether commits wait for a standby."""

import structlog

from .cluster import Cluster
from .peers import Pair


async def test_a_lost_standby_is_logged_once(pair: Pair, cluster: Cluster) -> None:
    node, _ = pair
    with structlog.testing.capture_logs() as lines:
        for cluster.synchronous in (False, True, True, False, False):
            await node.round()
            assert node.game_server.lobby.peers.synchronous is cluster.synchronous
    logged = [(line["log_level"], line["event"]) for line in lines if "standby" in line["event"]]
    assert logged == [
        ("info", "commits wait for a standby"),
        ("warning", "commits no longer wait for a standby: they are on one disk"),
    ]

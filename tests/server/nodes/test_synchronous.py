"""Whether commits wait for a standby is watched."""

import structlog

from .cluster import Cluster
from .peers import Pair


async def test_that_commits_no_longer_wait_for_a_standby_is_said_once(
    pair: Pair, cluster: Cluster
) -> None:
    node, _ = pair
    with structlog.testing.capture_logs() as lines:
        for cluster.synchronous in (False, True, True, False, False):
            await node.round()
            assert node.game_server.lobby.peers.synchronous is cluster.synchronous
    said = [(line["log_level"], line["event"]) for line in lines if "standby" in line["event"]]
    assert said == [
        ("info", "commits wait for a standby"),
        ("warning", "commits no longer wait for a standby: they are on one disk"),
    ]

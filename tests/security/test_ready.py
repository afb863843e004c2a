"""The details of /readyz are shown only to clients that may read the metrics."""

import sqlite3
from pathlib import Path

import pytest

from zeitnot_server.web.edge import Edge
from zeitnot_server.web.http.networks import LOOPBACK, Networks

from .local import running

NO_NETWORK = Networks(())


@pytest.mark.parametrize(
    ("readers", "message"), [(LOOPBACK, b"damaged: "), (NO_NETWORK, b"damaged")]
)
async def test_details_are_shown_only_to_metrics_readers(
    tmp_path: Path, readers: Networks, message: bytes
) -> None:
    async with running(tmp_path, Edge(metrics_from=readers)) as local:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        local.game_server.store.damage.report(f"file {tmp_path}", error)
        ready = await local.get("/readyz")
    assert ready.status == 503
    assert ready.body.startswith(message)
    assert (str(tmp_path).encode() in ready.body) is (readers is LOOPBACK)


ANSWERS = {
    "": 503,
    "?usable=0": 404,
    "?usable=2": 404,
    "?usable=-1": 400,
    "?usable=": 400,
    "?usable=99999": 400,
    "?usable=1&usable=1": 400,
    "?others=1": 400,
}


async def test_a_balancer_says_how_many_nodes_it_can_use(tmp_path: Path) -> None:
    """Soon after the beginning of an outage a node keeps its sockets in any case."""
    async with running(tmp_path) as local:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        assert (await local.get("/readyz?usable=2")).status == 200
        local.game_server.store.damage.report(f"file {tmp_path}", error)
        answers = {query: (await local.get(f"/readyz{query}")).status for query in ANSWERS}
    assert answers == ANSWERS

"""The balancer's log."""

import re
from pathlib import Path

from websockets.asyncio.client import connect

from ..security.raw import request
from .balancer import Balancer, StandIn, balancing, eventually
from .test_limits import places

SECRET = "zn_ThisIsAToken0123456789"


async def lines(balancer: Balancer, count: int) -> list[dict[str, str]]:
    """Waits for this many requests in the log; returns their fields."""
    found: list[dict[str, str]] = []

    async def they_are_there() -> bool:
        found[:] = [
            dict(field.split("=", 1) for field in line.split())
            for line in balancer.log.read_text().splitlines()
            if " event=request " in line
        ]
        return len(found) >= count

    await eventually(they_are_there)
    return found


async def test_a_line_has_client_request_and_node(nodes: list[StandIn], tmp_path: Path) -> None:
    async with balancing(places(nodes), tmp_path, ACCESS_LOG="yes") as balancer:
        node = await balancer.node("/api/v1/games/g0001?node=b")
        (line,) = await lines(balancer, 1)
    shown = {name: line[name] for name in ("client", "method", "path", "status", "node", "end")}
    assert shown == {
        "client": "127.0.0.1",
        "method": "GET",
        "path": "/api/v1/games/g0001",
        "status": "200",
        "node": node,
        "end": "--",
    }
    assert all(int(line[name]) >= 0 for name in ("connect_ms", "answer_ms", "ms", "bytes"))
    assert line["timestamp"].endswith("Z")


async def test_no_secret_is_in_the_log(nodes: list[StandIn], tmp_path: Path) -> None:
    """Neither queries, headers nor invalid requests are logged."""
    async with balancing(places(nodes), tmp_path, ACCESS_LOG="yes") as balancer:
        held = {"authorization": f"Bearer {SECRET}", "referer": f"http://a/?key={SECRET}"}
        for target in (f"/?token={SECRET}", f"http://localhost/game?key={SECRET}#{SECRET}"):
            async with balancer.connect() as connection:
                await connection.ask(request(target, cookie=f"zeitnot_session={SECRET}", **held))
        for bad in (
            f"GET /?token={SECRET}\r\n\r\n",
            f"GET /?t={SECRET} HTTP/1.1\r\n: {SECRET}\r\n\r\n",
        ):
            async with balancer.connect() as connection:
                await connection.ask(bad)
        url = f"ws://127.0.0.1:{balancer.port}/ws/lobby?token={SECRET}"
        async with connect(url, proxy=None) as socket:
            await socket.recv()
        found = await lines(balancer, 5)
        assert {line["status"] for line in found} == {"101", "200", "400"}
        assert SECRET not in balancer.log.read_text()


async def test_by_default_only_failed_requests_are_logged(
    nodes: list[StandIn], tmp_path: Path
) -> None:
    async with balancing(places(nodes), tmp_path, CHECK_EVERY="1m") as balancer:
        await balancer.node("/")
        for node in nodes:
            await node.stop()
        await balancer.ask("/api/v1/catalogue")
        (line,) = await lines(balancer, 1)
    assert (line["path"], line["status"], line["end"]) == ("/api/v1/catalogue", "503", "SC")


async def test_the_failure_of_all_nodes_is_logged_once_with_the_time(
    nodes: list[StandIn], balancer: Balancer
) -> None:
    """It is not logged again for each request."""
    await balancer.node("/")
    for node in nodes:
        await node.stop()

    async def are_missed() -> bool:
        return "backend nodes has no server available!" in balancer.log.read_text()

    await eventually(are_missed)
    for _ in range(3):
        assert (await balancer.ask("/api/v1/catalogue"))[0] == 503
    logged = balancer.log.read_text().splitlines()
    said = [line for line in logged if not line.startswith("[")]  # those are from standard error
    assert all(re.match(r"\d{4}-\d\d-\d\dT[\d:.+]+ \S", line) for line in said), said
    heard = [line.partition(" ")[2] for line in said]
    assert heard.count("backend nodes has no server available!") == 1
    assert len(heard) == len(nodes) + 1, heard
    for node in nodes:
        assert any(line.startswith(f"Server nodes/{node.name} is ") for line in heard), heard

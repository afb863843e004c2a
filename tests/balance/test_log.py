"""The balancer's log of requests and failures, in which no secrets may appear."""

import re
from pathlib import Path

from websockets.asyncio.client import connect

from ..security.raw import request
from .balancer import Balancer, StandIn, balancing, eventually
from .test_limits import ports_by_name

SECRET = "zn_ThisIsAToken0123456789"


async def lines(balancer: Balancer, count: int) -> list[dict[str, str]]:
    """Waits for this many requests in the log; returns their fields."""
    requests: list[dict[str, str]] = []

    async def are_logged() -> bool:
        requests[:] = [
            dict(field.split("=", 1) for field in line.split())
            for line in balancer.log.read_text().splitlines()
            if " event=request " in line
        ]
        return len(requests) >= count

    await eventually(are_logged)
    return requests


async def test_a_line_has_client_request_and_node(nodes: list[StandIn], tmp_path: Path) -> None:
    async with balancing(ports_by_name(nodes), tmp_path, ACCESS_LOG="yes") as balancer:
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
    async with balancing(ports_by_name(nodes), tmp_path, ACCESS_LOG="yes") as balancer:
        secrets = {"authorization": f"Bearer {SECRET}", "referer": f"http://a/?key={SECRET}"}
        for target in (f"/?token={SECRET}", f"http://localhost/game?key={SECRET}#{SECRET}"):
            async with balancer.connect() as connection:
                await connection.ask(request(target, cookie=f"zeitnot_session={SECRET}", **secrets))
        for bad in (
            f"GET /?token={SECRET}\r\n\r\n",
            f"GET /?t={SECRET} HTTP/1.1\r\n: {SECRET}\r\n\r\n",
        ):
            async with balancer.connect() as connection:
                await connection.ask(bad)
        url = f"ws://127.0.0.1:{balancer.port}/ws/lobby?token={SECRET}"
        async with connect(url, proxy=None) as socket:
            await socket.recv()
        requests = await lines(balancer, 5)
        assert {line["status"] for line in requests} == {"101", "200", "400"}
        assert SECRET not in balancer.log.read_text()


async def test_by_default_only_failed_requests_are_logged(
    nodes: list[StandIn], tmp_path: Path
) -> None:
    async with balancing(ports_by_name(nodes), tmp_path, CHECK_EVERY="1m") as balancer:
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

    async def is_logged() -> bool:
        return "backend nodes has no server available!" in balancer.log.read_text()

    await eventually(is_logged)
    for _ in range(3):
        assert (await balancer.ask("/api/v1/catalogue"))[0] == 503
    logged = balancer.log.read_text().splitlines()
    messages = [
        line for line in logged if not line.startswith("[")
    ]  # those are from standard error
    assert all(re.match(r"\d{4}-\d\d-\d\dT[\d:.+]+ \S", line) for line in messages), messages
    texts = [line.partition(" ")[2] for line in messages]
    assert texts.count("backend nodes has no server available!") == 1
    assert len(texts) == len(nodes) + 1, texts
    for node in nodes:
        assert any(line.startswith(f"Server nodes/{node.name} is ") for line in texts), texts

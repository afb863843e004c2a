"""Runs the balancer's configuration in a real HAProxy, in front of stand-in nodes."""

import asyncio
import contextlib
import json
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from zeitnot_server.store import ReadOnly
from zeitnot_server.web.readiness import Readiness

from ..ports import port_of, reserved
from ..security.raw import WAIT_S, RawConnection, request
from ..with_parent import WITH_PARENT

CONFIG = Path(__file__).parents[2] / "docker/haproxy/haproxy.cfg"
HAPROXY = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")


class Database:
    """A database that some nodes cannot reach."""

    def __init__(self) -> None:
        self.unreachable_from: set[str] = set()
        self.now_s = 0.0
        self.checks = 0
        self._readiness: dict[str, Readiness] = {}

    async def status(self, node: str, usable_nodes: int) -> HTTPStatus:
        """The answer of a node to a check of its readiness."""

        async def ping() -> None:
            if node in self.unreachable_from:
                raise ReadOnly("no connection")

        self.checks += 1
        new = Readiness(ping, lambda: None, lambda: self.now_s)
        readiness = self._readiness.setdefault(node, new)
        unready = await readiness.check(quick=True)
        return HTTPStatus(200 if unready is None else readiness.status(usable_nodes))


@dataclass
class StandIn:
    """A node that answers every request with its name and the headers that it received, and echoes
    the messages of WebSockets."""

    name: str
    port: int
    ready: HTTPStatus = HTTPStatus.OK
    """Its answer to a health check."""
    frozen: bool = False
    """It answers nothing, but its sockets stay open."""
    database: "Database | None" = None
    """With one, it answers health checks as a node does."""
    requests: int = 0
    """The number of its requests, not counting health checks."""
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)
    _server: Server | None = None
    _sockets: set[ServerConnection] = field(default_factory=set)

    async def start(self) -> None:
        self._server = await serve(
            self._echo, "127.0.0.1", self.port, process_request=self._answer, compression=None
        )

    async def _answer(self, connection: ServerConnection, received: Request) -> Response | None:
        if self.frozen:
            await self._stopping.wait()
        path, _, query = received.path.partition("?usable=")
        if path == "/readyz" and self.database is not None:
            return connection.respond(await self.database.status(self.name, int(query)), "")
        if path == "/readyz":
            return connection.respond(self.ready, "")
        self.requests += 1
        if "upgrade" in received.headers:
            return None
        headers = {name.lower(): received.headers.get_all(name) for name in received.headers}
        return connection.respond(HTTPStatus.OK, json.dumps({"node": self.name, **headers}))

    async def _echo(self, connection: ServerConnection) -> None:
        self._sockets.add(connection)
        await connection.send(self.name)
        async for message in connection:
            await connection.send(message)

    async def stop(self) -> None:
        """Stops like a process that has ended: its port refuses connections."""
        self._stopping.set()
        if self._server:
            # Python 3.11 loses a connection that is accepted while a server is closed, without
            # closing it. Therefore stop accepting first, and then wait for accepted ones.
            for listener in self._server.sockets:
                asyncio.get_running_loop().remove_reader(listener.fileno())
            await asyncio.sleep(0)
            self._server.close()
            await self._server.wait_closed()


@dataclass
class Balancer:
    """A running HAProxy."""

    port: int
    observer_port: int
    process: asyncio.subprocess.Process
    log: Path

    async def ask(
        self, path: str, method: str = "GET", source: str = "127.0.0.1", **headers: str
    ) -> tuple[int, Any]:
        """Sends a request from this loopback address; returns status and JSON."""
        async with self.connect(source) as connection:
            answer = await connection.ask(request(path, method, **headers))
            return answer.status, answer.json if answer.body else None

    @contextlib.asynccontextmanager
    async def connect(self, source: str = "127.0.0.1") -> AsyncIterator[RawConnection]:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(source, 0)
        )
        try:
            yield RawConnection(reader, writer)
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def node(self, path: str) -> str:
        """Sends a request; returns the node that answers it."""
        status, answer = await self.ask(path)
        assert status == 200, (status, answer)
        return str(answer["node"])


async def eventually(holds: Callable[[], Awaitable[bool]]) -> None:
    """Repeats the check until it passes."""
    async with asyncio.timeout(WAIT_S):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def balancing(
    nodes: Mapping[str, int], folder: Path, **environment: str
) -> AsyncIterator[Balancer]:
    """Runs HAProxy in front of these nodes, given by name and port of 127.0.0.1. `environment`:
    further variables of the configuration."""
    assert HAPROXY is not None
    port_sockets = [reserved(), reserved()]
    port, observer_port = map(port_of, port_sockets)
    names = {f"NODE_{number}": name for number, name in enumerate(nodes, 1)}
    addresses = {f"ADDRESS_{i}": f"127.0.0.1:{port}" for i, port in enumerate(nodes.values(), 1)}
    ports = {"LISTEN": f"127.0.0.1:{port}", "OBSERVE": f"127.0.0.1:{observer_port}"}
    settings = {"FILES": "1000", "CHECK_EVERY": "50ms", "CHECK_AGAIN": "50ms"}
    log = folder / "haproxy.log"
    with log.open("wb") as written:
        process = await asyncio.create_subprocess_exec(
            *(*WITH_PARENT, HAPROXY, "-db", "-f", str(CONFIG)),
            env={**os.environ, **names, **addresses, **ports, **settings, **environment},
            stdout=written,
            stderr=written,
        )
    try:
        await _wait_until_listening(port, process, log)
        yield Balancer(port, observer_port, process, log)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        for socket in port_sockets:
            socket.close()


def _text(log: Path) -> str:
    return log.read_text()


async def _wait_until_listening(port: int, process: asyncio.subprocess.Process, log: Path) -> None:
    async with asyncio.timeout(WAIT_S):
        while True:
            assert process.returncode is None, _text(log)
            with contextlib.suppress(ConnectionRefusedError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.01)

"""A small load balancer. It routes a client to the node that the client names, or otherwise to the
ready node that the hash of the game's id selects."""

import asyncio
import contextlib
import hashlib
import itertools
import re
from collections.abc import Mapping, Sequence

from .proxy import send

CHECK_SECONDS = 0.5
ANSWER_SECONDS = 1.0  # timeout of a check
MAX_FAILURES = 2  # after this many failed checks in a row, a node's connections are closed
HEAD_BYTES = 16_384
_NODE = re.compile(rb"^\S+ \S*[?&]node=(\w+)")
_GAME = re.compile(rb"^\S+ /(?:ws|api/v1)/games/(\w+)")
_UNAVAILABLE = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_READY = b"GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"


def nodes_to_try(head: bytes, up: Sequence[str], request: int) -> list[str]:
    """The nodes to try for a request, in order. `head`: the request's head. `request`: its number,
    by which requests that name no game are distributed."""
    if not up:
        return []
    key = match[1] if (match := _GAME.match(head)) else b"%d" % request
    order = sorted(up, key=lambda name: hashlib.md5(key + name.encode()).digest())
    named = match[1].decode() if (match := _NODE.match(head)) else None
    return sorted(order, key=lambda name: name != named)


class Router:
    """The load balancer. `ports`: the port of each node, by name."""

    def __init__(self, ports: Mapping[str, int]) -> None:
        self.port = 0
        self._ports = ports
        self._failures = dict.fromkeys(ports, MAX_FAILURES)
        self._requests = itertools.count()
        self._nodes: dict[int, str] = {}  # by the port of each connected client
        self._writers: dict[str, set[asyncio.StreamWriter]] = {name: set() for name in ports}
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listens on a free port and starts to check the nodes."""
        self._server = await asyncio.start_server(
            self._accept, "127.0.0.1", 0, limit=HEAD_BYTES, backlog=512
        )
        self.port = self._server.sockets[0].getsockname()[1]
        self._tasks |= {asyncio.create_task(self._check(name)) for name in self._ports}

    @property
    def up(self) -> list[str]:
        """The nodes that are ready."""
        return [name for name, failures in self._failures.items() if failures < MAX_FAILURES]

    def node_of(self, port: int) -> str:
        """The node to which the client at this port is connected."""
        return self._nodes.get(port, "")

    async def close(self) -> None:
        """Stops listening and closes all connections."""
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _check(self, name: str) -> None:
        while True:
            if await self._is_ready(name):
                self._failures[name] = 0
            else:
                self._failures[name] += 1
                if self._failures[name] == MAX_FAILURES:
                    for writer in self._writers[name]:
                        writer.transport.abort()
            await asyncio.sleep(CHECK_SECONDS)

    async def _is_ready(self, name: str) -> bool:
        writer = None
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._ports[name])
                writer.write(_READY)
                return b" 200 " in await reader.readline()
        except (OSError, TimeoutError):
            return False
        finally:
            if writer is not None:
                writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        port = near.get_extra_info("peername")[1]
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await self._serve(reader, near, port)
        self._nodes.pop(port, None)
        near.transport.abort()

    async def _serve(
        self, reader: asyncio.StreamReader, near: asyncio.StreamWriter, port: int
    ) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        for name in nodes_to_try(head, self.up, next(self._requests)):
            try:
                far_reader, far = await asyncio.open_connection("127.0.0.1", self._ports[name])
            except OSError:
                self._failures[name] = MAX_FAILURES
                continue
            self._nodes[port] = name
            far.write(head)
            self._writers[name] |= {near, far}
            try:
                await asyncio.gather(forward(reader, far), forward(far_reader, near))
            finally:
                self._writers[name] -= {near, far}
                far.transport.abort()
            return
        near.write(_UNAVAILABLE)
        await near.drain()
        near.close()
        await near.wait_closed()


async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Forwards one direction of a connection to its end."""
    with contextlib.suppress(OSError):
        while chunk := await reader.read(65_536):
            await send(writer, chunk)
    writer.close()

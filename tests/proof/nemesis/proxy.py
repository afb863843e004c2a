"""A TCP proxy between a node and the database or broker: a network that tests can break."""

import asyncio
import contextlib
from dataclasses import dataclass

CHUNK = 65_536


@dataclass(eq=False)
class _Link:
    """One connection. `is_black_hole`: bytes are dropped, and neither end notices."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter
    is_black_hole: bool = False

    def abort(self) -> None:
        for writer in (self.near, self.far):
            writer.transport.abort()


class Proxy:
    """Forwards connections to port `target` of 127.0.0.1. `delay_s`: of each chunk, both ways."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self.delay_s = 0.0
        self._target = target
        self._is_cut = False
        self._flows = asyncio.Event()
        self._flows.set()
        self._links: set[_Link] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listens on a free port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Resets all connections, and each new one."""
        self._is_cut = True
        for link in self._links:
            link.abort()

    def stall(self) -> None:
        """Delays everything until `mend`: bytes, ends of connections and new connections, as
        when packets are lost for a while."""
        self._flows.clear()

    def blackhole(self) -> None:
        """Turns the present connections into black holes, as when a firewall has lost their state;
        new ones work."""
        for link in self._links:
            link.is_black_hole = True

    def mend(self) -> None:
        """Ends all faults. Black holes are reset."""
        self._is_cut, self.delay_s = False, 0.0
        self._flows.set()
        for link in self._links:
            if link.is_black_hole:
                link.abort()

    async def close(self) -> None:
        """Closes the listening socket and all connections."""
        if self._server is not None:
            self._server.close()
        for link in self._links:
            link.abort()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await self._flows.wait()
        if self._is_cut:
            near.transport.abort()
            return
        try:
            far_reader, far = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            near.transport.abort()
            return
        link = _Link(near, far)
        self._links.add(link)
        try:
            await asyncio.gather(
                self._forward(link, reader, far), self._forward(link, far_reader, near)
            )
        finally:
            link.abort()
            self._links.discard(link)

    async def _forward(
        self, link: _Link, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Forwards one direction to its end; then closes the other end, unless it is a black
        hole."""
        with contextlib.suppress(OSError):
            while chunk := await reader.read(CHUNK):
                if self.delay_s:
                    await asyncio.sleep(self.delay_s)
                await self._flows.wait()
                if not link.is_black_hole:
                    await send(writer, chunk)
        await self._flows.wait()
        if not link.is_black_hole:
            link.abort()


async def send(writer: asyncio.StreamWriter, chunk: bytes) -> None:
    """Sends bytes. Raises ConnectionResetError if the connection was closed at this end, for which
    uvloop raises RuntimeError."""
    if writer.is_closing():
        raise ConnectionResetError
    writer.write(chunk)
    await writer.drain()

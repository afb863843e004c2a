"""One life of the server process: the real house and the real application, on modelled files.

What uvicorn would do (frames stamped as they arrive, a send that waits while the socket is full,
the end of a connection) is done here, at the ASGI border.
"""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from zeitnot_client import protocol as p
from zeitnot_server.app import application
from zeitnot_server.feed import NullFeed
from zeitnot_server.play.house import House
from zeitnot_server.play.now import AdjustedClock
from zeitnot_server.rooms.commands import Fresh
from zeitnot_server.web.limits import Limits
from zeitnot_server.web.transport import ABORT, AT_MS, DISMISS

from .disk import ModelStore
from .network import Cable
from .virtual import VirtualLoop

WORLD = "world"  # the name of the one task that a crash does not end
WALL_NS = 1_700_000_000_000_000_000
OPENED = object()  # what a client gets first on an accepted connection


class Socket:
    """One accepted connection, as an ASGI server would hold it."""

    def __init__(self, life: "Life", game: str, token: str | None, heard: Any) -> None:
        self.cable: Cable | None = None
        self._life = life
        self._heard = heard
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._over = False
        headers = [(b"host", b"zeitnot.test")]
        if token is not None:
            headers.append((b"authorization", b"Bearer " + token.encode()))
        self._scope = {
            "type": "websocket",
            "scheme": "ws",
            "path": f"/ws/games/{game}",
            "query_string": b"",
            "headers": headers,
            "subprotocols": [p.SUBPROTOCOL],
            "extensions": {"websocket.http.response": {}},
            "client": ("192.0.2.1", 50_000),
            ABORT: self.abort,
            DISMISS: self.dismiss,
        }

    def open(self) -> None:
        """The handshake has arrived."""
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._life.spawn(self._life.app(self._scope, self._receive, self._send))

    def arrived(self, frame: str | None) -> None:
        """A frame has come off the wire; None: the end of the stream."""
        if self._life.dead or self.cable is None:
            return
        if frame is None:
            self.cable.end_for_server()
            return
        at_ms = self._life.clock.ms()
        self._heard(frame, at_ms)
        self._inbox.put_nowait({"type": "websocket.receive", "text": frame, AT_MS: at_ms})

    def lost(self) -> None:
        """The connection is known to be gone."""
        self._over = True
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def abort(self) -> None:
        """The server cuts the connection off."""
        self._close(flushed=False)
        self.lost()

    def dismiss(self, code: int, reason: str) -> None:
        """The server wants this socket to end."""
        event = {"type": "websocket.disconnect", "code": code, "reason": reason, DISMISS: True}
        self._inbox.put_nowait(event)

    def _close(self, flushed: bool) -> None:
        self._over = True
        if self.cable is not None:
            self.cable.server_closes(flushed)

    async def _receive(self) -> dict[str, Any]:
        return await self._inbox.get()

    async def _send(self, message: Any) -> None:
        if self._over or self._life.dead or self.cable is None:
            raise OSError("the connection is gone")
        match message["type"]:
            case "websocket.accept":
                self.cable.to_client.send(OPENED)
            case "websocket.send":
                self.cable.to_client.send(message["text"])
                await self.cable.to_client.drain()
            case "websocket.close" | "websocket.http.response.body":
                self._close(flushed=True)


class Life:
    """From a start to a crash."""

    def __init__(
        self,
        loop: VirtualLoop,
        run: int,
        store: ModelStore,
        rng: Random,
        fresh: Callable[[], Fresh],
        errors: list[BaseException],
    ) -> None:
        self.errors = errors
        self.run = run
        self.store = store
        self.dead = False
        self.clock = AdjustedClock(run, loop.ns, lambda: WALL_NS + loop.ns())
        house: Any = House(store, self.clock, NullFeed())  # type: ignore[arg-type]
        house.registry.fresh = fresh
        house.registry.on_finished = lambda room: None  # no books here
        self.app: Any = application(house, Limits())
        self._rng = rng
        self._tasks: set[asyncio.Task[Any]] = set()
        self._cables: list[Cable] = []
        self.spawn(house.registry.sweep())

    def beat(self) -> None:
        """The house's sign of life, as its task does it every 20 ms."""
        if not self.dead:
            self.store.alive.beat(self.run, self.clock.tick())

    def spawn(self, work: Any) -> None:
        """Runs a task of this process."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not self.dead:
            self.errors.append(error)

    def plug(self, socket: Socket, cable: Cable) -> None:
        """Joins a socket to its connection."""
        socket.cable = cable
        self._cables.append(cable)
        socket.open()

    def crash(self) -> None:
        """SIGKILL: nothing that this process still does has any effect."""
        self.store.crash()
        self.dead = True
        for cable in self._cables:
            cable.server_closes(flushed=self._rng.random() < 0.5)
        for task in asyncio.all_tasks():
            if task.get_name() != WORLD:
                task.cancel()

"""One server process: the real game server and application on a modelled disk, called through ASGI.
This module takes the place of uvicorn: it stamps frames on arrival, waits while a socket is full,
and closes sockets."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

import zeitnot_protocol as p
from zeitnot_server.app import application
from zeitnot_server.feed import NullFeed
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.room.host import FindStandIn
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.limits.table import Limits
from zeitnot_server.rooms.commands import NewGameIds
from zeitnot_server.web.transport.transport import AT_MS, DISMISS, SOCKET

from .disk import ModelStore
from .network import TcpConnection
from .virtual import VirtualLoop

WORLD = "world"  # the name of the only task that a crash does not end
WALL_NS = 1_700_000_000_000_000_000
OPENED = object()  # the first item on an accepted connection


async def _no_books(room: Any) -> None:
    """Does nothing, because the model of the store has no opening books."""


class SteadyLink:
    """The lag measurement of a connection, here with constant lag."""

    def __init__(self, lag_ms: int) -> None:
        self.leaving = False
        self.tcp: TcpConnection | None = None
        self._lag_ms = lag_ms

    def measure(self) -> None:
        """Nothing to measure: the lag is constant."""

    def owed_ms(self, bot: bool) -> int:
        """The lag compensation of this connection for a move."""
        return self._lag_ms

    def unread(self) -> Callable[[], bool]:
        """See `Pipe.unread`."""
        return self.tcp.to_server.unread() if self.tcp else lambda: True


class Socket:
    """One accepted connection, like the transport's `zeitnot.socket` in the ASGI scope."""

    def __init__(
        self, life: "Life", game: str, token: str | None, lag_ms: int, reporter: "FrameReporter"
    ) -> None:
        self.tcp: TcpConnection | None = None
        self.link = SteadyLink(lag_ms)
        self._on_text: Callable[[str, int], None] | None = None
        self._queue_out: Any = None
        self._life = life
        self._reporter = reporter
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._closed = False
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
            SOCKET: self,
        }

    def shake_hands(self, tcp: TcpConnection) -> None:
        """Receives the handshake over this connection."""
        self.tcp = self.link.tcp = tcp
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._life.spawn(self._life.app(self._scope, self._receive, self._send))

    # ── from the wire ──────────────────────────────────────────────────────────────────────────

    def arrived(self, frame: str | None, unread_s: float) -> None:
        """Receives a frame that arrived `unread_s` seconds ago; None: the end of the stream."""
        if self._life.dead or self._closed or self.tcp is None:
            return
        if frame is None:
            self.tcp.end_for_server()
            return
        at_ms = self._life.clock.ms(round(unread_s * 1000))
        self._reporter.received(frame, at_ms, unread_s)
        if self._on_text is not None:
            self._on_text(frame, at_ms)
        else:
            self._inbox.put_nowait({"type": "websocket.receive", "text": frame, AT_MS: at_ms})

    def lost(self) -> None:
        """The connection is known to be gone."""
        self._closed = self.link.leaving = True
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})

    # ── interface of the application ───────────────────────────────────────────────────────────

    @property
    def waiting(self) -> int:
        """How many messages wait in the queue."""
        return self._inbox.qsize()

    @property
    def can_write(self) -> bool:
        """Whether a frame can be written now."""
        is_closed = self._closed or self._life.dead or self.tcp is None
        return not is_closed and self.tcp is not None and self.tcp.to_client.has_space

    def attach(self, sender: Any, queue_out: Any) -> None:
        """Sets the queue of messages to send."""
        self._queue_out = queue_out

    def follow(self, take: Callable[[str, int], None]) -> None:
        """Calls `take` with every text from now on, and its stamp."""
        self._on_text = take

    def follow_closely(self) -> None:
        """No-op: in the simulation every frame has an exact stamp."""

    def write(self, *texts: str) -> bool:
        """Sends texts; False if it cannot write now."""
        if not self.can_write or self.tcp is None:
            return False
        for text in texts:
            self._reporter.sent(text)
            self.tcp.to_client.send(text)
        return True

    def drained(self) -> None:
        """The peer has read something."""
        if self.can_write and self._queue_out is not None:
            self._queue_out.flush()

    def abort(self) -> None:
        """The server resets the connection."""
        self._close(flushed=False)
        self.lost()

    def dismiss(self, code: int, reason: str) -> None:
        """The server asks the application to end this socket."""
        self._on_text = None
        event = {"type": "websocket.disconnect", "code": code, "reason": reason, DISMISS: True}
        self._inbox.put_nowait(event)

    def _close(self, flushed: bool) -> None:
        self._closed = True
        if self.tcp is not None:
            self.tcp.server_closes(flushed)

    async def _receive(self) -> dict[str, Any]:
        return await self._inbox.get()

    async def _send(self, message: Any) -> None:
        if self._closed or self._life.dead or self.tcp is None:
            return  # writes to a closed transport are ignored
        match message["type"]:
            case "websocket.accept":
                self.tcp.to_client.send(OPENED)
            case "websocket.send":
                raise AssertionError("a text was sent through ASGI instead of the transport")
            case "websocket.http.response.start":
                self._reporter.refused(message["status"])
            case "websocket.close" | "websocket.http.response.body":
                self._close(flushed=True)


class FrameReporter(Protocol):
    """Reports what one socket receives and sends."""

    def received(self, frame: str, at_ms: int, unread_s: float) -> None:
        """The server has read a frame with this stamp, `unread_s` seconds after it arrived."""

    def sent(self, frame: str) -> None:
        """The server has sent a frame."""

    def refused(self, status: int) -> None:
        """The handshake was refused."""


class Life:
    """One server process, from its start to its crash."""

    def __init__(
        self,
        loop: VirtualLoop,
        run: int,
        store: ModelStore,
        rng: Random,
        new_game_ids: Callable[[], NewGameIds],
        errors: list[BaseException],
        find_stand_in: FindStandIn,
    ) -> None:
        self.errors = errors
        self.run = run
        self.store = store
        self.dead = False
        self.clock = AdjustedClock(run, loop.ns, lambda: WALL_NS + loop.ns(), loop.ran_ns)
        game_server: Any = GameServer(
            store,  # type: ignore[arg-type]
            self.clock,
            NullFeed(),
            ids=new_game_ids,
        )
        game_server.book_indexing.index = _no_books
        game_server.registry.stand_ins.append(find_stand_in)
        self.app: Any = application(game_server, Limits())
        self._rng = rng
        self._tasks: set[asyncio.Task[Any]] = set()
        self._connections: list[TcpConnection] = []
        self.spawn(game_server.registry.sweep())

    def beat(self) -> None:
        """Writes a heartbeat, as the server's task does every 20 ms."""
        if not self.dead:
            self.store.heartbeats.beat(self.run, self.clock.tick())

    def spawn(self, work: Any) -> None:
        """Runs a task of this process."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not self.dead:
            self.errors.append(error)

    def attach(self, socket: Socket, tcp: TcpConnection) -> None:
        """Joins a socket to its connection."""
        self._connections.append(tcp)
        socket.shake_hands(tcp)

    def crash(self) -> None:
        """Kills the process, as SIGKILL does: its later actions have no effect."""
        self.store.crash()
        self.dead = True
        for tcp in self._connections:
            tcp.server_closes(flushed=self._rng.random() < 0.5)
        for task in asyncio.all_tasks():
            if task.get_name() != WORLD:
                task.cancel()

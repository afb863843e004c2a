"""One life of the server process: the real house and the real application, on modelled files.

What uvicorn would do (frames stamped as they arrive, a send that waits while the socket is full,
the end of a connection) is done here, at the ASGI border.
"""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

import zeitnot_protocol as p
from zeitnot_server.app import application
from zeitnot_server.feed import NullFeed
from zeitnot_server.play.game_server import GameServer
from zeitnot_server.play.now import AdjustedClock
from zeitnot_server.rooms.commands import NewGameIds
from zeitnot_server.web.limits import Limits
from zeitnot_server.web.transport import ABORT, AT_MS, DIRECT, DISMISS, LINK

from .disk import ModelStore
from .network import TcpConnection
from .virtual import VirtualLoop

WORLD = "world"  # the name of the one task that a crash does not end
WALL_NS = 1_700_000_000_000_000_000
OPENED = object()  # what a client gets first on an accepted connection


class Stamps:
    """Gives a frame its instant."""

    def __init__(self, life: "Life") -> None:
        self._life = life
        self.waited_ms = 0

    def stamp(self) -> int:
        """The adjusted time at which the frame at hand had come."""
        return self._life.clock.ms(self.waited_ms)


class SteadyLink:
    """A line whose lag is always the same."""

    def __init__(self, lag_ms: int) -> None:
        self.leaving = False
        self.tcp: TcpConnection | None = None
        self._lag_ms = lag_ms

    def measure(self) -> None:
        """It is known."""

    def owed_ms(self, bot: bool) -> int:
        """What this connection is owed for a move."""
        return self._lag_ms

    def unread(self) -> Callable[[], bool]:
        """What came while the loop was busy is."""
        return self.tcp.to_server.unread() if self.tcp else lambda: True


class Socket:
    """One accepted connection, as the transport holds it: `zeitnot.direct` of the scope."""

    def __init__(self, life: "Life", game: str, token: str | None, lag_ms: int, spy: "Spy") -> None:
        self.tcp: TcpConnection | None = None
        self.stamped = Stamps(life)
        self.taker: Callable[[str], None] | None = None
        self.on_open: Callable[[], None] = lambda: None
        self._life = life
        self._spy = spy
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._over = False
        self._link = SteadyLink(lag_ms)
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
            LINK: self._link,
            DIRECT: self,
        }

    def plug(self, tcp: TcpConnection) -> None:
        """The handshake has arrived over this connection."""
        self.tcp = self._link.tcp = tcp
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._life.spawn(self._life.app(self._scope, self._receive, self._send))

    # ── from the wire ──────────────────────────────────────────────────────────────────────────

    def arrived(self, frame: str | None, late: float) -> None:
        """A frame has come off the wire, `late` seconds before now; None: the end."""
        if self._life.dead or self._over or self.tcp is None:
            return
        if frame is None:
            self.tcp.end_for_server()
            return
        self.stamped.waited_ms = round(late * 1000)
        at_ms = self.stamped.stamp()
        self._spy.came(frame, at_ms, late)
        if self.taker is not None:
            self.taker(frame)
        else:
            self._inbox.put_nowait({"type": "websocket.receive", "text": frame, AT_MS: at_ms})

    def lost(self) -> None:
        """The connection is known to be gone."""
        self._over = self._link.leaving = True
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})

    # ── what the application has of it ─────────────────────────────────────────────────────────

    @property
    def waiting(self) -> int:
        """How many messages wait in the queue."""
        return self._inbox.qsize()

    @property
    def open(self) -> bool:
        """Whether a frame can be written now."""
        is_over = self._over or self._life.dead or self.tcp is None
        return not is_over and self.tcp is not None and self.tcp.to_client.has_room

    def follow(self) -> None:
        """Every frame has its own instant here."""

    def write(self, *texts: str) -> None:
        """Sends texts; only while `open`."""
        if not self.open or self.tcp is None:
            raise AssertionError("written to a socket that is not open")
        for text in texts:
            self._spy.left(text)
            self.tcp.to_client.send(text)

    def drained(self) -> None:
        """The peer has read something."""
        if self.open:
            self.on_open()

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
        if self.tcp is not None:
            self.tcp.server_closes(flushed)

    async def _receive(self) -> dict[str, Any]:
        return await self._inbox.get()

    async def _send(self, message: Any) -> None:
        if self._over or self._life.dead or self.tcp is None:
            return  # what is written to a closed transport goes nowhere
        match message["type"]:
            case "websocket.accept":
                self.tcp.to_client.send(OPENED)
            case "websocket.send":
                raise AssertionError("a text that went by the long way")
            case "websocket.http.response.start":
                self._spy.denied(message["status"])
            case "websocket.close" | "websocket.http.response.body":
                self._close(flushed=True)


class Spy(Protocol):
    """Sees what passes through one socket."""

    def came(self, frame: str, at_ms: int, late: float) -> None:
        """A frame reached the server, with this stamp, `late` seconds before it was read."""

    def left(self, frame: str) -> None:
        """A frame left the server."""

    def denied(self, status: int) -> None:
        """The handshake was refused."""


class Life:
    """From a start to a crash."""

    def __init__(
        self,
        loop: VirtualLoop,
        run: int,
        store: ModelStore,
        rng: Random,
        fresh: Callable[[], NewGameIds],
        errors: list[BaseException],
    ) -> None:
        self.errors = errors
        self.run = run
        self.store = store
        self.dead = False
        self.clock = AdjustedClock(run, loop.ns, lambda: WALL_NS + loop.ns(), loop.ran_ns)
        game_server: Any = GameServer(store, self.clock, NullFeed())  # type: ignore[arg-type]
        game_server.registry.new_game_ids = fresh
        game_server.registry.on_finished = lambda room: None  # no books here
        self.app: Any = application(game_server, Limits())
        self._rng = rng
        self._tasks: set[asyncio.Task[Any]] = set()
        self._cables: list[TcpConnection] = []
        self.spawn(game_server.registry.sweep())

    def beat(self) -> None:
        """The house's heartbeat, as its task does it every 20 ms."""
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

    def plug(self, socket: Socket, tcp: TcpConnection) -> None:
        """Joins a socket to its connection."""
        self._cables.append(tcp)
        socket.plug(tcp)

    def crash(self) -> None:
        """SIGKILL: nothing that this process still does has any effect."""
        self.store.crash()
        self.dead = True
        for tcp in self._cables:
            tcp.server_closes(flushed=self._rng.random() < 0.5)
        for task in asyncio.all_tasks():
            if task.get_name() != WORLD:
                task.cancel()

"""Rooms and a lobby on real sockets in the test's event loop; HTTP answers are scripted."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

import httpx
import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Actor

from ..ports import port_of, reserved
from .fake_room import FakeRoom, Peer

Denial = tuple[HTTPStatus, str]


class FakeServer:
    """`rooms`: the rooms by id; a token decides which actor connects. `invites`: whether bots are
    invited to all unfinished games when they connect. `hellos`: all hellos to rooms, in order."""

    def __init__(self) -> None:
        self.rooms: dict[str, FakeRoom] = {}
        self.actors: dict[str, Actor] = {}
        self.watches: list[p.Watch] = []
        self.hellos: list[p.Hello] = []
        self.invites = True
        self.lobby: list[ServerConnection] = []
        self.processes: dict[ServerConnection, str] = {}  # from `watch` or `hello`
        self.watching = asyncio.Queue[str]()  # the process id of each `watch`
        self.connections: list[ServerConnection] = []
        self.deny: list[HTTPStatus] = []  # answers to the next handshakes
        self.close_next: tuple[int, str] | None = None
        self.refuse_watch: str | None = None  # the code with which each `watch` is refused
        self.catalogue: p.Catalogue | None = None  # requests for it fail if it is None
        self._port_socket = reserved()
        self.port = port_of(self._port_socket)
        self._server: Server | None = None

    @property
    def url(self) -> str:
        """The base address."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Listens; may be called again after `stop`."""
        self._server = await serve(
            self._serve,
            "127.0.0.1",
            self.port,
            subprotocols=[Subprotocol(p.SUBPROTOCOL)],
            process_request=self._process,
            compression=None,
        )

    async def stop(self) -> None:
        """Closes all connections and stops listening."""
        assert self._server
        self._server.close()
        await self._server.wait_closed()

    def dispose(self) -> None:
        """Frees the port."""
        self._port_socket.close()

    async def cut(self) -> None:
        """Aborts every room connection without a close frame."""
        for connection in self.connections:
            connection.transport.abort()

    async def invite(
        self,
        game: str,
        seat: int = 1,
        level: int | None = None,
        assignment: int = 0,
        process: str | None = None,
    ) -> None:
        """Sends the lobby, or one process in it, an invitation to a reserved seat."""
        game_setup = self.rooms[game].room.game_setup
        invited = p.Invited(
            game=game,
            game_type=game_setup.rules.game,
            settings=game_setup.settings,
            control=game_setup.control,
            seat=seat,
            level=level,
            assignment=assignment,
        )
        for watcher in self.lobby:
            if process in (None, self.processes.get(watcher)):
                await watcher.send(p.encode(invited))

    async def end_lobby(self, code: str) -> None:
        """Tells all lobby connections that another version is running, and closes them."""
        refusal = p.Error(code=code, message="Version v2 of this bot is running.")
        for connection in list(self.lobby):
            await connection.send(p.encode(refusal))
            await connection.close(p.POLICY_VIOLATION, "another version")

    async def send_away(self, process: str) -> None:
        """Tells this process in its rooms that another process plays there; closes the sockets."""
        refusal = p.Error(code="played_elsewhere", message="Another process plays on.")
        for connection in list(self.connections):
            if self.processes.get(connection) == process:
                await connection.send(p.encode(refusal))
                await connection.close(p.POLICY_VIOLATION, "played elsewhere")

    def _process(self, connection: ServerConnection, request: Request) -> Response | None:
        if self.deny:
            return connection.respond(self.deny.pop(0), "no")
        if request.path == "/api/v1/catalogue" and self.catalogue is not None:
            return connection.respond(HTTPStatus.OK, p.encode(self.catalogue))
        bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if bearer and bearer not in self.actors:
            return connection.respond(HTTPStatus.UNAUTHORIZED, "bad token")
        game = request.path.rpartition("/")[2]
        if request.path != "/ws/lobby" and game not in self.rooms:
            return connection.respond(HTTPStatus.NOT_FOUND, "no such game")
        return None

    async def _serve(self, connection: ServerConnection) -> None:
        assert connection.request
        path = connection.request.path
        token = connection.request.headers.get("Authorization", "").removeprefix("Bearer ")
        if self.close_next is not None:
            code, reason = self.close_next
            self.close_next = None
            await connection.close(code, reason)
            return
        if path == "/ws/lobby":
            await self._serve_lobby(connection)
        else:
            room = self.rooms[path.rpartition("/")[2]]
            await self._serve_room(connection, room, self.actors.get(token))

    async def _serve_lobby(self, connection: ServerConnection) -> None:
        try:
            async for frame in connection:
                watch = p.decode_lobby_in(frame)
                self.watches.append(watch)
                if self.refuse_watch is not None:
                    self.lobby.append(connection)
                    await self.end_lobby(self.refuse_watch)
                    return
                self.processes[connection] = watch.process
                self.lobby.append(connection)
                await connection.send(p.encode(p.Lobby(open=[], running=[], yours=[], bots=[])))
                self.watching.put_nowait(watch.process)
                for game in self.rooms.values():
                    if self.invites and game.room.phase != "finished":
                        await self.invite(game.room.id)
        except ConnectionClosed:
            pass
        finally:
            self.lobby = [other for other in self.lobby if other is not connection]

    async def _serve_room(
        self, connection: ServerConnection, room: FakeRoom, actor: Actor | None
    ) -> None:
        peer = room.join(actor)
        self.connections.append(connection)
        flushing = asyncio.create_task(self._flush(connection, peer))
        try:
            async for frame in connection:
                text = frame if isinstance(frame, str) else frame.decode()
                if isinstance(message := p.decode_room_in(text), p.Hello):
                    self.hellos.append(message)
                    self.processes[connection] = message.process
                peer.send(text)
        except ConnectionClosed:
            pass
        finally:
            flushing.cancel()
            room.leave(peer)
            self.connections.remove(connection)

    async def _flush(self, connection: ServerConnection, peer: Peer) -> None:
        """Sends the frames of the room."""
        changed = asyncio.Event()
        peer.on_put = changed.set
        try:
            while True:
                await changed.wait()
                changed.clear()
                while peer.frames:
                    await connection.send(peer.frames.pop(0))
        except ConnectionClosed:
            return


@asynccontextmanager
async def running(*rooms: FakeRoom, **actors: Actor) -> AsyncIterator[FakeServer]:
    """Runs a server with these rooms and these actors, by token."""
    server = FakeServer()
    server.rooms = {room.room.id: room for room in rooms}
    server.actors = actors
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
        server.dispose()


def scripted(answers: dict[str, object], requests: list[httpx.Request]) -> httpx.MockTransport:
    """HTTP answers by `METHOD path`: a body or an httpx.Response."""

    def respond(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        result = answers[f"{request.method} {request.url.path.removeprefix('/api/v1/')}"]
        if isinstance(result, httpx.Response):
            return result
        return httpx.Response(200, content=msgspec.json.encode(result))

    return httpx.MockTransport(respond)

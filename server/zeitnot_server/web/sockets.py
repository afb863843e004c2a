"""The two sockets: `/ws/lobby` and one a room, `/ws/games/{id}`.

One reader and one writer a socket. The reader decodes, checks and posts; the writer empties the
outbox. A frame that cannot be read is answered with a typed error; too many of them, or too many
frames, close the socket with 1008 (policy violation, RFC 6455 section 7.4.1).
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from zeitnot_client import protocol as p

from ..play.bucket import Bucket
from ..play.host import Host, Joined, Told
from ..play.house import House
from ..play.lobby import Watcher
from ..play.outbox import Outbox, Viewer, refuse
from ..rooms.room import Actor
from .identity import WrongOrigin, identify, origin_is_ours
from .problems import ProblemError, render
from .transport import ABORT, AT_MS

BAD_FRAMES = 16
POLICY = 1008
GONE = 1012


class Closing(Exception):
    """Ends a socket with this close code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


Reader = Callable[["Line"], Awaitable[None]]


class Line:
    """One accepted socket: frames in with their stamps, frames out through the outbox."""

    def __init__(self, socket: WebSocket, actor: Actor | None) -> None:
        self.socket = socket
        self.actor = actor
        self.outbox = Outbox(self._cut)
        self._bucket = Bucket()
        self._bad = 0

    def _cut(self) -> None:
        self.socket.scope.get(ABORT, lambda: None)()

    async def receive(self) -> tuple[str, int]:
        """The next text frame and its stamp (adjusted ms). Raises Closing, WebSocketDisconnect."""
        event: Any = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code") or 1005)
        at_ms: int = event[AT_MS]
        if not self._bucket.take(at_ms):
            raise Closing(POLICY, "too many frames")
        text = event.get("text")
        if text is None:
            raise Closing(1003, "text frames only")
        return text, at_ms

    def error(self, code: str, message: str, **fields: str | None) -> None:
        """Answers with a typed error."""
        self.outbox.put(p.encode(refuse(code, message, **fields)))

    def malformed(self, error: msgspec.DecodeError) -> None:
        """A frame that could not be read. Raises Closing when there were too many."""
        self._bad += 1
        if self._bad > BAD_FRAMES:
            raise Closing(POLICY, "too many malformed frames")
        unknown = "Invalid value" in str(error) and "`$.type`" in str(error)
        code = "unknown_message" if unknown else "malformed"
        self.error(code, str(error))

    async def serve(self, read: Reader) -> None:
        """Runs reader and writer until the socket ends; never raises for what a peer does."""
        writer = asyncio.create_task(self._write())
        try:
            await read(self)
        except WebSocketDisconnect:
            pass
        except Closing as closing:
            await self._flush()
            with contextlib.suppress(Exception):
                await self.socket.close(closing.code, closing.reason)
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self.socket.send_text(await self.outbox.get())

    async def _flush(self) -> None:
        """Gives the writer a chance to send what was said before the close."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.outbox.drained(), 1.0)


async def _accept(socket: WebSocket) -> Line | None:
    """The handshake: origin, token, subprotocol. None: refused, with an HTTP answer."""
    house: House = socket.app.state.house
    try:
        if not origin_is_ours(socket):
            raise WrongOrigin
        actor = await identify(socket, house.store)
        if p.SUBPROTOCOL not in socket.scope["subprotocols"]:
            raise ProblemError(400, "no_subprotocol", f"Offer the subprotocol {p.SUBPROTOCOL}.")
    except ProblemError as refused:
        await _deny(socket, render(refused.problem))
        return None
    await socket.accept(p.SUBPROTOCOL)
    return Line(socket, actor)


async def _deny(socket: WebSocket, response: Response) -> None:
    await socket.send_denial_response(response)


# ── a room ─────────────────────────────────────────────────────────────────────────────────────


async def room(socket: WebSocket) -> None:
    """`/ws/games/{id}`."""
    house: House = socket.app.state.house
    host = await house.registry.get(socket.path_params["id"])
    if host is None:
        problem = p.Problem(
            title="Not Found", status=404, code="no_such_game", detail="No such game."
        )
        await _deny(socket, render(problem))
        return
    line = await _accept(socket)
    if line is None:
        return
    viewer = Viewer(line.actor, line.outbox)
    try:
        await line.serve(lambda opened: _read_room(opened, host, viewer, house))
    finally:
        host.leave(viewer)


async def _read_room(line: Line, host: Host, viewer: Viewer, house: House) -> None:
    greeted = False
    while True:
        text, at_ms = await line.receive()
        try:
            message = p.decode_room_in(text)
        except msgspec.DecodeError as error:
            line.malformed(error)
            continue
        game, command_id = host.room.id, getattr(message, "id", None)
        if message.game != game:
            line.error("wrong_game", f"This is the room of {game}.", game=game, id=command_id)
        elif isinstance(message, p.Hello):
            greeted = True
            _post(line, host, Joined(viewer, message.since), None)
        elif not greeted:
            line.error("hello_first", "Say hello first.", game=game, id=command_id)
        elif line.actor is None:
            line.error("not_signed_in", "Spectators may only watch.", game=game, id=command_id)
        elif isinstance(message, p.Info):
            host.relay(viewer, message, at_ms)
        else:
            _post(line, host, Told(viewer, message, at_ms), command_id)


def _post(line: Line, host: Host, item: Joined | Told, command_id: str | None) -> None:
    if not host.post(item):
        line.error("busy", "The room is busy; send it again.", game=host.room.id, id=command_id)


# ── the lobby ──────────────────────────────────────────────────────────────────────────────────


async def lobby(socket: WebSocket) -> None:
    """`/ws/lobby`."""
    house: House = socket.app.state.house
    line = await _accept(socket)
    if line is not None:
        await line.serve(lambda opened: _read_lobby(opened, house))


async def _read_lobby(line: Line, house: House) -> None:
    watcher: Watcher | None = None
    try:
        while True:
            text, _ = await line.receive()
            try:
                watch = p.decode_lobby_in(text)
            except msgspec.DecodeError as error:
                line.malformed(error)
                continue
            if watcher is not None:
                house.hub.leave(watcher)
            watcher = Watcher(line.actor, line.outbox, watch)
            await house.hub.join(watcher)
    finally:
        if watcher is not None:
            house.hub.leave(watcher)


ROUTES = [WebSocketRoute("/ws/lobby", lobby), WebSocketRoute("/ws/games/{id}", room)]

"""The two sockets: `/ws/lobby` and one a room, `/ws/games/{id}`.

A frame is decoded, checked and posted as it arrives (`direct`); what goes out is written at once,
and waits in the outbox only while the peer does not read. A frame that cannot be read is answered
with a typed error; too many of them, or too many frames, close the socket with 1008 (policy
violation, RFC 6455 section 7.4.1).
"""

import asyncio
import contextlib
import math
import re
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import zeitnot_protocol as p

from ..play.bucket import Bucket
from ..play.game_server import GameServer
from ..play.lobby import Watcher
from ..play.outbox import Outbox, Viewer, refuse
from ..play.people import Gone, said
from ..play.room_actor import RoomActor
from ..play.site import site
from ..play.terms import ClientCommand, Joined
from ..rooms.room import Actor
from ..rooms.value import replace
from ..store import Credential, StoreError
from .addresses import Peer, network
from .connection_limits import ConnectionLimits
from .frames import Closing, LobbyReader, RoomReader
from .identity import BadToken, address, admitted, check_origin, people_of
from .limits import Limits
from .problems import ProblemError, of_store
from .problems import refuse as refuse_upgrade
from .transport import ABORT, AT_MS, DIRECT, DISMISS, LINK, StampedSocket

HEX = re.compile("[0-9a-fA-F]+")
LAST_SECONDS = 0.5  # who is sent away may read so long what was said before

Reader = Callable[["Line"], Awaitable[None]]


class Line:
    """One accepted socket: frames in with their stamps, frames out through the outbox."""

    def __init__(self, socket: WebSocket, peer: Peer, actor: Actor | None) -> None:
        self.socket = socket
        self.peer = peer
        self.actor = actor
        self.address = address(socket)
        self.connection_limits: ConnectionLimits = socket.app.state.connection_limits
        self._direct: StampedSocket = socket.scope[DIRECT]
        hold = self.connection_limits.waiting(peer, actor.account if actor else None)
        self.outbox = Outbox(self._cut, self._dismiss, self._direct, hold)
        self._direct.on_open = self.outbox.flush
        self.allowance = Bucket()
        self.sender = self.connection_limits.sender(peer, actor.account if actor else None)
        self._direct.sender = self.sender
        self.greeted = False
        game_server: GameServer = socket.app.state.game_server
        self._tally = game_server.tally

    def let_in(self) -> None:
        """Raises ProblemError 429 if too much was refused of who opens it."""
        if wait := self.sender.shut_ms():
            sentence = "Too many of your messages were refused; wait a moment."
            raise ProblemError(429, "too_many_requests", sentence, math.ceil(wait / 1000))

    def follow_closely(self) -> None:
        """Every frame gets its own instant, even if the loop is busy (`watch`)."""
        self._direct.follow()

    def _cut(self) -> None:
        self._tally.cut += 1
        self.socket.scope.get(ABORT, lambda: None)()

    def _dismiss(self, code: int, reason: str) -> None:
        self._direct.taker = None  # nothing of what comes now is carried out
        self.socket.scope.get(DISMISS, lambda *_: None)(code, reason)

    async def receive(self) -> tuple[str, int]:
        """The next text frame and its stamp (adjusted ms). Raises Closing, WebSocketDisconnect."""
        event: Any = await self.socket.receive()
        if DISMISS in event:
            raise Closing(event["code"], event["reason"])
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code") or 1005)
        at_ms: int = event[AT_MS]
        self._count(at_ms)
        text = event.get("text")
        if text is None:
            raise Closing(1003, "text frames only")
        return text, at_ms

    def _count(self, at_ms: int) -> None:
        if not self.allowance.take(at_ms):
            raise Closing(p.POLICY_VIOLATION, "too many frames")
        if self.sender.shut(at_ms):
            raise Closing(p.POLICY_VIOLATION, "too many refused messages")

    async def follow(self, take: Callable[[str, int], None]) -> None:
        """Hands over every frame and its stamp, as it arrives and with no task in between, until
        the socket ends. Raises Closing (`take` may), WebSocketDisconnect."""

        def arrived(text: str) -> None:
            at_ms = self._direct.stamped.stamp()
            try:
                self._count(at_ms)
                take(text, at_ms)
            except Closing as closing:
                self._direct.taker = None
                self._dismiss(closing.code, closing.reason)

        while self._direct.waiting:  # came before we asked for them
            take(*await self.receive())
        self._direct.taker = arrived
        while True:
            take(*await self.receive())

    async def first(self, read: Callable[[], Awaitable[None]], greeting: str) -> None:
        """Reads until the peer has said who it is. Raises Closing when that takes too long."""
        limits: Limits = self.socket.app.state.limits
        try:
            async with asyncio.timeout(limits.hello_seconds):
                await read()
        except TimeoutError:
            raise Closing(p.POLICY_VIOLATION, f"no {greeting} came") from None

    def muted(self) -> str | None:
        """Why this socket may not chat, None if it may."""
        people, account = people_of(self.socket), self.actor.account if self.actor else None
        mute = people.sanction("mute", account, self.address)
        return said("You are muted", mute) if mute else None

    def may_greet(self) -> bool:
        """Counts a `hello`; False: not now. The first is that of the handshake."""
        first, self.greeted = not self.greeted, True
        return first or self.connection_limits.read_again(self.peer)

    def may_chat(self) -> bool:
        """Counts a line of chat of whoever is signed in; False: not now."""
        return self.actor is None or self.connection_limits.may_chat(self.peer, self.actor.account)

    def may_watch(self) -> bool:
        """Counts a `watch` of whoever it is; False: not now."""
        return self.connection_limits.may_watch(
            self.peer, self.actor.account if self.actor else None
        )

    def may_make(self) -> bool:
        """Counts a game that is asked for over this socket; False: not now."""
        return self.actor is None or self.connection_limits.may_make(self.peer, self.actor.account)

    def may_sit(self) -> Callable[[], None] | None:
        """Counts a free seat taken in somebody else's game; None: not now."""
        if self.actor is None:
            return None
        return self.connection_limits.may_sit(self.peer, self.actor.account)

    def may_report(self, size: int) -> bool:
        """Counts an engine's report of so many bytes; False: not now."""
        return self.actor is None or self.connection_limits.may_report(
            self.peer, self.actor.account, size
        )

    def say(self, error: p.Error) -> None:
        """Answers with a typed error."""
        self._tally.refused[error.code] += 1
        self.sender.refused(error.code)
        self.outbox.put(p.encode(error))

    async def serve(self, kind: str, read: Reader) -> None:
        """Runs the reader until the socket ends; never raises for what a peer does. `kind`: what it
        is counted as."""
        self._tally.sockets[kind] += 1
        try:
            await read(self)
        except WebSocketDisconnect:
            pass
        except Closing as closing:
            await self._flush()
            with contextlib.suppress(Exception):
                await self.socket.close(closing.code, closing.reason)
        finally:
            self._tally.sockets[kind] -= 1
            self.outbox.dispose()

    async def _flush(self) -> None:
        """Gives the peer a chance to read what was said before the close."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.outbox.drained(), LAST_SECONDS)


# ── the handshake ──────────────────────────────────────────────────────────────────────────────


async def _serve(
    socket: WebSocket, serve: Callable[[Line], Awaitable[None]], *, lobby: bool = False
) -> None:
    """Lets a socket in, or refuses it with an HTTP answer: origin, token, ban, subprotocol,
    number."""
    connection_limits: ConnectionLimits = socket.app.state.connection_limits
    try:
        peer = socket.client and (socket.client.host, socket.client.port)
        connection_limits.read(peer)
        found = await _admit(socket)
        actor = found.actor if found else None
        line = Line(socket, peer, actor)
        line.let_in()
        here = people_of(socket).here(found, line.address, line.outbox.dismiss)
        with connection_limits.hold(peer, actor.account if actor else None, lobby=lobby), here:
            await serve(line)
    except Gone:
        await _deny(socket, BadToken())
    except StoreError as error:
        await _deny(socket, of_store(error))
    except ProblemError as error:
        await _deny(socket, error)
    except WebSocketDisconnect:
        pass  # gone before we could let it in


async def _deny(socket: WebSocket, error: ProblemError) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        await socket.send_denial_response(refuse_upgrade(socket, error))


async def _admit(socket: WebSocket) -> Credential | None:
    """Who asks. Raises ProblemError."""
    check_origin(socket)
    game_server: GameServer = socket.app.state.game_server
    found = await admitted(socket, game_server.store)
    if p.SUBPROTOCOL not in socket.scope["subprotocols"]:
        raise ProblemError(400, "no_subprotocol", f"Offer the subprotocol {p.SUBPROTOCOL}.")
    return found


# ── a room ─────────────────────────────────────────────────────────────────────────────────────


async def room(socket: WebSocket) -> None:
    """`/ws/games/{id}`."""
    await _serve(socket, _serve_room)


async def _serve_room(line: Line) -> None:
    game_server: GameServer = line.socket.app.state.game_server
    room_actor = await game_server.registry.get(line.socket.path_params["id"], line.sender)
    if room_actor is None:
        raise ProblemError(404, "no_such_game", "There is no such game.")
    actor = await _with_record(line, room_actor)
    await line.socket.accept(p.SUBPROTOCOL)
    if line.actor is not None:
        line.follow_closely()
    link = line.socket.scope.get(LINK)
    viewer = Viewer(actor, line.outbox, link, line.allowance, line.sender)
    viewer.may_make, viewer.may_report = line.may_make, line.may_report
    viewer.may_sit = line.may_sit
    try:
        await line.serve("room", lambda opened: _read_room(opened, room_actor, viewer))
    finally:
        room_actor.leave(viewer)


async def _with_record(line: Line, room_actor: RoomActor) -> Actor | None:
    """Who it is; where it counts, with what is held against them."""
    if line.actor is None or not room_actor.room.game_setup.setup.rated:
        return line.actor
    game_server: GameServer = line.socket.app.state.game_server
    return replace(
        line.actor, record=await game_server.store.accounts.record_of(line.actor.account)
    )


async def _read_room(line: Line, room_actor: RoomActor, viewer: Viewer) -> None:
    reader = RoomReader(room_actor.room.id, line.actor is not None, line.may_chat)

    def take(text: str, at_ms: int) -> None:
        _take(line, room_actor, viewer, reader.read(text, at_ms), at_ms)

    async def greeting() -> None:
        while not reader.greeted:
            take(*await line.receive())

    await line.first(greeting, "hello")
    await line.follow(take)


def _take(
    line: Line, room_actor: RoomActor, viewer: Viewer, message: p.RoomIn | p.Error, at_ms: int
) -> None:
    match message:
        case p.Error() as error:
            line.say(error)
        case p.Hello() if not line.may_greet():
            sentence = "Your address reads too much; wait a moment."
            line.say(refuse("too_fast", sentence, game=room_actor.room.id))
        case p.Hello(since=since):
            _post(line, room_actor, Joined(viewer, since), None)
        case p.Chat() if (why := line.muted()) is not None:
            line.say(refuse("muted", why, game=room_actor.room.id))
        case p.Ready(salt=salt) if not HEX.fullmatch(salt) and (why := line.muted()) is not None:
            sentence = f"{why} A salt of hexadecimal digits is accepted."
            line.say(refuse("muted", sentence, game=room_actor.room.id, id=message.id))
        case p.Info() as info:
            room_actor.relay(viewer, info, at_ms)
        case command:
            _post(
                line,
                room_actor,
                ClientCommand(viewer, command, at_ms),
                getattr(command, "id", None),
            )


def _post(
    line: Line, room_actor: RoomActor, item: Joined | ClientCommand, command_id: str | None
) -> None:
    if room_actor.post(item):
        return
    if room_actor.closed or isinstance(item, Joined):
        line.outbox.cut()  # it will come again, and the room with it
    else:
        line.say(
            refuse(
                "busy", "The room is busy; send it again.", game=room_actor.room.id, id=command_id
            )
        )


# ── the lobby ──────────────────────────────────────────────────────────────────────────────────


async def lobby(socket: WebSocket) -> None:
    """`/ws/lobby`."""
    await _serve(socket, _serve_lobby, lobby=True)


async def _serve_lobby(line: Line) -> None:
    await line.socket.accept(p.SUBPROTOCOL)
    await line.serve("lobby", _read_lobby)


async def _read_lobby(line: Line) -> None:
    reader = LobbyReader()
    place = _Place(line)

    async def read_one() -> None:
        message = reader.read(*await line.receive())
        if isinstance(message, p.Error):
            line.say(message)
        else:
            await place.take(message)

    async def read() -> None:
        while not reader.greeted:
            await read_one()

    try:
        await line.first(read, "watch")
        while True:
            await read_one()
    finally:
        place.leave()


class _Place:
    """One socket's place in the lobby: what it watches as, and that of a bot among its owner's."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._game_server: GameServer = line.socket.app.state.game_server
        self._watcher: Watcher | None = None
        self._shown = contextlib.ExitStack()

    async def take(self, watch: p.Watch) -> None:
        """Watches, or watches as something else, unless that is done too often. A bot beyond those
        that its owner may have online is told so, and is not."""
        line = self._line
        if not line.may_watch():
            if self._watcher is None:
                line.outbox.cut()  # it would see nothing; it will come again
            else:
                line.say(refuse("too_fast", "Not so fast; wait a moment."))
            return
        self.leave()
        address = network(line.peer)
        origin = site(address) if address else ""
        newcomer = Watcher(line.actor, line.outbox, watch, origin)
        try:
            if line.actor and newcomer.bot:
                owner = await self._game_server.store.accounts.owner_of(line.actor.account)
                held = line.connection_limits.show_bot(line.peer, line.actor.account, owner)
                self._shown.enter_context(held)
        except ProblemError as full:
            line.say(refuse(full.code, full.problem.detail))
        except StoreError:
            line.outbox.cut()  # it will come again
        else:
            self._watcher = newcomer
            await self._game_server.hub.join(newcomer)

    def leave(self) -> None:
        """Watches no more."""
        self._shown.close()
        if self._watcher is not None:
            self._game_server.hub.leave(self._watcher)
            self._watcher = None


ROUTES = [WebSocketRoute("/ws/lobby", lobby), WebSocketRoute("/ws/games/{id}", room)]

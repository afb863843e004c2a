"""One accepted socket.

Each frame is checked and passed on when it arrives. Output is written at once, and waits in the
send queue only while the peer does not read. Too many frames, or too many refused ones, close the
socket with 1008 (policy violation, RFC 6455, section 7.4.1).
"""

import asyncio
import contextlib
import math
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

import zeitnot_protocol as p

from ...game_server.game_server import GameServer
from ...hosting.room.send_queue import Link, SendQueue
from ...limits.rates import TokenBucket
from ...limits.table import STANDARD, Limits
from ...store import Credential
from ..http.access import may_be_online, refused_messages
from ..http.addresses import Peer
from ..http.identity import address, mute_reason
from ..http.problems import ProblemError
from ..limits.connection_limits import ConnectionLimits
from ..transport.transport import AT_MS, DISMISS, SOCKET, StampedSocket
from .frames import CloseSocket

LAST_SECONDS = 0.5  # before a close, for the peer to read what was sent

Reader = Callable[["ClientSocket"], Awaitable[None]]


class ClientSocket:
    """One accepted socket: stamped frames in, frames out through the queue. `plays`: it is a
    player's socket in its own game. `refused`: the messages for which its token has no scope."""

    def __init__(
        self, socket: WebSocket, peer: Peer, credential: Credential | None, *, plays: bool = False
    ) -> None:
        self.socket = socket
        self.peer = peer
        self.actor = actor = credential.actor if credential else None
        self.account = actor.account if actor else None
        self.refused = refused_messages(credential)
        self.may_be_online = may_be_online(credential)
        self.address = address(socket)
        self.connection_limits: ConnectionLimits = socket.app.state.connection_limits
        self._connection: StampedSocket = socket.scope[SOCKET]
        quota = self.connection_limits.waiting(peer, self.account)
        self.send_queue = SendQueue(self._cut, self._connection.dismiss, self._connection, quota)
        self.allowance = TokenBucket(STANDARD.messages[0])
        self.sender = self.connection_limits.sender(peer, self.account, plays=plays)
        self._connection.attach(self.sender, self.send_queue)
        self.greeted = False
        game_server: GameServer = socket.app.state.game_server
        self._tally = game_server.tally

    def check_refusals(self) -> None:
        """Raises ProblemError 429 if too many messages of this account or address have been
        refused."""
        if wait := self.sender.blocked_ms():
            sentence = "Too many of your messages were refused. Wait a moment."
            raise ProblemError(429, "too_many_requests", sentence, math.ceil(wait / 1000))

    @property
    def link(self) -> Link:
        """The connection as a room sees it."""
        return self._connection.link

    def follow_closely(self) -> None:
        """Has the input watchdog stamp each frame with its arrival time, even while the loop is
        busy."""
        self._connection.follow_closely()

    def _cut(self) -> None:
        self._tally.disconnected += 1
        self._connection.abort()

    async def receive(self) -> tuple[str, int]:
        """The next text frame and its stamp (adjusted ms). Raises CloseSocket,
        WebSocketDisconnect."""
        event: Any = await self.socket.receive()
        if DISMISS in event:
            raise CloseSocket(event["code"], event["reason"])
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code") or 1005)
        at_ms: int = event[AT_MS]
        self._count(at_ms)
        text = event.get("text")
        if text is None:
            raise CloseSocket(1003, "text frames only")
        return text, at_ms

    def _count(self, at_ms: int) -> None:
        if not self.allowance.take(at_ms):
            self._tally.limits_reached["messages"] += 1
            raise CloseSocket(p.POLICY_VIOLATION, "too many frames")
        if self.sender.is_blocked(at_ms):
            raise CloseSocket(p.POLICY_VIOLATION, "too many refused messages")

    async def follow(self, take: Callable[[str, int], None]) -> None:
        """Calls `take` with every frame and its stamp when it arrives, without a task in between,
        until the socket is closed. Raises CloseSocket (`take` may), WebSocketDisconnect."""

        def arrived(text: str, at_ms: int) -> None:
            try:
                self._count(at_ms)
                take(text, at_ms)
            except CloseSocket as closing:
                self._connection.dismiss(closing.code, closing.reason)

        while self._connection.waiting:  # frames that arrived before
            take(*await self.receive())
        self._connection.follow(arrived)
        while True:
            take(*await self.receive())

    async def read_first(self, read: Callable[[], Awaitable[None]], greeting: str) -> None:
        """Reads the first message, of the type `greeting`. Raises CloseSocket if it does not arrive
        in time."""
        limits: Limits = self.socket.app.state.limits
        try:
            async with asyncio.timeout(limits.hello_seconds):
                await read()
        except TimeoutError:
            raise CloseSocket(p.POLICY_VIOLATION, f"no {greeting} came") from None

    def muted(self) -> str | None:
        """Why others may see no text of this socket; None: it is not muted."""
        return mute_reason(self.socket, self.account)

    def may_greet(self) -> bool:
        """Counts a `hello`; False: not now. The first one was counted as the handshake."""
        first, self.greeted = not self.greeted, True
        return first or self.sender.may_read()

    def may_chat(self) -> bool:
        """Counts a line of chat; False: not now."""
        return self.account is None or self.connection_limits.may_chat(self.peer, self.account)

    def may_watch(self) -> bool:
        """Counts a `watch`; False: not now."""
        return self.connection_limits.may_watch(self.peer, self.account)

    def may_seek(self) -> bool:
        """Counts a `seek`; False: not now."""
        return self.connection_limits.may_seek(self.peer, self.account)

    def may_create_game(self) -> bool:
        """Counts a game that this socket requests; False: not now."""
        return self.account is None or self.connection_limits.may_create_game(
            self.peer, self.account
        )

    def may_sit(self) -> Callable[[], None] | None:
        """Counts a free seat taken in another player's game. Returns a function that undoes that;
        None: not now."""
        if self.account is None:
            return None
        return self.connection_limits.may_sit(self.peer, self.account)

    def may_report(self, size: int) -> bool:
        """Counts an engine's report of this size; False: not now."""
        account, limits = self.account, self.connection_limits
        return account is None or limits.may_report(self.peer, account, size)

    def send_error(self, error: p.Error) -> None:
        """Sends a typed error."""
        self._tally.refused[error.code] += 1
        self.sender.refused(error.code)
        self.send_queue.put(p.encode(error))

    async def serve(self, kind: str, read: Reader) -> None:
        """Runs the reader until the socket is closed. Nothing that a peer does makes it raise.
        `kind`: `room` or `lobby`, for the counter of sockets."""
        self._tally.sockets[kind] += 1
        try:
            await read(self)
        except WebSocketDisconnect:
            pass
        except CloseSocket as closing:
            await self._flush()
            with contextlib.suppress(Exception):
                await self.socket.close(closing.code, closing.reason)
        finally:
            self._tally.sockets[kind] -= 1
            self.send_queue.dispose()

    async def _flush(self) -> None:
        """Gives the peer time to read what was sent before the close."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.send_queue.wait_until_sent(), LAST_SECONDS)

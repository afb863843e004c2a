"""uvicorn's WebSocket protocol, with limits on what a peer may do below the level of messages.

uvicorn answers any number of pings and keeps any number of fragments. It logs a traceback for text
that is not UTF-8. It waits for ever after a malformed handshake, and for the peer to read the last
bytes before a close. Messages are counted by their reader (`frames`), because they carry a stamp;
frames that never become a message are counted here.
"""

import asyncio
import logging
from typing import Any

import msgspec
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.server import ServerProtocol

import zeitnot_protocol as p

from ...hosting.room.host import ServerTally
from ...limits.rates import TokenBucket
from ...limits.table import Limits
from ..http.headers import SECURITY
from ..http.problems import MEDIA_TYPE, ProblemError

EARLY = "Wait for the answer to the handshake before you send more."
LOGGER = logging.getLogger("uvicorn.error")


class _Handshake(ServerProtocol):
    """Refuses a handshake like our HTTP: with a problem document and the common headers."""

    tally: ServerTally

    def reject(self, status: Any, text: str) -> Response:
        sentence = " ".join(text.split()) or "This is not a WebSocket handshake."
        response = super().reject(status, text)
        problem = ProblemError(response.status_code, "bad_upgrade", sentence).problem
        self.tally.refused[problem.code] += 1
        response.body = msgspec.json.encode(problem)
        for name in ("Content-Type", "Content-Length"):
            del response.headers[name]
        response.headers["Content-Type"] = MEDIA_TYPE
        response.headers["Content-Length"] = str(len(response.body))
        response.headers.update(SECURITY)
        return response


class BoundedSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol with limits; a subclass sets `limits` and `tally`."""

    limits: Limits
    tally: ServerTally

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Replaces uvicorn's, which creates a parser and a queue that are not used here."""
        self.config, self.app, self.app_state = config, config.loaded_app, app_state
        self.root_path, self.asgi_version = config.root_path, config.asgi_version
        self.loop = _loop or asyncio.get_running_loop()
        self.logger = LOGGER
        self.connections, self.tasks = server_state.connections, server_state.tasks
        self.default_headers = []  # of an accepted handshake; refusals have their own
        self.server = self.client = None
        self.handshake_initiated = self.handshake_complete = False
        self.close_sent = self.disconnected = self.read_paused = False
        self.close_timer = self.ping_timer = self.pong_timer = None
        self.initial_response = self.pending_ping_payload = None
        self.ping_interval, self.ping_timeout = config.ws_ping_interval, config.ws_ping_timeout
        self.ping_sent_at = self.last_ping_rtt = 0.0
        self.frames, self.curr_msg_data_type = [], "bytes"
        self.writable = asyncio.Event()
        self.writable.set()
        self.conn = _Handshake(extensions=[], max_size=config.ws_max_size, logger=LOGGER)
        self.conn.tally = self.tally
        self.close_timeout = self.limits.linger_seconds
        self._non_messages = TokenBucket(self.limits.messages[0])  # pings, pongs, fragments
        self._deadline: asyncio.TimerHandle | None = None

    def _end_parser(self) -> None:
        """Breaks the reference cycle of parser and protocol, so that the garbage collector is not
        needed."""
        self.conn.parser.close()

    def _forget_handshake(self) -> None:
        """Drops the request, kilobytes that are no longer needed. The parser still refers to it, so
        a new parser replaces it, which begins with the first frame."""
        del self.request, self.response
        self._end_parser()
        self.conn.parser = self.conn.parse()
        next(self.conn.parser)

    # ── deadlines ──────────────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._abort_in(self.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._abort_in(None)
        super().connection_lost(exc)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Gives the peer a moment to read the end after the application has finished."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._abort_in(self.limits.linger_seconds)

    def _abort_in(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.abort)

    def abort(self) -> None:
        """Ends the connection at once. Nothing more is sent, even before the loop reports the
        connection as lost."""
        self.disconnected = True
        self.transport.abort()

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.accept":
            await self._accept(message.get("subprotocol"))
            return
        if message["type"] == "websocket.http.response.start":
            headers = [(name.encode(), value.encode()) for name, value in SECURITY]
            message = {**message, "headers": [*message.get("headers", []), *headers]}
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # a refusal completes it too

    async def _accept(self, subprotocol: str | None) -> None:
        """Like uvicorn's, without a log line and without headers that are only for documents."""
        await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected
        if self.transport.is_closing():
            return
        if subprotocol is not None:
            self.response.headers["Sec-WebSocket-Protocol"] = subprotocol
        del self.response.headers["Date"]
        self.handshake_complete = True
        self.conn.send_response(self.response)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.start_keepalive()
        self._abort_in(None)
        self._forget_handshake()

    # ── frames ─────────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self.handshake_complete:
            self._refuse_early()
            return
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.abort()  # accepted by our HTTP parser, but not by this one

    def _refuse_early(self) -> None:
        """Refuses a client that does not wait for our answer (RFC 6455, section 4.1)."""
        if not self.transport.is_closing():
            self.conn.send_response(self.conn.reject(400, EARLY))
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.disconnected = True  # so the application's own answer is dropped
            self.transport.close()

    def handle_cont(self, event: Frame) -> None:
        if self._count_non_message():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._count_non_message():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._count_non_message():
            super().handle_pong(event)

    def _count_non_message(self) -> bool:
        """Counts a ping, a pong or a fragment. False: there were too many, and the connection
        ends."""
        if self.close_sent:
            return False
        if self._non_messages.take(int(self.loop.time() * 1000)):
            return True
        self.tally.limits_reached["messages"] += 1
        self._end(p.POLICY_VIOLATION, "too many frames")
        return False

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            if (text := self.take_text()) is None:
                return
            self.frames = [text.encode()]
        super().send_receive_event_to_app()

    def take_text(self) -> str | None:
        """The received text; None if it is not UTF-8, which ends the connection."""
        data, self.frames = b"".join(self.frames), []
        try:
            return data.decode()
        except UnicodeDecodeError:
            self._end(p.INVALID_TEXT, "not UTF-8")
            return None

    def _end(self, code: int, reason: str) -> None:
        self.conn.fail(code, reason)
        self.handle_parser_exception()

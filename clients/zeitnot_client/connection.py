"""A WebSocket that reconnects. Connections are opened and closed only here.

It does not use the iterator of websockets (`async for connection in connect(...)`), which pauses
only after a failed attempt: the pause after a connection that received nothing, the length of an
outage and `close` would need code here anyway.
"""

import asyncio
import logging
import math
import random
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from enum import Enum, auto

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

from zeitnot_protocol import (
    FINAL_CLOSE_CODES,
    RELOCATED,
    SERVICE_RESTART,
    SUBPROTOCOL,
)

from .exceptions import CHECK_SERVER, Closed, Unreachable, reason_of
from .route import Route

logger = logging.getLogger("zeitnot.line")
MAX_DELAY_S = 2.0  # a clock may be running
TAKEOVER_DELAY_S = 1.0
"""The longest pause while nodes refer to a node that is gone, because they soon take its rooms."""
HANDSHAKE_S = 10.0  # timeout
NODE_HANDSHAKE_S = 3.0  # timeout for a node that another one has named, which may be gone
_UNREADABLE_FRAMES: dict[int, str] = {
    CloseCode.INVALID_DATA: "text that is not UTF-8",
    CloseCode.MESSAGE_TOO_BIG: "a frame of more than 1 MiB",
}
_RETRY_STATUSES = {408, 425, 429}  # the HTTP 4xx statuses after which to try again
_REFUSALS = {
    401: "The token is not valid. If it was rotated, use the new one.",
    403: "The server does not allow this connection.",
    404: "There is no such game on this server.",
}


class Signal(Enum):
    """Events of a connection other than frames: it is open, or lost."""

    UP = auto()
    DOWN = auto()


def backoff(jitter: Callable[[], float] = random.random) -> Iterator[float]:
    """Yields the pauses between attempts in seconds: doubling from 0.1 s, with jitter."""
    delay = 0.1
    while True:
        yield delay * (1 - jitter() / 2)
        delay = min(delay * 2, MAX_DELAY_S)


class Connection:
    """One socket of the server, which reconnects until `close` or until that cannot help.

    Iterating yields UP, the frames, DOWN, and so on until `close`. Raises Unreachable when an
    outage lasts longer than `patience_s` (None: never), and Closed when the server closes it for
    good. If nodes refer to each other (`follow`) without end, that counts as an outage.
    """

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        direct: bool = False,
        patience_s: float | None = None,
        delays: Callable[[], Iterator[float]] = backoff,
    ) -> None:
        self.url = url
        self._headers = dict(headers)
        self._direct = direct
        self._patience_s = patience_s
        self._make_delays = delays
        self._connection: ClientConnection | None = None
        self._closing = False
        self._route = Route(url)
        self._relocated_to: tuple[str, str | None] | None = None  # node and URL named by this one

    async def send(self, frame: str) -> None:
        """Sends a frame if the connection is open. The session sends lost frames again."""
        if self._connection is not None:
            try:
                await self._connection.send(frame)
            except ConnectionClosed:
                self._connection = None

    async def reconnect(self) -> None:
        """Drops the connection; the iteration continues with a new one."""
        if self._connection is not None:
            await self._connection.close()

    async def follow(self, node: str, url: str | None) -> None:
        """Reconnects to another node, as the server has asked. `url`: that node's address; None:
        the entry address, where a balancer routes by the node's name."""
        self._relocated_to = node, url
        await self.reconnect()

    async def close(self) -> None:
        """Ends the iteration."""
        self._closing = True
        await self.reconnect()

    async def __aiter__(self) -> AsyncGenerator[Signal | str, None]:
        outage = _Outage(self.url, self._make_delays, self._patience_s)
        while not self._closing:
            try:
                connection = await self._open()
            except (OSError, TimeoutError, WebSocketException) as error:
                self._route.forget()
                await outage.wait(error)
                continue
            if self._closing:  # while the connection was being made
                await connection.close()
                return
            received = False
            self._connection, self._relocated_to = connection, None
            try:
                yield Signal.UP
                async for frame in _frames(connection):
                    received = True
                    yield frame
            finally:
                self._connection = None
                await connection.close()
            yield Signal.DOWN
            if self._closing:
                return
            await self._prepare_reconnect(connection, outage, received=received)

    async def _prepare_reconnect(
        self, ended: ClientConnection, outage: "_Outage", *, received: bool
    ) -> None:
        """Chooses the next address and pauses as long as necessary. Raises Closed, Unreachable."""
        if self._relocated_to is not None:
            node, url = self._relocated_to
            if not self._route.follow(node, url):
                gone = ConnectionError(f"nodes refer to each other, the last one to {node}")
                await outage.wait(gone, TAKEOVER_DELAY_S)
            return
        _check_close(ended)
        if ended.close_code == SERVICE_RESTART:
            self._route.forget()  # that node stops, and others take its rooms
        outage.connected()
        if received:  # otherwise the pauses grow: a server may accept and close immediately
            outage.end()
            self._route.arrived()
        await outage.pause()

    async def _open(self) -> ClientConnection:
        node = self._route.base
        headers = dict(self._headers)
        if node is not None and "Origin" in headers:
            headers["Origin"] = node.url
        direct = self._direct if node is None else node.loopback
        try:
            return await connect(
                self._route.url,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                additional_headers=headers,
                compression=None,
                max_queue=None,  # a client must answer pings even while it thinks for long
                proxy=None if direct else True,
                open_timeout=HANDSHAKE_S if self._route.is_entry else NODE_HANDSHAKE_S,
            )
        except InvalidStatus as refused:
            status = refused.response.status_code
            is_final = 400 <= status < 500 and status not in _RETRY_STATUSES
            if is_final and self._route.is_entry:
                text = _REFUSALS.get(status, f"The server answered with status {status}.")
                raise Closed(status, text) from refused
            raise


class _Outage:
    """Measures how long there has been no connection to `url`, and pauses between attempts."""

    def __init__(
        self, url: str, make_delays: Callable[[], Iterator[float]], patience_s: float | None
    ) -> None:
        self._url = url
        self._make_delays = make_delays
        self._patience_s = patience_s
        self._is_logged = False
        self.end()

    def end(self) -> None:
        """The server was reachable until now."""
        self._delays, self._since = self._make_delays(), _now()

    def connected(self) -> None:
        """The next failure is logged again."""
        self._is_logged = False

    async def wait(self, error: Exception, max_s: float = math.inf) -> None:
        """Pauses after a failed attempt. Raises Unreachable after `patience_s`."""
        if self._patience_s is not None and _now() - self._since >= self._patience_s:
            raise Unreachable(
                f"no connection to {self._url}: {reason_of(error)}. {CHECK_SERVER}"
            ) from error
        if not self._is_logged:
            logger.warning(
                "no connection to %s, trying again: %s. %s",
                self._url,
                reason_of(error),
                CHECK_SERVER,
            )
        self._is_logged = True
        await self.pause(max_s)

    async def pause(self, max_s: float = math.inf) -> None:
        """Pauses before the next attempt."""
        await asyncio.sleep(min(next(self._delays), max_s * random.uniform(0.5, 1)))


async def _frames(connection: ClientConnection) -> AsyncGenerator[str, None]:
    """Yields the text frames until the connection ends. Raises Closed for a frame that cannot be
    read, because the server would send it again on the next connection."""
    try:
        async for frame in connection:
            yield frame if isinstance(frame, str) else frame.decode()
    except ConnectionClosed as end:
        if end.sent is not None and end.sent.code in _UNREADABLE_FRAMES:
            raise Closed(
                end.sent.code, f"The server sent {_UNREADABLE_FRAMES[end.sent.code]}."
            ) from end


def _check_close(connection: ClientConnection) -> None:
    code = connection.close_code or 0
    if code in FINAL_CLOSE_CODES or (4000 <= code < 5000 and code != RELOCATED):
        raise Closed(code, connection.close_reason or "")


def _now() -> float:
    return asyncio.get_running_loop().time()

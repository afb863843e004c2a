"""A WebSocket that reconnects: the only place where connections are opened and closed.

It does not use websockets' own iterator (`async for connection in connect(...)`): that waits only
after a failed attempt, so the pause after a connection that received nothing, the length of an
outage and the end by `close` would need code here anyway.
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

from .exceptions import Closed, Unreachable
from .route import Route

logger = logging.getLogger("zeitnot.line")
MAX_DELAY_S = 2.0  # a clock may be running
TAKEOVER_DELAY_S = 1.0
"""The longest while nodes answer and name one that has gone: they take its rooms over soon."""
OPEN_S = 10.0  # for a handshake
OPEN_NODE_S = 3.0  # for one with a node that is named by another, and may be gone
_UNREADABLE_FRAMES: dict[int, str] = {
    CloseCode.INVALID_DATA: "text that is not UTF-8",
    CloseCode.MESSAGE_TOO_BIG: "a frame of more than 1 MiB",
}
_RETRY_STATUSES = {408, 425, 429}  # the HTTP 4xx statuses after which to try again
_REFUSALS = {
    401: "The token is not valid. If it was rotated, use the new one.",
    403: "The server does not allow this.",
    404: "There is no such game on this server.",
}


class Signal(Enum):
    """Events of a connection beside frames: the connection is open, or lost."""

    UP = auto()
    DOWN = auto()


def backoff(jitter: Callable[[], float] = random.random) -> Iterator[float]:
    """Seconds to wait before each further attempt: doubling from 0.1 s, with jitter."""
    delay = 0.1
    while True:
        yield delay * (1 - jitter() / 2)
        delay = min(delay * 2, MAX_DELAY_S)


class Connection:
    """One socket of the server, reconnected until `close`, or until reconnecting cannot help.

    Iterating gives UP, the frames, DOWN, and so on until `close`. Raises Unreachable when an outage
    lasts longer than `patience_s` (None: never) and Closed when the server closes it for good. A
    server that names one of its nodes (`follow`) again and again counts as out of reach.
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
        self._elsewhere: tuple[str, str | None] | None = None  # node and URL named by this one

    async def send(self, frame: str) -> None:
        """Sends if the connection is open; a frame lost here is the session's to send again."""
        if self._connection is not None:
            try:
                await self._connection.send(frame)
            except ConnectionClosed:
                self._connection = None

    async def reconnect(self) -> None:
        """Drops the connection; the iteration goes on with a new one."""
        if self._connection is not None:
            await self._connection.close()

    async def follow(self, node: str, url: str | None) -> None:
        """The server has said that another node has what is asked for: the iteration goes on with a
        connection to that one. `url`: its address, None: the same one, which routes by name."""
        self._elsewhere = node, url
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
            self._connection, self._elsewhere = connection, None
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
            await self._before_the_next(connection, outage, received=received)

    async def _before_the_next(
        self, ended: ClientConnection, outage: "_Outage", *, received: bool
    ) -> None:
        """Chooses the next address, and waits as long as necessary. Raises Closed, Unreachable."""
        if self._elsewhere is not None:
            node, url = self._elsewhere
            if not self._route.follow(node, url):
                gone = ConnectionError(f"one node names another, the last one {node}")
                await outage.wait(gone, TAKEOVER_DELAY_S)
            return
        _check_close(ended)
        if ended.close_code == SERVICE_RESTART:
            self._route.forget()  # that node stops, and others take its rooms
        outage.connected()
        if received:  # a server that accepts and closes at once must not be asked without a pause
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
                max_queue=None,  # a client that thinks long must still answer the server's pings
                proxy=None if direct else True,
                open_timeout=OPEN_S if self._route.is_plain else OPEN_NODE_S,
            )
        except InvalidStatus as refused:
            status = refused.response.status_code
            is_final = 400 <= status < 500 and status not in _RETRY_STATUSES
            if is_final and self._route.is_plain:
                text = _REFUSALS.get(status, f"The server answered with status {status}.")
                raise Closed(status, text) from refused
            raise


class _Outage:
    """How long there has been no connection to `url`, and the pauses between attempts."""

    def __init__(
        self, url: str, make_delays: Callable[[], Iterator[float]], patience_s: float | None
    ) -> None:
        self._url = url
        self._make_delays = make_delays
        self._patience_s = patience_s
        self._is_logged = False
        self.end()

    def end(self) -> None:
        """The server was there until now."""
        self._delays, self._since = self._make_delays(), _now()

    def connected(self) -> None:
        """The next failure is logged again."""
        self._is_logged = False

    async def wait(self, error: Exception, longest_s: float = math.inf) -> None:
        """An attempt has failed: pauses. Raises Unreachable after `patience_s`."""
        if self._patience_s is not None and _now() - self._since >= self._patience_s:
            raise Unreachable(f"no connection to {self._url}: {error}") from error
        if not self._is_logged:
            logger.info("no connection to %s, trying again: %s", self._url, error)
        self._is_logged = True
        await self.pause(longest_s)

    async def pause(self, longest_s: float = math.inf) -> None:
        """Pauses before the next attempt."""
        await asyncio.sleep(min(next(self._delays), longest_s * random.uniform(0.5, 1)))


async def _frames(connection: ClientConnection) -> AsyncGenerator[str, None]:
    """The text frames until the connection ends, however it ends. Raises Closed for a frame that
    cannot be read: the server would send it again on the next connection."""
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

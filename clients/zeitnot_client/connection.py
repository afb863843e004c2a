"""A WebSocket that reconnects: the only place where connections are opened and closed.

It does not use websockets' own iterator (`async for connection in connect(...)`): that waits only
after a failed attempt, so the pause after a connection that received nothing, the length of an
outage and the end by `close` would need code here anyway.
"""

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from enum import Enum, auto

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

from zeitnot_protocol import FINAL_CLOSE_CODES, SUBPROTOCOL

from .exceptions import Closed, Unreachable

logger = logging.getLogger("zeitnot.line")
MAX_DELAY_S = 5.0
_UNREADABLE_FRAMES: dict[int, str] = {
    CloseCode.INVALID_DATA: "text that is not UTF-8",
    CloseCode.MESSAGE_TOO_BIG: "a frame of more than 1 MiB",
}
_RETRY_STATUSES = {408, 425, 429}  # the HTTP 4xx statuses after which to try again
_REFUSALS = {
    401: "The token is not valid.",
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
    lasts longer than `patience_s` (None: never) and Closed when the server closes it for good.
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

    async def close(self) -> None:
        """Ends the iteration."""
        self._closing = True
        await self.reconnect()

    async def __aiter__(self) -> AsyncGenerator[Signal | str, None]:
        delays, lost_at, is_logged = self._make_delays(), _now(), False
        while not self._closing:
            try:
                connection = await self._open()
            except (OSError, TimeoutError, WebSocketException) as error:
                self._check_patience(lost_at, error)
                if not is_logged:
                    logger.info("no connection to %s, trying again: %s", self.url, error)
                is_logged = True
                await asyncio.sleep(next(delays))
                continue
            if self._closing:  # while the connection was being made
                await connection.close()
                return
            received = is_logged = False
            self._connection = connection
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
            _check_close(connection)
            if (
                received
            ):  # a server that accepts and closes at once must not be asked without a pause
                delays, lost_at = self._make_delays(), _now()
            await asyncio.sleep(next(delays))

    async def _open(self) -> ClientConnection:
        try:
            return await connect(
                self.url,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                additional_headers=self._headers,
                compression=None,
                max_queue=None,  # a client that thinks long must still answer the server's pings
                proxy=None if self._direct else True,
            )
        except InvalidStatus as refused:
            status = refused.response.status_code
            if 400 <= status < 500 and status not in _RETRY_STATUSES:
                text = _REFUSALS.get(status, f"The server answered with status {status}.")
                raise Closed(status, text) from refused
            raise

    def _check_patience(self, lost_at: float, error: Exception) -> None:
        if self._patience_s is not None and _now() - lost_at >= self._patience_s:
            raise Unreachable(f"no connection to {self.url}: {error}") from error


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
    if code in FINAL_CLOSE_CODES or 4000 <= code < 5000:
        raise Closed(code, connection.close_reason or "")


def _now() -> float:
    return asyncio.get_running_loop().time()

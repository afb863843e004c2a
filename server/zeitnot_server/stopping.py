"""Graceful shutdown: commits in flight are finished, and all clients are asked to reconnect.

uvicorn's own shutdown raises the signal again at its end, which kills the process before the
database is closed, so the signals are handled here. uvicorn is pinned to a minor version, and
tests/server/test_stop.py tests the parts of it that are used.
"""

import asyncio
import contextlib
import math
import signal
import socket
import time
from collections.abc import Callable, Generator
from typing import Protocol, runtime_checkable

import structlog
import uvicorn

from .game_server.game_server import GameServer

ROOM_DRAIN_SECONDS = 2.0  # for the rooms to finish their queues
PEER_READ_SECONDS = 1.0  # for the peers to read the last frames
FAILED = "failure"
GRACE_SECONDS = 2  # for uvicorn to wait; after PEER_READ_SECONDS no connection is left

logger = structlog.get_logger()


class Stop:
    """Handles SIGTERM and SIGINT, which only request a stop from now on. `how`: the signal's name,
    or FAILED if a background task has ended, so that the server has to be restarted; None: no stop
    was requested."""

    def __init__(self) -> None:
        self.how: str | None = None
        self.failed = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)

    def fail(self) -> None:
        """Requests a stop, because the server cannot go on."""
        self.failed = True
        self.how = self.how or FAILED

    def _on_signal(self, number: int, _frame: object) -> None:
        self.how = self.how or signal.Signals(number).name


@runtime_checkable
class WebSocket(Protocol):
    """A connection that is a WebSocket, and not HTTP."""

    def drop_input(self) -> None:
        """Drops the messages that arrive from now on."""


class Server(uvicorn.Server):
    """A uvicorn server that returns after it was asked to stop and has drained its rooms."""

    def __init__(
        self,
        config: uvicorn.Config,
        game_server: GameServer,
        stop: Stop,
        ready: Callable[[], None] = lambda: None,
        drain_seconds: int = 0,
    ) -> None:
        """`ready` is called when requests are accepted. `drain_seconds`: how long the server goes
        on after it was asked to stop, while it reports that it is not ready."""
        super().__init__(config)
        self._drain_seconds = drain_seconds
        self._ends_at = math.inf
        self._game_server = game_server
        self._stop = stop
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Does nothing: `Stop` handles the signals."""
        yield

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self._has_drained()

    def _has_drained(self) -> bool:
        """Whether the server was asked to stop, and every balancer has had the time to notice."""
        if self._stop.how is None:
            return False
        if not self._game_server.stopping:
            self._game_server.stopping = True
            self._ends_at = time.monotonic() + self._drain_seconds
            if self._drain_seconds:
                logger.info("draining", seconds=self._drain_seconds)
        return self._stop.failed or time.monotonic() >= self._ends_at

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accepts no more connections and frames, lets the rooms finish, and then closes all
        sockets with the request to reconnect. A peer that does not read is cut off."""
        for server in self.servers:
            server.close()
        for connection in self.server_state.connections:
            if isinstance(connection, WebSocket):
                connection.drop_input()
        await self._game_server.drain(ROOM_DRAIN_SECONDS)
        cut_off_timer = asyncio.get_running_loop().call_later(PEER_READ_SECONDS, self._cut_off_all)
        await super().shutdown(sockets)
        cut_off_timer.cancel()

    def _cut_off_all(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()

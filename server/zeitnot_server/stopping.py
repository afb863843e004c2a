"""Stopping in good order: what is on its way to the disk arrives, everybody is told to come again.

uvicorn's own way of stopping raises the signal once more when it has done, which ends the process
before anything that comes after it: so the signals are ours here. uvicorn is pinned to a minor
version, and tests/server/test_stop.py guards what is used of it.
"""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Generator

import uvicorn

from .play.game_server import GameServer

ROOMS_SECONDS = 2.0  # for the rooms to finish what they have been asked to do
PEERS_SECONDS = 1.0  # for the peers to read what they are told
FAILED = "failure"
GRACE_SECONDS = 2  # for uvicorn to wait, so that after PEERS_SECONDS nobody is left


class Stop:
    """SIGTERM and SIGINT only ask, from when this is made. `how`: the signal's name, if one has
    come, or FAILED. `failed`: to be started again, something has ended that must not."""

    def __init__(self) -> None:
        self.how: str | None = None
        self.failed = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._heed)

    def fail(self) -> None:
        """The server cannot go on as it is."""
        self.failed = True
        self.how = self.how or FAILED

    def _heed(self, number: int, _frame: object) -> None:
        self.how = self.how or signal.Signals(number).name


class Server(uvicorn.Server):
    """uvicorn's server, which returns when it has been asked to stop and has drained its rooms."""

    def __init__(
        self,
        config: uvicorn.Config,
        game_server: GameServer,
        stop: Stop,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        """`ready` is called when requests are taken."""
        super().__init__(config)
        self._game_server = game_server
        self._stop = stop
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """They are heeded already."""
        yield

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self._stop.how is not None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """No more is taken in; then the rooms finish, and then everybody is told to come again.
        A peer that does not read is cut off and waited for no longer."""
        for server in self.servers:
            server.close()
        for connection in self.server_state.connections:
            if getattr(connection, "taker", None) is not None:
                connection.taker = _unheard  # type: ignore[union-attr]
        await self._game_server.drain(ROOMS_SECONDS)
        cutting = asyncio.get_running_loop().call_later(PEERS_SECONDS, self._cut)
        await super().shutdown(sockets)
        cutting.cancel()

    def _cut(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def _unheard(text: str) -> None:
    """A frame that comes too late: its sender will send it again, with the same id."""

"""A server whose event loop is blocked from one SIGUSR1 to the next, with short breaks; for
test_busy_server.py."""

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator
from typing import Any

from zeitnot_server import app

BUSY_SECONDS = 0.5
FREE_SECONDS = 0.01

_open_game_server = app.open_game_server


async def block_loop() -> None:
    """Blocks the loop for half a second at a time, as a broadcast to a thousand sockets would."""
    while True:
        deadline = time.monotonic() + BUSY_SECONDS
        while time.monotonic() < deadline:
            pass
        await asyncio.sleep(FREE_SECONDS)


@contextlib.asynccontextmanager
async def open_game_server(config: Any, *on_failure: Any) -> AsyncIterator[Any]:
    """The server, with a signal handler that starts and stops the blocking of its loop."""
    tasks: list[asyncio.Task[None]] = []
    loop = asyncio.get_running_loop()

    def toggle() -> None:
        if tasks:
            tasks.pop().cancel()
        else:
            tasks.append(loop.create_task(block_loop()))

    loop.add_signal_handler(signal.SIGUSR1, toggle)
    async with _open_game_server(config, *on_failure) as game_server:
        yield game_server


app.open_game_server = open_game_server
main = app.main

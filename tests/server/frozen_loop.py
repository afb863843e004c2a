"""A server whose loop is busy from one SIGUSR1 to the next, but for moments; for
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

_open_house = app.open_game_server


async def toil() -> None:
    """Half a second at a time in which the loop comes to nothing else, as if it had a thousand
    people to tell of something."""
    while True:
        until = time.monotonic() + BUSY_SECONDS
        while time.monotonic() < until:
            pass
        await asyncio.sleep(FREE_SECONDS)


@contextlib.asynccontextmanager
async def open_game_server(config: Any, *failed: Any) -> AsyncIterator[Any]:
    """The server, and somebody in it who can keep the loop busy."""
    toiling: list[asyncio.Task[None]] = []
    loop = asyncio.get_running_loop()

    def turn_over() -> None:
        if toiling:
            toiling.pop().cancel()
        else:
            toiling.append(loop.create_task(toil()))

    loop.add_signal_handler(signal.SIGUSR1, turn_over)
    async with _open_house(config, *failed) as game_server:
        yield game_server


app.open_game_server = open_game_server
main = app.main

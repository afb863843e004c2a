"""Reads typed or piped lines for a coroutine."""

import asyncio
import threading
from collections.abc import Callable
from typing import TextIO


def read_lines(source: TextIO, on_line: Callable[[str | None], None]) -> None:
    """Calls `on_line` in the event loop for every line of `source`, then once with None.

    A separate thread reads. It is never joined, because reading from a terminal blocks until a line
    has been typed.
    """
    loop = asyncio.get_running_loop()

    def deliver(line: str | None) -> None:
        try:
            loop.call_soon_threadsafe(on_line, line)
        except RuntimeError:
            return  # the loop has ended, and with it the game

    def read_all() -> None:
        for line in source:
            deliver(line)
        deliver(None)

    threading.Thread(target=read_all, daemon=True, name="keyboard").start()

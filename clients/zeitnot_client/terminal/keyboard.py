"""Lines typed or piped in, for a coroutine."""

import asyncio
import threading
from collections.abc import Callable
from typing import TextIO


def read_lines(source: TextIO, hear: Callable[[str | None], None]) -> None:
    """Calls `hear` in the event loop for every line of `source`, then once with None.

    A thread of its own reads, and is not joined at the end: a terminal's read returns only when a
    line is there.
    """
    loop = asyncio.get_running_loop()

    def tell(line: str | None) -> None:
        try:
            loop.call_soon_threadsafe(hear, line)
        except RuntimeError:
            return  # the loop has ended, and with it the game

    def work() -> None:
        for line in source:
            tell(line)
        tell(None)

    threading.Thread(target=work, daemon=True, name="keyboard").start()

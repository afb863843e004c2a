"""Ends a process that is out of memory, with a log line and a special exit code.

It exits immediately, because cleaning up would need memory, and so would searching for moves. The
server keeps the games, and the next process continues them on the same clocks.
"""

import logging
import os
from typing import NoReturn

from .memory import OUT_OF_MEMORY, is_shortage

_MESSAGE = b"zeitnot: out of memory; the bot exits and must be restarted (see --memory)\n"


def end_process(_: BaseException) -> NoReturn:
    """Ends the process."""
    os.write(2, _MESSAGE)
    os._exit(OUT_OF_MEMORY)


class EndOnShortage(logging.Filter):
    """A filter for log handlers that ends the process when any part of it logs a lack of memory,
    which would otherwise be ignored."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and is_shortage(record.exc_info[1]):
            end_process(record.exc_info[1] or MemoryError())
        return True

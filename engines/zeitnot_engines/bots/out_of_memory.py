"""Ends a process whose memory has run out: with one log line, and a special exit code.

It exits at once without cleaning up, since that would take memory: the server keeps the games, and
the next process continues them on the same clocks. Without memory
the bot could only play moves that it has not searched.
"""

import logging
import os
from typing import NoReturn

from .memory import OUT_OF_MEMORY, is_shortage

_MESSAGE = b"zeitnot: out of memory; the bot ends, to be started again (see --memory)\n"


def end_process(_: BaseException) -> NoReturn:
    """Ends the process."""
    os.write(2, _MESSAGE)
    os._exit(OUT_OF_MEMORY)


class EndOnShortage(logging.Filter):
    """A filter for log handlers: ends the process when any part of it logs a lack of memory, which
    would go on otherwise."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and is_shortage(record.exc_info[1]):
            end_process(record.exc_info[1] or MemoryError())
        return True

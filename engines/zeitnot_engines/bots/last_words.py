"""The end of a process whose memory has run out: one line, and an exit code of its own.

It ends at once, without cleaning up, for that would take memory: the server keeps the games, and
the process that is started next takes them up on the same clocks. Nothing else is right, for a bot
that goes on without memory could only play moves that it has not thought about.
"""

import logging
import os
from typing import NoReturn

from .memory import OUT_OF_MEMORY, is_shortage

_WORDS = b"zeitnot: out of memory; the bot ends, to be started again (see --memory)\n"


def end(_: BaseException) -> NoReturn:
    """Ends the process."""
    os.write(2, _WORDS)
    os._exit(OUT_OF_MEMORY)


class EndOnShortage(logging.Filter):
    """On a handler: whatever part of the process has met the error, and would go on after having
    logged it, goes on no more."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and is_shortage(record.exc_info[1]):
            end(record.exc_info[1] or MemoryError())
        return True

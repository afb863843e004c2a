"""The entry point of the script `zeitnot`. While the command line is being imported, a signal ends
the process at once and silently; Python would print a traceback of the interrupted import.

This is not done in `cli`, because tests import that, too.
"""

import os
import signal


def main() -> None:
    """Runs the command line, which has its own handlers."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)
    from .cli import main as run

    run()


def _end(number: int, _: object) -> None:
    os._exit(128 + number)

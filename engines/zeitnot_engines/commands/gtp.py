"""`zeitnot gtp`: our engine for programs that play Othello over the Go Text Protocol."""

import sys
from contextlib import suppress

import click

from ..gtp_engine import GtpEngine


@click.command()
def gtp() -> None:
    """Speak the Go Text Protocol on standard input and output, for Othello.

    `boardsize` takes 6 and 8. Without `time_settings` a move takes four seconds.
    """
    engine = GtpEngine()
    with suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin:
            text, more = engine.answer(line)
            sys.stdout.write(text)
            sys.stdout.flush()
            if not more:
                return

"""`zeitnot gtp`: our engine for programs that speak the Go Text Protocol."""

import sys
from contextlib import suppress

import click

from ..games import MANIFESTS, settings_of
from ..gtp_engine import GAME, SIZE, GtpEngine

_NAME = MANIFESTS[GAME].names["en"]
_SIZES = sorted(size for spec in settings_of(GAME) if spec.name == SIZE for size in spec.choices)
_HELP = f"""Speak the Go Text Protocol on standard input and output, for {_NAME}.

`boardsize` takes {" and ".join(map(str, _SIZES))}.
Without `time_settings` a move takes four seconds.
"""


@click.command(help=_HELP)
def gtp() -> None:
    """See `_HELP`."""
    engine = GtpEngine()
    with suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin:
            text, goes_on = engine.answer(line)
            sys.stdout.write(text)
            sys.stdout.flush()
            if not goes_on:
                return

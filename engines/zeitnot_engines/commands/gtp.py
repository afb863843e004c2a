"""`zeitnot gtp`: our engine for programs that speak the Go Text Protocol."""

import sys
import threading
from contextlib import suppress
from typing import Any

import click

from ..games import MANIFESTS
from ..gtp.engine import DEFAULT
from ..gtp.games import PLAYED, engine_for
from ..interrupts import INTERRUPTS
from .input_lines import input_lines, write_odd_text
from .playing import playing_options, read_options

_NAME = MANIFESTS[DEFAULT].names["en"]
_HELP = f"""Speak the Go Text Protocol on standard input and output; {_NAME} without GAME.

Without `time_settings`, a level or other limits, a move takes four seconds. The protocol's clock
limits every move.
"""


@click.command(help=_HELP)
@click.argument("game", type=click.Choice(PLAYED), metavar="[GAME]", default=DEFAULT)
@playing_options
def gtp(game: str, **strength: Any) -> None:
    """See `_HELP`."""
    options = read_options(**strength)
    engine = engine_for(game, options=options, say=_write)
    write_odd_text()
    with INTERRUPTS.handled(engine.stop) as interrupted, suppress(BrokenPipeError):
        try:
            for line in input_lines():
                text, goes_on = engine.answer(line)
                if interrupted.done():
                    return
                _write(text)
                if not goes_on:
                    return
        finally:
            engine.close()


_lock = threading.Lock()


def _write(text: str) -> None:
    """Writes text; may be called from the thread of an analysis."""
    with _lock:
        sys.stdout.write(text)
        sys.stdout.flush()

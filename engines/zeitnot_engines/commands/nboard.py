"""`zeitnot nboard`: our engine for NBoard and other GUIs of its protocol."""

from contextlib import suppress
from typing import Any

import click

from ..interrupts import INTERRUPTS
from ..nboard.engine import NBoardEngine
from .input_lines import input_lines, write_line, write_odd_text
from .playing import playing_options, read_options


@click.command()
@playing_options
def nboard(**strength: Any) -> None:
    """Speak the NBoard protocol on standard input and output, version 2, for GUIs of the game that
    it was made for.

    `set depth` limits the search; the clock of the game and the options limit moves too.
    """
    write_odd_text()
    engine = NBoardEngine(read_options(**strength), write_line)
    with INTERRUPTS.handled(), suppress(BrokenPipeError):
        try:
            for line in input_lines():
                if not engine.process(line):
                    return
            engine.wait()
        finally:
            engine.close()

"""`zeitnot gomocup`: our engine for Piskvork and other gomoku managers."""

import threading
from contextlib import suppress
from typing import Any

import click

from ..gomocup.session import Session
from ..interrupts import INTERRUPTS
from .input_lines import input_lines, write_line, write_odd_text
from .playing import playing_options, read_options


@click.command()
@playing_options
def gomocup(**strength: Any) -> None:
    """Speak the Gomocup AI protocol on standard input and output: five in a row, for Piskvork.

    `INFO` sets the rule (0 freestyle, 1 exactly five, 4 renju), the times and the memory. Without
    times, a level or other limits, a move takes four seconds.
    """
    session = Session(read_options(**strength), write_line)
    write_odd_text()
    playing = threading.Thread(target=_play, args=(session,))
    with INTERRUPTS.handled():
        playing.start()
        try:
            for line in input_lines():
                session.receive(line)
                if line.strip().upper() == "END" or not playing.is_alive():
                    break
        finally:
            session.end()
            playing.join()


def _play(session: Session) -> None:
    with suppress(BrokenPipeError):
        session.run()

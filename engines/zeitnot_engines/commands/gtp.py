"""`zeitnot gtp`: our engine for programs that speak the Go Text Protocol."""

import sys
import threading
from contextlib import suppress

import click

from ..bots.levels import LEVELS
from ..games import MANIFESTS
from ..gtp.engine import DEFAULT, HASH_MB, Options
from ..gtp.games import PLAYED, engine_for
from .finite import FiniteRange

_NAME = MANIFESTS[DEFAULT].names["en"]
_HELP = f"""Speak the Go Text Protocol on standard input and output; {_NAME} without GAME.

Without `time_settings`, a level and options a move takes four seconds. The clock of the protocol
limits all of them.
"""


@click.command(help=_HELP)
@click.argument("game", type=click.Choice(PLAYED), metavar="[GAME]", default=DEFAULT)
@click.option("--threads", type=click.IntRange(1, 256), default=1, metavar="N")
@click.option("--hash", "hash_mb", type=click.IntRange(1, 65536), default=HASH_MB, metavar="MB")
@click.option(
    "--time",
    "seconds",
    type=FiniteRange(0, 86400, min_open=True),
    metavar="S",
    help="At most so long a move.",
)
@click.option(
    "--playouts", type=click.IntRange(1, 2**62), metavar="N", help="Playouts, or nodes, of a move."
)
@click.option(
    "--level", type=click.IntRange(1, max(LEVELS)), metavar="N", help="As weak as the bot's level."
)
def gtp(
    game: str,
    threads: int,
    hash_mb: int,
    seconds: float | None,
    playouts: int | None,
    level: int | None,
) -> None:
    """See `_HELP`."""
    ms = None if seconds is None else max(1, round(1000 * seconds))
    options = Options(threads, hash_mb, ms, playouts, level)
    engine = engine_for(game, options=options, say=_write)
    try:
        with suppress(KeyboardInterrupt, BrokenPipeError):
            for line in sys.stdin:
                text, goes_on = engine.answer(line)
                _write(text)
                if not goes_on:
                    return
    finally:
        engine.close()


_lock = threading.Lock()


def _write(text: str) -> None:
    """Writes from the thread of an analysis, too."""
    with _lock:
        sys.stdout.write(text)
        sys.stdout.flush()

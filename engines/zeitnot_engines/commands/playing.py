"""Options for the strength of our engine, in the commands that speak another program's protocol."""

from collections.abc import Callable
from typing import Any

import click

from ..levels import LEVELS
from ..playing_options import HASH_MB, PlayingOptions
from .finite import FiniteRange


def playing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options, whose values `read_options` takes."""
    options = (
        click.option("--threads", type=click.IntRange(1, 256), default=1, metavar="N"),
        click.option(
            "--hash", "hash_mb", type=click.IntRange(1, 65536), default=HASH_MB, metavar="MB"
        ),
        click.option(
            "--time",
            "seconds",
            type=FiniteRange(0, 86400, min_open=True),
            metavar="S",
            help="Maximum time per move.",
        ),
        click.option(
            "--playouts",
            type=click.IntRange(1, 2**62),
            metavar="N",
            help="Playouts, or nodes, per move.",
        ),
        click.option(
            "--level",
            type=click.IntRange(1, max(LEVELS)),
            metavar="N",
            help="Strength: a level of the house bot.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def read_options(
    threads: int, hash_mb: int, seconds: float | None, playouts: int | None, level: int | None
) -> PlayingOptions:
    """The options' values as PlayingOptions."""
    ms = None if seconds is None else max(1, round(1000 * seconds))
    return PlayingOptions(threads, hash_mb, ms, playouts, level)

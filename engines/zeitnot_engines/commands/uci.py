"""`zeitnot uci`: our engine for GUIs and tournament managers."""

from contextlib import suppress

import click

from ..games import Game, methods_of
from ..interrupts import INTERRUPTS
from ..notations import default_game
from ..uci.dialect import Dialect
from ..uci.engine import UciEngine, is_supported
from ..uci.uci import UCI
from .input_lines import input_lines, write_line, write_odd_text
from .options import make_game, require_two_seats

DEFAULT = default_game("uci")
_HELP = f"""Speak the Universal Chess Interface on standard input and output; {DEFAULT} without
GAME.

Every game for two without throws is supported, in its own notation. The option UCI_Variant changes
the game.
"""


@click.command(help=_HELP)
@click.argument("game", metavar="[GAME]", default=DEFAULT)
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the game."
)
def uci(game: str, settings: tuple[str, ...]) -> None:
    """See `_HELP`."""
    game_ = require_two_seats(make_game(game, settings))
    if not methods_of(game):
        raise click.UsageError(f"No engine plays {game}.")
    if not is_supported(game):
        raise click.UsageError(f"UCI cannot express the throws of {game}.")
    run_loop(game_, UCI)


def run_loop(game: Game, dialect: Dialect) -> None:
    """Answers lines until `quit`, the end of the input or a signal."""
    write_odd_text()
    engine = UciEngine(game, write_line, dialect)
    with INTERRUPTS.handled(), suppress(BrokenPipeError):
        try:
            for line in input_lines():
                if not engine.process(line):
                    return
        finally:
            engine.close()

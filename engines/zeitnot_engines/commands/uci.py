"""`zeitnot uci`: our engine for GUIs and tournament managers."""

import io
import sys

import click

from ..games import Game, methods_of
from ..notations import default_game
from ..uci_engine import UciEngine, is_supported
from .options import make_game, require_two_seats

DEFAULT = default_game("uci")
_HELP = f"""Speak the Universal Chess Interface on standard input and output; {DEFAULT} without
GAME.

Every game for two without throws can be played so, in its own notation. The option UCI_Variant
changes the game.
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
        raise click.UsageError(f"UCI has no words for the throws of {game}.")
    run_loop(game_)


def run_loop(game: Game) -> None:
    """Answers lines until `quit` or the end of the input."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    engine = UciEngine(game, _say)
    try:
        for line in sys.stdin:
            if not engine.process(line):
                return
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    finally:
        engine.close()


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()

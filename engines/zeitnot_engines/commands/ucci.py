"""`zeitnot ucci`: our engine for GUIs of Chinese chess."""

import click

from ..notations import default_game
from ..uci.ucci import UCCI
from .options import make_game
from .uci import run_loop


@click.command()
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the game."
)
def ucci(settings: tuple[str, ...]) -> None:
    """Speak UCCI 3.0 on standard input and output, for GUIs of the game that it was made for.

    Times are in seconds unless the option `usemillisec` is set. Ranks are counted from 0.
    """
    run_loop(make_game(default_game("ucci"), settings), UCCI)

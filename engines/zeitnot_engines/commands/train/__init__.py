"""`zeitnot train`: evaluations learnt from games of the engine with itself, each game's in its own
way."""

import click

from .backgammon import backgammon
from .ewn import ewn
from .othello import othello


@click.group()
def train() -> None:
    """Learn a game's evaluation from games that the engine plays against itself.

    Each command keeps all it needs in FOLDER; called again, or after Ctrl-C, it goes on where it
    stopped.
    """


train.add_command(backgammon)
train.add_command(ewn)
train.add_command(othello)

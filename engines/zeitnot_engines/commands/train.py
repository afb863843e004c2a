"""`zeitnot train`: learns evaluations from games of the engine against itself. A game that learns
has a command of its name in its `train.py`, which may list other commands in `MORE`."""

import click

from zeitnot_client.by_name import module_of

from ..games import NAMES


@click.group()
def train() -> None:
    """Learn a game's evaluation from games that the engine plays against itself.

    Each command stores its state in FOLDER. Run it again to continue where it stopped, also after
    Ctrl-C. Commands that first play games and then learn from them accept --cluster; the others
    learn after each step, so their work cannot be distributed.
    """


for _game in NAMES:
    if (_module := module_of(_game, "train")) is not None:
        for _command in (getattr(_module, _game), *getattr(_module, "MORE", ())):
            train.add_command(_command)

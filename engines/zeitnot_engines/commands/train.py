"""`zeitnot train`: evaluations learnt from games of the engine with itself. A game that learns
has a command of its name in its `train.py`, which may have others in `MORE`."""

import click

from zeitnot_client.by_name import module_of

from ..games import NAMES


@click.group()
def train() -> None:
    """Learn a game's evaluation from games that the engine plays against itself.

    Each command keeps its state in FOLDER; called again, also after Ctrl-C, it continues where it
    stopped. Commands that first play games and then learn from them take --cluster; the others
    learn after each step, so the work cannot be divided among machines.
    """


for _game in NAMES:
    if (_module := module_of(_game, "train")) is not None:
        for _command in (getattr(_module, _game), *getattr(_module, "MORE", ())):
            train.add_command(_command)

"""`zeitnot train`: evaluations learnt from games of the engine with itself. A game that learns
has a command of its name in its `train.py`, which may have others in `MORE`."""

import click

from zeitnot_client.by_name import module_of

from ..games import NAMES


@click.group()
def train() -> None:
    """Learn a game's evaluation from games that the engine plays against itself.

    Each command keeps all it needs in FOLDER; called again, or after Ctrl-C, it goes on where it
    stopped. Those that first play games and then learn from them take --cluster; the others learn
    from each step before the next, which is one computation that machines cannot share.
    """


for _game in NAMES:
    if (_module := module_of(_game, "train")) is not None:
        for _command in (getattr(_module, _game), *getattr(_module, "MORE", ())):
            train.add_command(_command)

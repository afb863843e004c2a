"""Positions out of SGF files, for commands that take a position."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ..games import Game, History, load
from ..sgf.record import main_steps, read
from ..sgf.tree import MAX_BYTES, BadSgf


def sgf_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --sgf and --move; the command gets `in_file`, the position, or None without --sgf.

    A file that cannot be read as a game of the command's is a usage error.
    """

    @click.option(
        "--sgf",
        "path",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        help="The position at the end of the main line of this SGF file, with its settings.",
    )
    @click.option(
        "--move",
        "number",
        type=click.IntRange(0),
        metavar="N",
        help="With --sgf: the position after N moves.",
    )
    @wraps(command)
    def with_file(game: Game, path: Path | None, number: int | None, **others: Any) -> Any:
        if path is None and number is not None:
            raise click.UsageError("--move goes with --sgf.")
        in_file = None if path is None else _position(game, path, number)
        return command(game=in_file.game if in_file else game, in_file=in_file, **others)

    return with_file


def _position(game: Game, path: Path, number: int | None) -> History:
    if game != load(game.name):
        raise click.UsageError("--sgf and --set exclude each other: the file has its settings.")
    try:
        with path.open("rb") as file:
            record = read(file.read(MAX_BYTES + 1))
    except (OSError, BadSgf) as bad:
        raise click.UsageError(f"{path}: {bad}") from None
    if record.game.name != game.name:
        raise click.UsageError(f"{path} is a game of {record.game.name}, not of {game.name}.")
    *_, last = (step for step in main_steps(record) if number is None or step.number <= number)
    if number is not None and last.number < number:
        raise click.UsageError(f"{path}: the game has {last.number} moves, not {number}.")
    return last.after

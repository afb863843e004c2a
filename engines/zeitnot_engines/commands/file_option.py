"""Options that read a position from another program's game file."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType

from ..games import Game, History, load
from ..pdn.record import first_record
from ..pdn.text import BadPdn
from ..sgf.record import main_steps, read
from ..sgf.tree import MAX_BYTES, BadSgf


def file_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --sgf, --pdn and --move; the command gets the position as `in_file`, or None.

    A file that is not of the command's game is a usage error.
    """

    @click.option("--sgf", type=_FILE, metavar="FILE", help=_HELP.format("SGF"))
    @click.option("--pdn", type=_FILE, metavar="FILE", help=_HELP.format("PDN"))
    @click.option(
        "--move",
        "number",
        type=click.IntRange(0),
        metavar="N",
        help="With --sgf and --pdn: the position after N moves.",
    )
    @wraps(command)
    def with_file(
        game: Game, sgf: Path | None, pdn: Path | None, number: int | None, **others: Any
    ) -> Any:
        if sgf is not None and pdn is not None:
            raise click.UsageError("Give --sgf or --pdn, not both.")
        if sgf is None and pdn is None and number is not None:
            raise click.UsageError("--move needs --sgf or --pdn.")
        in_file = None
        if sgf is not None:
            in_file = _position(game, "--sgf", sgf, number, _in_sgf)
        elif pdn is not None:
            in_file = _position(game, "--pdn", pdn, number, _in_pdn)
        return command(game=in_file.game if in_file else game, in_file=in_file, **others)

    return with_file


_FILE = PathType(exists=True, dir_okay=False, path_type=Path)
_HELP = (
    "The position at the end of the main line of the first game of this {} file, with its settings."
)


def _position(
    game: Game,
    option: str,
    path: Path,
    number: int | None,
    read_position: Callable[[Path, int | None], History],
) -> History:
    if game != load(game.name):
        raise click.UsageError(f"Give {option} or --set, not both: the file contains the settings.")
    try:
        found = read_position(path, number)
    except (OSError, BadSgf, BadPdn, ValueError) as bad:
        raise click.UsageError(f"{path}: {bad}") from None
    if found.game.name != game.name:
        raise click.UsageError(f"{path} contains a game of {found.game.name}, not {game.name}.")
    return found


def _in_sgf(path: Path, number: int | None) -> History:
    with path.open("rb") as file:
        record = read(file.read(MAX_BYTES + 1))
    *_, last = (step for step in main_steps(record) if number is None or step.number <= number)
    if number is not None and last.number < number:
        raise ValueError(f"there is no move {number}; the game's last is {last.number}.")
    return last.after


def _in_pdn(path: Path, number: int | None) -> History:
    record = first_record(path)
    return record.after(len(record.moves) if number is None else number)

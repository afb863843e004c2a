"""Options that read a position from another program's game file."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType

from ..formats.record import BadGame, after
from ..formats.registry import FORMATS, format_of
from ..formats.source import Source
from ..games import Game, History, load


def file_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --file, --sgf, --pdn and --move; the command gets the position as `in_file`, or None.

    A file that is not of the command's game is a usage error.
    """

    @click.option("--file", "any_file", type=_FILE, metavar="FILE", help=_HELP.format("game"))
    @click.option("--sgf", type=_FILE, metavar="FILE", help="The same of an SGF file.")
    @click.option("--pdn", type=_FILE, metavar="FILE", help="The same of a PDN file.")
    @click.option(
        "--move",
        "number",
        type=click.IntRange(0),
        metavar="N",
        help="With --file, --sgf and --pdn: the position after N moves.",
    )
    @wraps(command)
    def with_file(
        game: Game,
        any_file: Path | None,
        sgf: Path | None,
        pdn: Path | None,
        number: int | None,
        **others: Any,
    ) -> Any:
        options = {"--file": any_file, "--sgf": sgf, "--pdn": pdn}
        files = [(option, path) for option, path in options.items() if path is not None]
        if len(files) > 1:
            raise click.UsageError(f"Give {files[0][0]} or {files[1][0]}, not both.")
        if not files and number is not None:
            raise click.UsageError("--move needs --file, --sgf or --pdn.")
        in_file = _position(game, *files[0], number) if files else None
        return command(game=in_file.game if in_file else game, in_file=in_file, **others)

    return with_file


_MAX_NOTES = 20
_FILE = PathType(exists=True, dir_okay=False, path_type=Path)
_HELP = (
    "The position at the end of the main line of the first game of this {} file, with its settings."
)


def _position(game: Game, option: str, path: Path, number: int | None) -> History:
    if game != load(game.name):
        raise click.UsageError(f"Give {option} or --set, not both: the file contains the settings.")
    suffix = path.suffix if option == "--file" else option.removeprefix("--")
    try:
        found = _in_file(path, suffix, number)
    except BadGame as bad:
        raise click.UsageError(f"{bad.located(str(path))}.") from None
    except (OSError, ValueError) as bad:
        raise click.UsageError(f"{path}: {bad}") from None
    if found.game.name != game.name:
        raise click.UsageError(f"{path} contains a game of {found.game.name}, not {game.name}.")
    return found


def _in_file(path: Path, suffix: str, number: int | None) -> History:
    """The position in the first game of a file. Raises BadGame, OSError, ValueError."""
    with path.open("rb") as file:
        source = Source(file, str(path))
        if (form := format_of(source, suffix)) is None:
            known = ", ".join(f".{name}" for name in FORMATS)
            raise click.UsageError(f"{path}: its suffix names no format; known are {known}.")
        game = next(form.read(source))
    if isinstance(game, BadGame):
        raise game
    for line, note in game.notes[:_MAX_NOTES]:
        click.echo(f"{path}:{line}: {note}", err=True)
    state, moves = game.start(), 0
    for node in game.main_line():
        if moves == number and node.position is None:
            return state
        is_move = node.throw is None and node.position is None and not node.is_implied
        state, moves = after(state, node), moves + is_move
    if number is not None and moves < number:
        raise ValueError(f"there is no move {number}; the game's last is {moves}.")
    return state

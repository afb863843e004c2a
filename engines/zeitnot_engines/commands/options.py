"""What the commands about one game share: its name, its settings, its position."""

import re
from collections.abc import Callable
from difflib import get_close_matches
from functools import wraps
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType

from ..games import NAMES, Game, History, load
from ..notations import notation_of

# A position may begin with a dash (an empty Othello square), which click would take for an option.
# For commands with a position among their arguments; `split_position` reports real mistakes.
POSITIONS = {"ignore_unknown_options": True}

_OPTION = re.compile(r"--?[a-z][a-z-]*(=.*)?$")


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the argument GAME and the option --set; the command gets `game: Game`.

    An unknown game, setting or value is a usage error.
    """

    @click.argument("game", metavar="GAME")
    @click.option(
        "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the game."
    )
    @wraps(command)
    def with_game(game: str, settings: tuple[str, ...], **others: Any) -> Any:
        return command(game=make_game(game, settings), **others)

    return with_game


def tables_option(default: Path | None = None) -> Callable[..., Any]:
    """Adds the option --tables; the command gets `tables`, a folder or None."""
    return click.option(
        "--tables",
        envvar="ZEITNOT_TABLES",
        type=PathType(file_okay=False, path_type=Path),
        default=default,
        show_default=default is not None,
        metavar="DIR",
        help="Folder of tablebases, made by `zeitnot tablebase`, or ZEITNOT_TABLES.",
    )


folder_argument: Callable[..., Any] = click.argument(
    "folder", type=PathType(file_okay=False, path_type=Path)
)


def source_option(game: str, learnt: str = "weights") -> Callable[..., Any]:
    """Adds the option --source of a command that learns; the command gets `source`, a file or
    None."""
    return click.option(
        "--source",
        type=PathType(dir_okay=False, path_type=Path),
        metavar="FILE",
        help=f"Write the {learnt} there too: in a clone, engines/games/{game}/{game}.weights.",
    )


def make_game(name: str, settings: tuple[str, ...]) -> Game:
    """The game of a command line. Raises click.UsageError."""
    if name not in NAMES:
        similar = get_close_matches(name.lower(), NAMES, 1)
        hint = f"Did you mean {similar[0]}?" if similar else f"The games are {', '.join(NAMES)}."
        raise click.UsageError(f'There is no game "{name}". {hint}')
    values = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise click.UsageError(f'--set takes NAME=VALUE, not "{setting}".')
        values[key] = value
    try:
        return load(name, values)
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None


def require_two_seats(game: Game) -> Game:
    """The same game. Raises click.UsageError if it is not for two, with these settings."""
    if game.seats != 2:
        raise click.UsageError(
            f"{game.name} has {game.seats} seats with these settings, but this command needs two."
        )
    return game


def make_history(game: Game, position: str | None) -> History:
    """The start, or the position of a command line, or the one after a transcript, where the game
    has transcripts.

    Raises click.UsageError.
    """
    try:
        if not position:
            return game.start()
        after = notation_of(game.name).transcript(game, position)
        return game.parse(position) if after is None else after
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None


def no_options(arguments: tuple[str, ...]) -> None:
    """Refuses an argument that looks like a mistyped option, which POSITIONS lets through. Raises
    click.NoSuchOption."""
    command = click.get_current_context().command
    known = [option for parameter in command.params for option in parameter.opts]
    for argument in arguments:
        if _OPTION.match(argument):
            raise click.NoSuchOption(argument.partition("=")[0], possibilities=known)

"""Arguments and options that commands share: the game, its settings, the position."""

import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType
from zeitnot_client.plurals import counted
from zeitnot_client.spelling import no_such_game

from ..games import NAMES, Game, History, load
from ..notations import notation_of

# A position may begin with a dash (an empty Othello square), which click would take for an option.
# For commands with a position among their arguments; `no_options` reports real mistakes.
POSITIONS = {"ignore_unknown_options": True}

_OPTION = re.compile(r"--?[a-z][a-z-]*(=.*)?$")


def game_options(
    command: Callable[..., Any] | None = None, *, may_draw: bool = False
) -> Callable[..., Any]:
    """Adds the argument GAME and the option --set; the command gets `game: Game`. `may_draw`: also
    one whose start is drawn before each game.

    An unknown game, setting or value is a usage error.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.argument("game", metavar="GAME")
        @click.option(
            "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the game."
        )
        @wraps(command)
        def with_game(game: str, settings: tuple[str, ...], **others: Any) -> Any:
            return command(game=make_game(game, settings, may_draw=may_draw), **others)

        return with_game

    return decorate if command is None else decorate(command)


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
        help=f"Also write the {learnt} here: in a clone, engines/games/{game}/{game}.weights.",
    )


def make_game(name: str, settings: tuple[str, ...], *, may_draw: bool = False) -> Game:
    """The game of a command line; `may_draw`: its start may be drawn before each game. Raises
    click.UsageError."""
    if name not in NAMES:
        problem = no_such_game(name, NAMES, "the games are")
        raise click.UsageError(f"{problem[0].upper()}{problem[1:]}")
    values = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise click.UsageError(f'--set takes NAME=VALUE, not "{setting}".')
        values[key] = value
    try:
        game = load(name, values)
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None
    if game.start_throw is not None and not may_draw:
        chosen = " ".join(settings)
        raise click.UsageError(f"{chosen} draws a start for each game, but this command needs one.")
    return game


def require_two_seats(game: Game) -> Game:
    """The game itself. Raises click.UsageError if it is not for two with these settings."""
    if game.seats != 2:
        raise click.UsageError(
            f"{game.name} has {counted(game.seats, 'seat', 'seats')} with these settings, but this "
            "command needs two."
        )
    return game


def make_history(game: Game, position: str | None) -> History:
    """The start, a position in the game's notation, or the end of a transcript if the game has
    transcripts. Raises click.UsageError."""
    try:
        if not position:
            return game.start()
        notation = notation_of(game.name)
        after = notation.transcript(game, position)
        return game.parse(notation.position(position)) if after is None else after
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None


def no_options(arguments: tuple[str, ...]) -> None:
    """Refuses arguments that look like mistyped options, which POSITIONS lets through. Raises
    click.NoSuchOption."""
    command = click.get_current_context().command
    known = [option for parameter in command.params for option in parameter.opts]
    for argument in arguments:
        if _OPTION.match(argument):
            raise click.NoSuchOption(argument.partition("=")[0], possibilities=known)

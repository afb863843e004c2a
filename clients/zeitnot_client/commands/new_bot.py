"""`zeitnot bot new`: a starter bot."""

import os
import shlex
from pathlib import Path

import click

from ..starters import LANGUAGES, starter
from .errors import Refusal
from .paths import PathType


@click.command()
@click.argument("game")
@click.option(
    "--lang",
    "language",
    type=click.Choice(list(LANGUAGES)),
    default="python",
    show_default=True,
    help="The language of the program.",
)
@click.option(
    "--output",
    "folder",
    type=PathType(file_okay=False, path_type=Path),
    default=Path(),
    metavar="FOLDER",
    help="Where to write it; made if needed.  [default: the current folder]",
)
@click.pass_context
def new(ctx: click.Context, game: str, language: str, folder: Path) -> None:
    """Write a bot for GAME in less than 60 lines, and print the commands that run it. It plays
    legal moves at random until you write your own idea into it. No file is overwritten."""
    command = ctx.parent.command_path if ctx.parent else ctx.command_path
    try:
        made = starter(game, language, command, windows=os.name == "nt")
    except ValueError as unknown:
        raise Refusal(str(unknown)) from None
    path = folder / made.file
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(made.text)
    except FileExistsError as bad:
        raise Refusal(f"{bad.filename} exists already; nothing was written") from None
    except OSError as bad:
        raise Refusal(f"{bad.filename}: {bad.strerror}") from None
    quoted = f'"{folder}"' if os.name == "nt" else shlex.quote(str(folder))
    enter = [] if folder == Path() else [f"cd {quoted}"]
    commands = [f"    {line}" for line in (*enter, *made.commands)]
    click.echo("\n".join([f"Written: {path}", "", *commands]))

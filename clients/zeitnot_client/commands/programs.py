"""The scripts of the small wheel, `zeitnot-bot` and `zeitnot-play`. They need neither the native
core nor the modules of POSIX."""

import importlib
import io
import sys

import click

from ..printable import printable
from ..side_by_side import installed_conflict

INTERRUPTED = 130  # what a shell reports for Ctrl-C


def bot() -> None:
    """Runs `zeitnot-bot`."""
    run("zeitnot-bot", "zeitnot_client.commands.bot", "bot")


def play() -> None:
    """Runs `zeitnot-play`."""
    run("zeitnot-play", "zeitnot_client.commands.play", "play")


def run(name: str, module: str, attribute: str) -> None:
    """Runs a command as the process's program; bad input is one line on stderr and exit code 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # pipes of Windows often cannot have all letters
    if problem := installed_conflict():
        click.echo(f"{name}: {problem}", err=True)
    try:
        command: click.Command = getattr(importlib.import_module(module), attribute)
        code = command.main(prog_name=name, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as bare:
        click.echo(bare.format_message())
        code = 0
    except click.ClickException as bad:
        click.echo(f"{name}: {printable(bad.format_message(), keep=chr(10))}", err=True)
        code = bad.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    sys.exit(code if isinstance(code, int) else 0)

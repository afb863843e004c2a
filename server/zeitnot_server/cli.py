"""The one console script. Commands are named here and imported only when called, so that starting
is quick and no package imports another only because of the command line."""

import importlib
import os
import sys
from contextlib import suppress
from importlib.metadata import version

import click

from zeitnot_client.side_by_side import installed_conflict
from zeitnot_engines.interrupts import INTERRUPTS

from . import variables

# By use, as the help lists them.
BY_USE = {
    "Learn": {"help": "zeitnot_server.commands.help:help_"},
    "Play": {"play": "zeitnot_client.commands.play:play"},
    "Run a server": {
        "serve": "zeitnot_server.commands.serve:serve",
        "config": "zeitnot_server.commands.config:config",
    },
    "Run a bot": {
        "bot": "zeitnot_engines.commands.bot:bot",
        "uci": "zeitnot_engines.commands.uci:uci",
        "ucci": "zeitnot_engines.commands.ucci:ucci",
        "gtp": "zeitnot_engines.commands.gtp:gtp",
        "gomocup": "zeitnot_engines.commands.gomocup:gomocup",
        "nboard": "zeitnot_engines.commands.nboard:nboard",
    },
    "Study games": {
        "analyse": "zeitnot_engines.commands.analyse:analyse",
        "solve": "zeitnot_engines.commands.solve:solve",
        "strategy": "zeitnot_engines.commands.strategy:strategy",
        "nim": "zeitnot_engines.commands.nim:nim",
        "perft": "zeitnot_engines.commands.perft:perft",
        "stats": "zeitnot_engines.commands.stats:stats",
        "standings": "zeitnot_server.commands.standings:standings_",
        "match": "zeitnot_engines.commands.match:match",
        "train": "zeitnot_engines.commands.train:train",
        "tablebase": "zeitnot_engines.commands.tablebase:tablebase",
        "tune": "zeitnot_engines.commands.tune:tune",
        "bench": "zeitnot_engines.commands.bench:bench",
        "book": "zeitnot_server.commands.book:book",
        "verify": "zeitnot_server.commands.verify:verify",
    },
    "Administer": {
        "admin": "zeitnot_server.commands.admin:admin",
        "games": "zeitnot_server.commands.games:games",
        "migrate": "zeitnot_server.commands.migrate:migrate",
        "backup": "zeitnot_server.commands.backup:back_up",
        "restore": "zeitnot_server.commands.backup:restore",
        "check": "zeitnot_server.commands.check:check",
        "db": "zeitnot_server.commands.db:db",
    },
}
COMMANDS = {name: target for commands in BY_USE.values() for name, target in commands.items()}
OWN_SIGNALS = "serve"  # the command that handles signals itself: it stops in order


class LazyGroup(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, whose suggestions come from commands that are imported already."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as unknown:
            name = unknown.command_name
            raise click.exceptions.NoSuchCommand(name, possibilities=COMMANDS, ctx=ctx) from None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        target = COMMANDS.get(cmd_name)
        if target is None:
            return None
        module, _, name = target.partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        INTERRUPTS.begin()
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """A section for each use."""
        width = max(map(len, COMMANDS))
        limit = formatter.width - 6 - width
        for use, names in BY_USE.items():
            commands = ((name, self.get_command(ctx, name)) for name in names)
            with formatter.section(use):
                formatter.write_dl(
                    [
                        (name.ljust(width), command.get_short_help_str(limit))
                        for name, command in commands
                        if command is not None
                    ]
                )


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("zeitnot"), prog_name="zeitnot")
def zeitnot() -> None:
    """Play board, dice and card games over the network, against people and engines."""
    try:
        variables.check(os.environ)
    except variables.UnknownVariable as bad:
        raise click.UsageError(str(bad)) from None


def main() -> None:
    """Runs the command line; bad input is one line on stderr and exit code 2."""
    try:
        if sys.argv[1:2] != [OWN_SIGNALS]:
            INTERRUPTS.install()
        if problem := installed_conflict():
            click.echo(f"zeitnot: {problem}", err=True)
        code = zeitnot.main(prog_name="zeitnot", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as bare:
        click.echo(bare.format_message())
        code = 0
    except click.ClickException as bad:
        printing = importlib.import_module("zeitnot_server.commands.printing")
        printing.say(f"zeitnot: {bad.format_message()}", err=True)
        code = bad.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTS.exit_code
    with suppress(OSError, ValueError):  # closed, or no longer read: Python reports it at exit
        sys.stdout.flush()
    INTERRUPTS.end()
    sys.exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()

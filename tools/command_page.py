"""Generates the reference page of the commands from their help."""

# ruff: noqa: E501  the lines of the page

import importlib
import inspect
from collections.abc import Iterator

import click

from zeitnot_server.cli import BY_USE, COMMANDS

_HEAD = """\
<!-- Generated from the commands' own help by `make docs`. -->

# Commands

`zeitnot COMMAND --help` prints the same. Bad input is one line on stderr and exit code 2, and changes nothing. Long
work shows a progress bar on a terminal, and prints a line every ten seconds elsewhere.

`zeitnot serve` takes a setting from the command line, then from the variable `ZEITNOT_NAME`, then from the TOML file
named by `--config` or `ZEITNOT_CONFIG`; the name is the same everywhere (`--db`, `ZEITNOT_DB`, `db`). `zeitnot config
show` prints the settings in force. Every command that opens the database finds it in the same way, and refuses a
`ZEITNOT_…` variable that no command reads.
"""


def render() -> str:
    """The full page."""
    lines = [_HEAD, "| use | commands |", "|---|---|"]
    for use, names in BY_USE.items():
        lines.append(f"| {use} | {', '.join(f'[{name}](#{name})' for name in names)} |")
    lines.append("")
    for name, target in COMMANDS.items():
        module, _, attribute = target.partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        lines += _command(name, command, None)
    return "\n".join(lines)


def _command(path: str, command: click.Command, parent: click.Context | None) -> Iterator[str]:
    """A command and its subcommands."""
    context = click.Context(command, parent, info_name=path.rpartition(" ")[2])
    usage = " ".join(("zeitnot", path, *command.collect_usage_pieces(context)))
    yield from (f"## {path}", "", f"`{usage}`", "", _text(command.help), "")
    options = [p for p in command.params if isinstance(p, click.Option) and not p.hidden]
    if options:
        yield from ("| option | |", "|---|---|")
        yield from (_row(option, context) for option in options)
        yield ""
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            subcommand = command.get_command(context, name)
            if subcommand is not None:
                yield from _command(f"{path} {name}", subcommand, context)


def _text(text: str | None) -> str:
    """A docstring without indentation and without click's no-wrap marks."""
    return inspect.cleandoc(text or "").replace("\b\n", "")


def _row(option: click.Option, context: click.Context) -> str:
    record = option.get_help_record(context)
    if record is None:
        raise AssertionError(f"{option.name} is hidden")
    flags, text = record
    cells = (f"`{flags}`", text.replace("|", "\\|"))
    return "| " + " | ".join(cells) + " |"

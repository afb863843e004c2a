"""No command accepts "" as a file or a folder, which click would treat as the current folder."""

import importlib
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from zeitnot_client.commands.paths import PathType
from zeitnot_engines.commands.match import match
from zeitnot_engines.commands.solve import solve
from zeitnot_engines.commands.strategy import strategy
from zeitnot_engines.commands.train import train
from zeitnot_server.cli import COMMANDS
from zeitnot_server.commands.book import book


def parameters(command: click.Command) -> Iterator[click.Parameter]:
    """The parameters of a command and of all its subcommands."""
    yield from command.params
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            yield from parameters(subcommand)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_path_has_the_type_that_refuses_empty_ones(name: str) -> None:
    module, _, attribute = COMMANDS[name].partition(":")
    all_parameters = list(parameters(getattr(importlib.import_module(module), attribute)))
    for parameter in all_parameters:
        if isinstance(parameter.type, click.Path) or "FILE" in (parameter.metavar or ""):
            assert isinstance(parameter.type, PathType), parameter.name


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        (strategy, "solve kuhn --iterations 1 --save"),
        (train, "blindtictactoe --iterations 1"),
        (solve, "connect4 --book"),
        (match, "kuhn random random --log"),
        (book, "build"),
    ],
)
def test_an_empty_path_is_refused_in_one_line(command: click.Command, arguments: str) -> None:
    result = CliRunner().invoke(command, [*arguments.split(), ""])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1].endswith("the path is empty.")

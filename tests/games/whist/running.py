"""Runs commands of the command line on whist."""

import json
from typing import Any

import click
from click.testing import CliRunner


def answer(command: click.Command, *arguments: str, game: str = "whist", **settings: str) -> Any:
    """The parsed output of `command GAME WORDS --json` with these settings."""
    chosen = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    result = CliRunner().invoke(command, [game, *arguments, *chosen, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def refusal(command: click.Command, *arguments: str) -> str:
    """The error output of a command that refuses these arguments."""
    result = CliRunner().invoke(command, ["whist", *arguments])
    assert result.exit_code == 2
    return result.output

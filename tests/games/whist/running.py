"""Runs commands of the command line on whist."""

import json
from typing import Any

import click
from click.testing import CliRunner


def answer(command: click.Command, *words: str, game: str = "whist", **settings: str) -> Any:
    """The parsed output of `command GAME WORDS --json` with these settings."""
    chosen = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    done = CliRunner().invoke(command, [game, *words, *chosen, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def refusal(command: click.Command, *words: str) -> str:
    """The error output of a command that refuses these arguments."""
    done = CliRunner().invoke(command, ["whist", *words])
    assert done.exit_code == 2
    return done.output

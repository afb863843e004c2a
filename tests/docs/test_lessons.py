"""Each command on the lessons page prints the output shown below it."""

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from zeitnot_engines.commands.analyse import analyse
from zeitnot_engines.commands.solve import solve

PAGE = Path(__file__).parents[2] / "docs/tutorial/lessons.md"
COMMANDS: dict[str, click.Command] = {"analyse": analyse, "solve": solve}
ELLIPSIS = "…"


def steps() -> list[tuple[str, str]]:
    """Each command on the page and its output."""
    blocks = re.findall(
        r"^```console\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    parts = [part for block in blocks for part in block.split("$ ")[1:]]
    return [(command, printed) for command, _, printed in (p.partition("\n") for p in parts)]


@pytest.mark.parametrize(("command", "printed"), steps())
def test_a_command_prints_what_the_page_says(command: str, printed: str) -> None:
    program, name, *arguments = shlex.split(command)
    assert program == "zeitnot"
    result = CliRunner().invoke(COMMANDS[name], arguments)
    assert result.exit_code == 0, result.output
    pattern = ".*".join(map(re.escape, printed.split(ELLIPSIS)))
    assert re.fullmatch(pattern, result.stdout), result.stdout


def test_the_page_has_lessons() -> None:
    assert len(steps()) > 12
    assert all(printed for _, printed in steps())

"""`zeitnot help`: topics, error codes and commands."""

from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner, Result

import help_texts
import zeitnot_protocol as p
from zeitnot_server.cli import COMMANDS, zeitnot

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(zeitnot, ["help", *arguments])


def test_without_a_topic_it_lists_all_topics() -> None:
    result = run()
    assert result.exit_code == 0
    for page in (ROOT / "docs/how-to").glob("*.md"):
        assert page.stem in result.output


@pytest.mark.parametrize("page", help_texts.PAGES, ids=lambda page: page.stem)
def test_a_topic_fits_on_a_screen(page: Path) -> None:
    result = run(page.stem)
    assert result.exit_code == 0
    title, *lines = result.output.splitlines()
    assert title == page.read_text("utf-8").splitlines()[0]
    assert 4 <= len(lines) <= help_texts.SCREEN + 4
    assert lines[-1] == f"The whole page: {page.relative_to(ROOT)}"
    assert "](" not in result.output


def test_every_error_code_is_explained() -> None:
    for code in get_args(p.ErrorCode):
        result = run(code)
        assert result.exit_code == 0
        assert result.output.startswith(f"{code}: ")
    assert run("TOO_FAST").output == run("too_fast").output


@pytest.mark.parametrize("command", ["serve", "help", "games"])
def test_a_command_shows_its_help(command: str) -> None:
    assert command in COMMANDS
    result = run(command)
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: zeitnot {command} ")


def test_an_unknown_topic_suggests_similar_ones() -> None:
    result = run("clutser")
    assert result.exit_code == 2
    assert "There is no topic 'clutser'. Did you mean cluster?" in result.output
    assert "`zeitnot help` lists them." in run("xyzzy").output


def test_code_blocks_are_not_cut() -> None:
    page = "# Title\n\n" + "A paragraph.\n\n" * 16 + "```sh\nmake\n\nmake test\n```\n\nMore.\n"
    screen = help_texts.first_screen(page)
    assert screen.count("```") in (0, 2)
    assert len(screen.splitlines()) <= help_texts.SCREEN

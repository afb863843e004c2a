"""`zeitnot bot log`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from zeitnot_client.commands.bot_log import log_command
from zeitnot_client.log_files.lines import Secrets, line


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A log with a move, a fault and an engine's line of two games."""
    fields = {"game": "aaaa", "game_type": "othello", "seat": 0, "opponents": ["Ann"]}
    other = {**fields, "game": "bbbb", "opponents": ["Bob"]}
    lines = [
        line(1_000, "move", {**fields, "move": "d3"}, Secrets()),
        line(2_000, "fault", {**other, "text": "oo\x1bps", "level": "error"}, Secrets()),
        line(3_000, "engine", {**other, "direction": "to", "text": "go"}, Secrets()),
    ]
    path = tmp_path / "bot.log"
    path.write_text("\n".join([*lines, "damage", ""]))
    return path


def run(*arguments: str) -> tuple[list[str], str]:
    """The printed lines, and what is on standard error."""
    result = CliRunner().invoke(log_command, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines(), result.stderr


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ([], ["move", "fault"]),
        (["--game", "bbbb"], ["fault"]),
        (["--opponent", "ann"], ["move"]),
        (["--errors"], ["fault"]),
        (["--dialogue"], ["move", "fault", "engine"]),
        (["--event", "move", "--event", "engine"], ["move", "engine"]),
        (["--since", "1970-01-01T00:30:00Z"], ["fault"]),
    ],
)
def test_filters(file: Path, arguments: list[str], shown: list[str]) -> None:
    printed, errors = run(str(file), "--json", *arguments)
    assert [json.loads(each)["event"] for each in printed] == shown
    assert errors == "1 line is no line of a bot's log, and left out\n"


def test_text(file: Path) -> None:
    printed, _ = run(str(file), "--errors")
    (only,) = printed
    assert only.endswith("ERROR  fault  bbbb othello  against Bob  text=oo\ufffdps")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["missing.log"], "missing.log: No such file or directory"),
        (["."], "Is a directory"),
        ([""], "the path is empty"),
        (["x", "--since", "soon"], "'soon' is no time"),
    ],
)
def test_bad_arguments_are_one_line(
    arguments: list[str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(log_command, arguments)
    assert result.exit_code == 2
    assert problem in result.stderr
    assert not result.stdout


def test_event_that_the_log_does_not_have_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bot.log"
    lines = [line(0, event, {}, Secrets()) for event in ("ended", "move")]
    path.write_text("\n".join([*lines, ""]))
    result = CliRunner().invoke(log_command, [str(path), "--event", "endd", "--event", "move"])
    assert result.stderr == "the log has no event 'endd'; did you mean ended?\n"
    assert result.exit_code == 0

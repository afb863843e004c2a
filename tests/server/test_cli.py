"""The command line: every command is there, and bad input is one line and exit code 2."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from zeitnot_server.cli import COMMANDS


def zeitnot(*words: str, environ: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zeitnot_server.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environ)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    shown = zeitnot(command, "--help")
    assert shown.returncode == 0, shown.stderr
    assert "Usage: zeitnot" in shown.stdout


def test_the_list_of_commands() -> None:
    shown = zeitnot("--help")
    assert all(f"  {command}" in shown.stdout for command in COMMANDS)


@pytest.mark.parametrize(
    "words",
    [
        ["sevre"],
        ["serve", "--port", "many"],
        ["serve", "--port", "99999"],
        ["serve", "--db", "mysql://h/d"],
        ["serve", "--db", "/proc/nothing/x.db"],
        ["serve", "--config", "/nowhere.toml"],
        ["serve", "--host", "256.1.1.1"],
        ["serve", "extra"],
        ["migrate", "--db", "mysql://h/d"],
        ["config", "show", "--config", "/nowhere.toml"],
    ],
)
def test_bad_input_is_one_line(words: list[str]) -> None:
    refused = zeitnot(*words)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.startswith("zeitnot: ")
    assert len(refused.stderr.strip().splitlines()) == 1


def test_what_cannot_be_served_changes_nothing(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        for words in (["--port", port], ["--port", "0", "--mqtt", "http://h"]):
            refused = zeitnot("serve", "--no-bots", "--db", str(tmp_path / "x.db"), *words)
            assert (refused.returncode, refused.stdout) == (2, ""), refused.stderr
            assert len(refused.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []

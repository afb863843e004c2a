"""The command line: every command exists, and bad input gives one line and exit code 2."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from zeitnot_server import variables
from zeitnot_server.cli import BY_USE, COMMANDS
from zeitnot_server.config import Config
from zeitnot_server.store.sqlite import migrate

from ..forked import Commands

Zeitnot = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def zeitnot() -> Iterator[Zeitnot]:
    with Commands() as commands:
        yield commands.run


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(zeitnot: Zeitnot, command: str) -> None:
    result = zeitnot(command, "--help")
    assert result.returncode == 0, result.stderr
    assert "Usage: zeitnot" in result.stdout


def test_the_module_runs_the_command() -> None:
    command = [sys.executable, "-m", "zeitnot_server.cli", "sevre"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (result.returncode, result.stdout) == (2, "")
    assert (
        result.stderr
        == "zeitnot: No such command 'sevre'. (Did you mean one of: 'serve', 'solve'?)\n"
    )


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (["sereve"], "Did you mean 'serve'?"),
        (["serve", "--prot", "1"], "'--port'"),
        (["admin", "unbann", "x"], "'unban'"),
        (["book", "show", "othello", "--jsn"], "one of: '--json', "),
        (["book", "show", "chss"], "did you mean chess?"),
        (["book", "export", "zzz"], "the games are chess, go,"),
    ],
)
def test_an_unknown_word_gets_a_suggestion(
    zeitnot: Zeitnot, arguments: list[str], suggestion: str
) -> None:
    refused = zeitnot(*arguments)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert suggestion in refused.stderr


def test_help_lists_commands_by_use(zeitnot: Zeitnot) -> None:
    _, *sections = re.split(r"^(?=\S.*:$)", zeitnot("--help").stdout, flags=re.MULTILINE)
    listed = {
        section.partition(":")[0]: re.findall(r"^  ([a-z]\S*)", section, re.MULTILINE)
        for section in sections
    }
    del listed["Options"]
    assert listed == {use: list(commands) for use, commands in BY_USE.items()}
    assert [name for names in listed.values() for name in names] == list(COMMANDS)


@pytest.mark.parametrize(
    "arguments",
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
        ["migrate", "--db", "/nowhere.db"],
        ["config", "show", "--config", "/nowhere.toml"],
    ],
)
def test_bad_input_prints_one_line(zeitnot: Zeitnot, arguments: list[str]) -> None:
    refused = zeitnot(*arguments)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.startswith("zeitnot: ")
    assert len(refused.stderr.strip().splitlines()) == 1


def test_unusable_settings_create_no_files(zeitnot: Zeitnot, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        for arguments in (["--port", port], ["--port", "0", "--mqtt", "http://h"]):
            refused = zeitnot("serve", "--no-bots", "--db", str(tmp_path / "x.db"), *arguments)
            assert (refused.returncode, refused.stdout) == (2, ""), refused.stderr
            assert len(refused.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


# ── variables and files ──────────────────────────────────────────────────────────────────────────


def test_an_unknown_variable_is_refused_with_a_suggestion(zeitnot: Zeitnot) -> None:
    environ = {**os.environ, "ZEITNOT_HOSTZ": "play.example"}
    refused = zeitnot("config", "show", env=environ)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        "zeitnot: ZEITNOT_HOSTZ: no setting has this variable; did you mean ZEITNOT_HOST?\n"
    )
    assert zeitnot("config", "show", env={**environ, "ZEITNOT_HOSTZ": ""}).returncode == 0


def test_all_variables_that_the_code_reads_are_known() -> None:
    assert {name.upper() for name in Config.__struct_fields__} == variables.SETTINGS
    root = Path(__file__).parents[2]
    names_read = set[str]()
    for package in ("server/zeitnot_server", "engines/zeitnot_engines", "clients"):
        for file in (root / package).rglob("*.py"):
            if "node_modules" not in file.parts:
                names_read |= set(re.findall(r"[\"']ZEITNOT_([A-Z_]+)[\"']", file.read_text()))
    assert names_read <= variables.SETTINGS | variables.OTHER_VARIABLES
    assert names_read >= variables.OTHER_VARIABLES


def test_all_commands_find_the_configured_database(zeitnot: Zeitnot, tmp_path: Path) -> None:
    migrate.upgrade(tmp_path / "first.db")
    file = tmp_path / "zeitnot.toml"
    file.write_text(f'db = "{tmp_path}/first.db"\n')
    environ_without_ours = {k: v for k, v in os.environ.items() if not k.startswith("ZEITNOT_")}
    for arguments in (["check"], ["migrate"], ["admin", "bans"], ["games", "list"]):
        for options, environ in (
            (["--config", str(file)], environ_without_ours),
            ([], {**environ_without_ours, "ZEITNOT_CONFIG": str(file)}),
        ):
            result = zeitnot(*arguments, *options, env=environ)
            assert (result.returncode, result.stderr) == (0, ""), arguments
    result = zeitnot(
        "backup", str(tmp_path / "copy.db"), "--config", str(file), env=environ_without_ours
    )
    assert result.returncode == 0, result.stderr
    refused = zeitnot("check", "--config", str(file), "--db", str(tmp_path / "nfirst.db"))
    assert refused.stderr == f"zeitnot: There is no database {tmp_path}/nfirst.db.\n"
    file.write_text("db = 1\n")
    assert zeitnot("check", "--config", str(file), env=environ_without_ours).returncode == 2


@pytest.mark.parametrize("content", [None, b""])
def test_a_new_database_is_announced(
    zeitnot: Zeitnot, tmp_path: Path, content: bytes | None
) -> None:
    database = tmp_path / "zeitnot.db"
    if content is not None:
        database.write_bytes(content)
    (tmp_path / "zeitnot.db.alive").mkdir()  # so that the server fails to start
    result = zeitnot("serve", "--no-bots", "--port", "0", "--db", str(database))
    assert result.stderr.splitlines()[0].startswith(
        f"zeitnot: NEW DATABASE: {database} was missing"
    )
    second_run = zeitnot("serve", "--no-bots", "--port", "0", "--db", str(database))
    assert "NEW DATABASE" not in second_run.stderr

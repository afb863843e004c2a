"""The command line of bots with external engines: `zeitnot bot` and `zeitnot-bot`."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from zeitnot_client.commands.bot import bot as small_bot
from zeitnot_client.commands.running import token_of
from zeitnot_client.drivers.protocols import PROTOCOLS
from zeitnot_client.runner import run as running
from zeitnot_client.runner.config import Config, EngineConfig
from zeitnot_client.runner.examples import example
from zeitnot_client.runner.reading import load
from zeitnot_client.runner.run import plan_of, version_of
from zeitnot_client.runner.takes import Takes
from zeitnot_engines.commands.bot import bot

CONFIG = Config(EngineConfig(("cat", "-u"), "ecui"), Takes({"ewn": {}}))


def complaint_of(command: click.Command, arguments: list[str]) -> str:
    """The error of a command, which must end with 2."""
    result = CliRunner().invoke(
        command, [*arguments, "--token", "zn_x", "--server", "http://localhost:1"]
    )
    assert result.exit_code == 2, result.output
    return result.output


@pytest.mark.parametrize("command", [bot, small_bot], ids=["zeitnot bot", "zeitnot-bot"])
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--engine", "cat"], "must be given together"),
        (["--protocol", "ecui"], "must be given together"),
        (["--protocol", "ecui", "--engine", "nothing"], "no such program: 'nothing'"),
        (["--protocol", "ecui", "--engine", "'"], "quotation mark"),
        (["--protocol", "ecui", "--engine", ""], "the command is empty"),
        (["--protocol", "ecui", "--engine", "cat", "--games", "chess"], "plays only ewn"),
        (["--protocol", "ecui", "--engine", "cat", "--first-cell", "2"], "first-cell"),
        (["--first-cell", "0"], "--first-cell needs --engine with a program that speaks ecui"),
        (["--protocol", "gtp", "--engine", "cat"], "name the games that the program plays"),
        (["--protocol", "gtp", "--engine", "cat", "--games", "chess"], "plays, of go"),
        (["--protocol", "gomocup", "--engine", "cat", "--games", "go"], "plays only gomoku"),
        (["--protocol", "uci", "--engine", "cat"], "name the games that the program plays"),
        (["--protocol", "uci", "--engine", "cat", "--option", "=3"], "expected NAME=VALUE"),
        (["--option", "Hash=3"], "--option needs --engine"),
        (["--move-timeout", "5"], "--move-timeout needs --engine"),
        (["--move-timeout", "0"], "0.0 is not in the range"),
        (["--move-timeout", "soon"], "'soon' is not a valid float"),
        (["--max-games", "0"], "0 is not in the range"),
        (["--config", "/no/such/file"], "/no/such/file: No such file"),
    ],
)
def test_bad_options_are_reported_in_one_line(
    command: click.Command, arguments: list[str], complaint: str
) -> None:
    assert complaint in complaint_of(command, arguments)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--weights", "x", "--protocol", "ecui", "--engine", "cat"], "is for house engines"),
        (["--max-games", "2", "--most-games", "3"], "old name of --max-games"),
        (["--tables", "/no/such/folder"], "/no/such/folder contains no tables of checkers or ewn"),
    ],
)
def test_bad_options_of_the_large_command(arguments: list[str], complaint: str) -> None:
    assert complaint in complaint_of(bot, arguments)


def test_small_command_needs_an_engine() -> None:
    assert "name an engine: --config FILE" in complaint_of(small_bot, [])


@pytest.mark.parametrize("command", [bot, small_bot], ids=["zeitnot bot", "zeitnot-bot"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_example_is_printed(command: click.Command, protocol: str) -> None:
    result = CliRunner().invoke(command, ["--example", protocol])
    assert (result.exit_code, result.output) == (0, example(protocol))


def test_options_of_the_engine_are_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bot.toml"
    path.write_text(example("uci"))
    base = ["--config", str(path)]
    assert "--engine and --config cannot be used together" in complaint_of(
        bot, [*base, "--engine", "cat"]
    )
    assert "the file of --config names the games" in complaint_of(bot, [*base, "--games", "go"])


def test_token_may_be_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bot.toml"
    text = example("ecui").replace("python3 student_engine.py", "cat")
    path.write_text(text)
    result = CliRunner(env={"ZEITNOT_TOKEN": ""}).invoke(bot, ["--config", str(path)])
    assert "a bot needs a token" in result.output
    path.write_text(text.replace("# token_file", "token_file"))
    result = CliRunner(env={"ZEITNOT_TOKEN": ""}).invoke(bot, ["--config", str(path)])
    assert f"token_file: {tmp_path / 'token.txt'}: No such file" in result.output
    for content in (b"two words\n", b"zn_\xff"):
        (tmp_path / "token.txt").write_bytes(content)
        result = CliRunner(env={"ZEITNOT_TOKEN": ""}).invoke(bot, ["--config", str(path)])
        assert "this is not a token" in result.output


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_files_may_be_as_windows_writes_them(encoding: str, tmp_path: Path) -> None:
    """Notepad and PowerShell begin a file with a byte order mark."""
    path, token = tmp_path / "bot.toml", tmp_path / "token.txt"
    path.write_bytes(example("uci").replace("# token_file", "token_file").encode(encoding))
    token.write_bytes("zn_1\r\n".encode(encoding))
    config = load(path)
    assert config.engine.protocol == "uci"
    assert token_of(None, config) == "zn_1"


def test_help_explains_late_moves() -> None:
    text = " ".join(CliRunner().invoke(bot, ["--help"]).output.split())
    assert "--max-games N" in text
    assert "--most-games" not in text
    assert "it may use all its time; its move is too late 0.12 s before the flag falls" in text


def test_default_is_one_game_per_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "cores", lambda: 4)
    assert plan_of(CONFIG).games == 4
    assert plan_of(CONFIG, threads=2).games == 2
    assert plan_of(CONFIG, threads=8).games == 1
    assert str(plan_of(CONFIG)) == (
        "up to 4 games at a time on 4 cores, one core per program (--max-games allows more)"
    )
    six = Config(CONFIG.engine, CONFIG.takes, max_games=6)
    assert plan_of(six).games == 6
    assert "up to 6 games at a time on 4 cores" in str(plan_of(six))


def test_version_depends_on_command_files_and_options(tmp_path: Path) -> None:
    """But not on where the file is."""

    def version(content: str, *options: tuple[str, str]) -> str:
        script = tmp_path / "engine.py"
        script.write_text(content)
        engine = EngineConfig(("cat", "engine.py"), "ecui", folder=tmp_path, options=options)
        return version_of(Config(engine, CONFIG.takes))

    first = version("1")
    assert version("1") == first
    assert version("2") != first
    assert version("1", ("Hash", "3")) != first
    assert version_of(Config(CONFIG.engine, CONFIG.takes, version="2.1")) == "2.1"

"""`zeitnot bot new`: starter bots. test_starters_play.py lets them play."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot_client.by_name import games_with
from zeitnot_client.commands.new_bot import new
from zeitnot_client.starters import LANGUAGES, MAX_LINES, starter
from zeitnot_engines.games import NAMES

GAMES = games_with("terminal")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(new, [str(argument) for argument in arguments])


def test_the_games_are_those_of_the_core() -> None:
    assert set(GAMES) == set(NAMES)
    assert list(GAMES) == sorted(GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("windows", [False, True])
def test_a_starter_is_short_and_names_its_game_and_commands(language: str, windows: bool) -> None:
    for game in GAMES:
        made = starter(game, language, "zeitnot-bot", windows=windows)
        lines = made.text.splitlines()
        assert len(lines) < MAX_LINES
        assert max(map(len, lines)) <= 135
        assert game in made.text
        assert "GAME" not in made.text.replace("GAMES", "")
        assert "GameBot" not in made.text
        for command in made.commands:
            assert sum(command in line for line in lines) == 1
        assert made.file in made.build or made.file in made.run
        assert ("./" in made.run) is (language == "cpp" and not windows)
        if language == "python":
            compile(made.text, made.file, "exec")
        else:
            assert f"--games {game} " in made.run


def test_a_starter_is_written_and_its_commands_printed(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "bots"
    result = run("othello", "--lang", "java", "--output", folder)
    assert result.exit_code == 0, result.output
    (path,) = folder.iterdir()
    assert path.name == "OthelloBot.java"
    assert "public class OthelloBot {" in path.read_text()
    first, empty, *commands = result.output.splitlines()
    assert (first, empty) == (f"Written: {path}", "")
    assert [command.strip().split()[0] for command in commands] == ["cd", "javac", "export", "new"]
    assert commands[0].strip() == f"cd {folder}"


def test_python_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("go").exit_code == 0
    assert 'choose, ["go"]))\n' in Path("go_bot.py").read_text()


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "chess_bot.js"
    path.write_text("mine")
    result = run("chess", "--lang", "js", "--output", tmp_path)
    assert result.exit_code == 2
    assert result.output == f"Error: {path} exists already; nothing was written\n"
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chss"], 'there is no game "chss"; did you mean chess?'),
        (["zzz"], "the games are backgammon, battleship,"),
        (["../chess"], 'there is no game "../chess"'),
        (["chess", "--lang", "rust"], "'rust' is not one of 'python', 'cpp', 'java', 'js'"),
        (["chess", "--output", ""], "the path is empty"),
        (["chess", "--output", "/dev/null"], "/dev/null exists already"),
        (["chess", "--output", "/dev/null/x"], "/dev/null/x: Not a directory"),
    ],
)
def test_bad_arguments_are_reported(arguments: list[str], complaint: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert complaint in result.output
    assert not Path("chess_bot.py").exists()


@pytest.mark.parametrize(
    ("token", "message"), [("", "set ZEITNOT_TOKEN to the"), ("a b", "this is not a token as")]
)
def test_python_reports_a_bad_token_in_one_line(token: str, message: str, tmp_path: Path) -> None:
    run("go", "--output", tmp_path)
    result = subprocess.run(
        [sys.executable, tmp_path / "go_bot.py", "http://127.0.0.1:1"],
        env={**os.environ, "ZEITNOT_TOKEN": token},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1

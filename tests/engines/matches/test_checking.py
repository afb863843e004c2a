"""Checking a log by the rules and its seed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines.commands.match import match

Line = dict[str, Any]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(match, arguments)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log"
    arguments = ("ewn", "house:depth=1", "random", "random", "--games", "3", "--log", str(path))
    assert run(*arguments, "--luck", "same").exit_code == 0
    return path


@pytest.mark.parametrize("luck", ["pair", "same", "each"])
@pytest.mark.parametrize("game", ["backgammon", "chess", "kuhn"])
def test_what_a_match_writes_is_right(tmp_path: Path, game: str, luck: str) -> None:
    path = tmp_path / "log"
    arguments = (game, "random", "random", "--games", "4", "--log", str(path), "--luck", luck)
    assert run(*arguments, "--max-moves", "30").exit_code == 0
    result = run("--check-log", str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("4 games and ")
    assert (" and 0 throws" in result.stdout) == (game == "chess")


def test_old_logs_are_checked_by_the_rules() -> None:
    path = Path(__file__).parents[2] / "compat" / "0.2.0" / "match.jsonl"
    result = run("--check-log", str(path))
    assert (result.exit_code, result.stdout) == (0, "4 games and 0 throws checked, 0 wrong\n")


def another_die(line: Line) -> None:
    words = line["moves"].split()
    at = line["opening"]
    while len(words[at]) > 1:
        at += 1
    words[at] = str(int(words[at]) % 6 + 1)
    line["moves"] = " ".join(words[: at + 1])


def another_score(line: Line) -> None:
    line["score"] = 1.0 - line["score"]


def not_over(line: Line) -> None:
    line["moves"] = line["moves"].rpartition(" ")[0]


def illegal(line: Line) -> None:
    line["moves"] += " 25-1"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (another_die, "but the seed gives"),
        (another_score, "its score is"),
        (not_over, "it has not ended"),
        (illegal, ""),
    ],
)
def test_changes_are_found(log: Path, change: Callable[[Line], None], problem: str) -> None:
    lines = log.read_text().splitlines()
    game = json.loads(lines[4])
    change(game)
    log.write_text("\n".join([*lines[:4], json.dumps(game), *lines[5:], ""]))
    result = run("--check-log", str(log))
    assert result.exit_code == 1
    assert f"game {game['game']}: " in result.stdout
    assert problem in result.stdout
    assert result.stdout.endswith(", 1 wrong\n")


@pytest.mark.parametrize("text", ["", "x\n", '{"match": {"game": "none", "settings": {}}}\n'])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log"
    path.write_text(text)
    result = run("--check-log", str(path))
    assert result.exit_code == 2
    assert "is not a log of a match" in result.stderr


def test_the_game_that_is_given_has_to_be_that_of_the_log(log: Path) -> None:
    result = run("chess", "--check-log", str(log))
    assert result.exit_code == 2
    assert "is a log of ewn, not of chess" in result.stderr
    assert run("ewn", "--check-log", str(log)).exit_code == 0


def test_json_is_printed_on_request(log: Path) -> None:
    lines = log.read_text().splitlines()
    game = json.loads(lines[4])
    not_over(game)
    log.write_text("\n".join([*lines[:4], json.dumps(game), *lines[5:], ""]))
    result = run("--check-log", str(log), "--json")
    output = json.loads(result.stdout)
    assert (result.exit_code, output["games"]) == (1, 9)
    assert output["wrong"] == [{"game": game["game"], "problem": "it has not ended"}]


def test_last_line_that_is_cut_off_is_named(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-20])
    result = run("--check-log", str(log))
    assert result.stdout.startswith("8 games and ")
    assert "the last line is cut off" in result.stderr

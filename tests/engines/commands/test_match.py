"""`zeitnot match`, as a user calls it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines.commands.match import match


def run(*arguments: str) -> Result:
    return CliRunner().invoke(match, arguments)


def test_json_is_one_object() -> None:
    result = run("tictactoe", "house:depth=9", "random", "--games", "10", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert set(found) == {"games", "wins", "draws", "losses", "score", "elo", "error"}
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 10
    assert found["score"] > 0.5


def test_the_same_seed_gives_the_same_match() -> None:
    arguments = ("ewn", "house:depth=1", "random", "--games", "20", "--json")
    results = [json.loads(run(*arguments, "--seed", seed).stdout) for seed in ("5", "5", "6")]
    assert results[0] == results[1] != results[2]


def test_for_people() -> None:
    result = run("othello", "random", "random", "--games", "4", "--set", "size=6")
    assert result.exit_code == 0
    assert result.output.startswith("A: ")


def test_openings_from_a_file(tmp_path: Path) -> None:
    """From here the side to move wins at once if it looks one ply ahead."""
    file = tmp_path / "openings"
    file.write_text("# a win for x\n\na3 a2 b3 b2  # c3 wins\n")
    result = run("tictactoe", "house:depth=1", "house:depth=1", "--openings", str(file), "--json")
    found = json.loads(result.stdout)
    assert (found["wins"], found["losses"], found["elo"]) == (10, 10, 0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "holds no opening"),
        ("a3 a3", 'line 1: "a3" is not a legal move'),
        ("a3 a2 b3 b2 c3", "line 1: the game is over"),
    ],
)
def test_bad_openings(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "openings"
    file.write_text(text)
    result = run("tictactoe", "random", "random", "--openings", str(file))
    assert result.exit_code == 2
    assert sentence in result.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tictactoe", "random", "uci:x"], "external engines"),
        (["tictactoe", "random", "nobody"], "is no player"),
        (["tictactoe", "random"], "Missing argument"),
        (["tictactoe", "random", "random", "--games", "0"], "not in the range"),
        (["tictactoe", "random", "random", "--openings", "/no/such"], "does not exist"),
    ],
)
def test_bad_input(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.output

"""`zeitnot solve` and `zeitnot bench`, as a user calls them."""

import json

import pytest
from click.testing import CliRunner

from zeitnot_engines.commands.bench import SEARCHES, bench
from zeitnot_engines.commands.solve import solve
from zeitnot_engines.games import NAMES, methods_of


@pytest.mark.parametrize("first", ["red", "blue"])
def test_solves_niujiaoqi(first: str) -> None:
    result = CliRunner().invoke(solve, ["niujiaoqi", "--set", f"first={first}", "--json"])
    assert result.exit_code == 0
    output = json.loads(result.stdout)
    assert output.pop("seconds") >= 0
    assert output == {
        "value": 0,
        "seat": ["red", "blue"].index(first),
        "unit": "points",
        "exact": True,
        "distance": None,
        "positions": 720,
        "reachable": 624 if first == "red" else 622,
        "won": [565, 37],
        "drawn": 118,
        "longest": 12,
    }


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("tictactoe", "x........ o"), "Drawn for the side to move; best b2.\n5478 positions"),
        (("tictactoe", "xx.oo.... x"), "Won in 1 ply for the side to move; best c3.\n"),
        (("line", "2 3 0"), "Lost in 4 plies for the side to move; best 2-4.\n98 positions"),
        (("niujiaoqi",), "The start is drawn"),
    ],
)
def test_positions_of_solved_games_are_looked_up(arguments: tuple[str, ...], expected: str) -> None:
    result = CliRunner().invoke(solve, arguments)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(expected)


def test_legal_and_reachable_positions_are_counted() -> None:
    result = CliRunner().invoke(solve, ["line", "--set", "squares=4"])
    assert (
        "18 positions, 9 of them reachable from the start: 9 won by seat 0, 9 by seat 1, "
        "0 drawn; the longest forced win takes 3 plies.\n"
    ) in result.stdout


def test_solves_a_position() -> None:
    result = CliRunner().invoke(solve, ["connect4", "737325674122", "--json", "--hash", "16"])
    assert result.exit_code == 0
    output = json.loads(result.stdout)
    assert output.pop("seconds") >= 0
    assert output.pop("nps") > 0
    assert output.pop("nodes") > 0
    assert output == {
        "value": 1,
        "seat": 0,
        "unit": "points",
        "exact": True,
        "distance": 27,
        "best": "5",
    }
    printed = CliRunner().invoke(solve, ["connect4", "737325674122", "--hash", "16"]).stdout
    assert printed.startswith("Won in 27 plies for the side to move; best 5.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tictactoe", "xxxoo.... o"), "The game is over"),
        (("tictactoe", "xx....... o"), "number of marks"),
        (("tictactoe", "x........", "o"), "Give one position"),
        (("tictactoe", "--book", "f"), "has no book"),
        (("line", "3 3 0"), "different squares"),
        (("tree",), "`zeitnot analyse tree` searches a position"),
        (("tree", "max(1,2)"), "`zeitnot analyse tree` searches a position"),
        (("grundy",), "`zeitnot analyse grundy` knows the exact value"),
        (("connect4", "1212121"), "The game is over"),
        (("connect4", "12", "34"), "Give one position"),
        (("connect4", "8"), "Only the columns"),
    ],
)
def test_invalid_requests_are_refused(arguments: tuple[str, ...], sentence: str) -> None:
    result = CliRunner().invoke(solve, arguments)
    assert result.exit_code == 2
    assert sentence in result.output


def test_prints_a_report() -> None:
    result = CliRunner().invoke(solve, ["tictactoe"])
    assert result.exit_code == 0
    assert result.output.startswith("The start is drawn for the side that begins.\n5478 positions")


@pytest.mark.parametrize("name", ["chess", "ewn"])
def test_a_too_large_game_is_refused(name: str) -> None:
    result = CliRunner().invoke(solve, [name])
    assert result.exit_code == 2
    assert f"{name} cannot be solved; `zeitnot analyse {name}` searches" in result.output
    assert ", connect4, " in result.output


def test_the_bench_signature_is_reproducible() -> None:
    runs = [json.loads(CliRunner().invoke(bench, ["--json"]).stdout) for _ in range(2)]
    assert runs[0]["nodes"] == runs[1]["nodes"] > 100_000
    by_depth = {name for name in NAMES if {"alphabeta", "chance"} & set(methods_of(name))}
    assert {name for name, _ in SEARCHES} <= by_depth

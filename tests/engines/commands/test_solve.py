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
        "unit": "points",
        "exact": True,
        "distance": None,
        "positions": 720,
        "won": [565, 37],
        "drawn": 118,
        "longest": 12,
    }


def test_prints_a_report() -> None:
    result = CliRunner().invoke(solve, ["tictactoe"])
    assert result.exit_code == 0
    assert result.output.startswith("The start is drawn for the side that begins.\n5478 positions")


@pytest.mark.parametrize("name", ["othello", "ewn"])
def test_a_too_large_game_is_refused(name: str) -> None:
    result = CliRunner().invoke(solve, [name])
    assert result.exit_code == 2
    assert f"{name} is too large" in result.output
    assert "tictactoe, niujiaoqi" in result.output


def test_the_bench_signature_is_reproducible() -> None:
    runs = [json.loads(CliRunner().invoke(bench, ["--json"]).stdout) for _ in range(2)]
    assert runs[0]["nodes"] == runs[1]["nodes"] > 100_000
    by_depth = {name for name in NAMES if {"alphabeta", "chance"} & set(methods_of(name))}
    assert {name for name, _ in SEARCHES} <= by_depth

"""`zeitnot stats`, as a user calls it."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from zeitnot_engines.commands.stats import stats


def run(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(stats, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    output: dict[str, Any] = json.loads(result.stdout)
    return output


def test_statistics_of_random_tictactoe() -> None:
    output = run("tictactoe", "--games", "200")
    assert output["play"] == "random play"
    assert (output["states"], output["states_method"]) == (5478, "solved")
    assert output["log10_states"] == {"value": pytest.approx(3.7386, abs=1e-4), "error": None}
    assert output["throws"] == {"value": 0, "error": 0}
    assert output["outcomes_of_a_throw"] is None
    assert 5 <= output["plies"]["value"] <= 9
    assert sum(entry["games"] for entry in output["results"]) == 200
    assert abs(output["log10_ways"]["value"] - 5.4068) < 2 * output["log10_ways"]["error"]


def test_equal_seeds_give_equal_figures() -> None:
    first, same, other = (run("ewn", "--games", "20", "--seed", s) for s in ("1", "1", "2"))
    assert first == same != other
    assert first["outcomes_of_a_throw"]["value"] == 6
    assert first["states_method"] == "placements"


def test_games_can_be_played_by_the_engine() -> None:
    output = run("othello", "--set", "size=6", "--games", "3", "--level", "1")
    assert output["play"] == "the engine at level 1"
    assert output["settings"] == {"size": 6}
    assert output["log10_ways"] is None
    assert 25 <= output["plies"]["value"] <= 40


def test_one_game_is_not_plural() -> None:
    result = CliRunner().invoke(stats, ["niujiaoqi", "--games", "1", "--plies", "1"])
    assert ": 1 game, random play" in result.output
    assert "cut off      1 game after 1 ply" in result.output


def test_prints_a_table() -> None:
    result = CliRunner().invoke(stats, ["niujiaoqi", "--games", "30", "--plies", "12"])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "niujiaoqi first=red: 30 games, random play"
    for word in ("branching", "length", "results", "cut off", "b^d", "ways"):
        assert any(line.startswith(word) for line in lines)
    assert lines[-1] == (
        "state space  720 = 10^2.86; exact: the legal positions of the solver, 624 of them "
        "reachable from the start"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], 'There is no game "nonsense"'),
        (["chess", "--games", "0"], "--games"),
        (["chess", "--method", "alphabeta"], "--method needs --level"),
        (["chess", "--level", "1", "--method", "luck"], '"luck"'),
        (["othello", "--set", "size=7"], "size"),
    ],
)
def test_mistakes_are_usage_errors(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(stats, arguments)
    assert result.exit_code == 2
    assert message in result.output

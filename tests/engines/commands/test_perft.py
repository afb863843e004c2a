"""`zeitnot perft`, as a user calls it."""

import json

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines.commands.perft import perft
from zeitnot_engines.games import load

OTHELLO_6 = "--------------XO----OX-------------- X"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(perft, arguments)


def test_counts_nodes_from_the_start_position() -> None:
    result = run("othello", "5")
    assert result.exit_code == 0
    assert result.output.startswith("1396 nodes in ")


def test_one_node_is_not_plural() -> None:
    assert run("othello", "0").output.startswith("1 node in ")


def test_json_is_one_object() -> None:
    result = json.loads(run("tictactoe", "4", "--json").output)
    assert result["nodes"] == 3024
    assert result["seconds"] >= 0
    assert set(result) == {"nodes", "seconds"}


def test_divide_has_a_line_for_each_move_or_throw() -> None:
    moves = json.loads(run("niujiaoqi", "6", "--divide", "--json").output)
    assert moves["divide"] == dict(load("niujiaoqi").start().divide(6))
    assert moves["nodes"] == sum(moves["divide"].values()) == 955
    throws = run("ewn", "1", "--divide").output.splitlines()
    assert throws[:6] == [f"{face}: 3" for face in range(1, 7)]


def test_a_position_may_begin_with_a_dash() -> None:
    result = run("othello", OTHELLO_6, "5", "--set", "size=6", "--json")
    assert json.loads(result.output)["nodes"] == 1364


def test_a_transcript_is_accepted_as_a_position() -> None:
    assert json.loads(run("othello", "f5d6c3", "2", "--json").output)["nodes"] == 24


def test_depth_zero_and_finished_games() -> None:
    assert json.loads(run("othello", "0", "--json").output)["nodes"] == 1
    assert json.loads(run("tictactoe", "xxxoo.... o", "3", "--json").output)["nodes"] == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["othello"], "Missing argument"),
        (["draughts", "3"], 'no game "draughts"'),
        (["othello", "three"], "DEPTH must be a whole number"),
        (["othello", "-1"], "DEPTH must be a whole number"),
        (["othello", "99999999999999999999"], "DEPTH must be a whole number"),
        (["othello", "²"], "DEPTH must be a whole number"),
        (["othello", "3", "--dvide"], "No such option"),
        (["othello", "3", "--set", "size"], "NAME=VALUE"),
        (["othello", "3", "--set", "size=7"], "must be one of 8, 6"),
        (["grundy", "3", "--set", "heap=100"], "heap must be from 3 to 99."),
        (["line", "3", "--set", "squares=13"], "must be one of 3, 4, 5, 6, 7, 8, 9, 10, 11, 12."),
        (["othello", "3", "--set", "size=2147483648"], "must be one of 8, 6"),
        (["othello", "3", "--set", f"size={10**30}"], "must be one of 8, 6"),
        (["othello", "3", "--set", "komi=7"], "no setting"),
        (["othello", "X", "3"], "64 of X"),
        (["ewn", "B", "2", "3"], "quotes"),
        (["othello", "a1", "3"], "Move 1 of the transcript"),
    ],
)
def test_bad_input_is_a_usage_error(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.output


def test_a_start_that_is_drawn_is_refused() -> None:
    """A start of Chess960 that is chosen by its number can be counted."""
    assert run("chess", "2", "--set", "start=0").output.startswith("400 nodes in ")
    assert "draws a start" in run("chess", "1", "--set", "start=960").output

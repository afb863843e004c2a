"""The tables of game sizes have a row for every game, and the textbooks' figures are consistent."""

import math

import pytest

from benchmarks.game_sizes import DATA, games_to_measure, label, main
from zeitnot_engines.games import NAMES, load


def test_prints_measured_and_published_figures(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tictactoe", "othello", "--games", "2", "--level", "1"])
    output = capsys.readouterr().out
    assert "| tictactoe | random play |" in output
    assert "| othello | the engine at level 1 |" in output
    assert "| 5,478 |" in output
    assert "| othello | 10 | 58 |  | 10^58 | 10^28 | Allis |" in output


def test_every_game_is_measured() -> None:
    assert {game.name for game in games_to_measure([])} == set(NAMES)
    assert label(load("othello", {"size": 6})) == "othello size=6"
    go = [game for game in games_to_measure([]) if game.name == "go"]
    assert [label(game) for game in go] == ["go", "go size=19"]
    assert games_to_measure(["go,size=19"]) == go[1:]
    assert {game.settings["marking"] for game in go} == {"no"}  # two passes end a game
    with pytest.raises(ValueError, match="nonsense"):
        games_to_measure(["nonsense"])


def test_published_tree_sizes_match_branching_and_length() -> None:
    """The published tree size is b^d, where the branching factor b and the length d are rounded."""
    for row in DATA["games"]:
        assert row["source"] in DATA["sources"]
        if {"branching", "plies", "log10_tree"} <= set(row):
            power = row["plies"] * math.log10(row["branching"])
            assert power == pytest.approx(row["log10_tree"], abs=2.5)

"""Exact values of the moves in endings, from tablebases."""

from pathlib import Path

import pytest

from zeitnot_engines.exact_games import exact_finder, has_some_values
from zeitnot_engines.games import Game
from zeitnot_engines.table_values import TableValues, has_tables
from zeitnot_engines.tablebase import TablebaseFolder


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of two stones, or pieces, in all."""
    folder = tmp_path_factory.mktemp("tables")
    for game, size in (("ewn", 1), ("checkers", 2)):
        makes = TablebaseFolder(game, folder)
        for part in makes.missing(size):
            makes.make(part)
    return folder


def test_only_games_with_tables_in_the_folder_have_values(tables: Path, tmp_path: Path) -> None:
    assert has_tables("ewn", tables)
    assert not has_tables("ewn", tmp_path)
    assert not has_tables("ewn", None)
    assert not has_tables("chess", tables)
    assert has_some_values("ewn", tables)
    assert not has_some_values("ewn", None)
    assert has_some_values("connect4", None)
    assert not isinstance(exact_finder(Game("connect4"), tables), TableValues)
    with pytest.raises(ValueError, match="no tables"):
        exact_finder(Game("ewn"), tmp_path)


def test_moves_in_a_game_of_chance_have_probabilities(tables: Path) -> None:
    game = Game("ewn")
    finder = exact_finder(game, tables)
    # Blue has one stone and is to move; one of its moves lets red's stone win.
    found = finder.find(game.parse("B 1 19 0 0 0 0 0 7 0 0 0 0 0"), 1.0)
    assert {each.move: each.expected for each in found} == {
        "19-18": 1.0,
        "19-14": 1.0,
        "19-13": 0.0,
    }
    assert all(each.probability is None and each.value is None for each in found)


def test_moves_in_other_games_have_results(tables: Path) -> None:
    game = Game("checkers")
    finder = exact_finder(game, tables)
    (capture, *_) = finder.find(game.parse("W:W18:B15"), 1.0)
    assert (capture.value, capture.expected) == (1, None)


def test_a_position_beyond_the_tables_is_not_known(tables: Path) -> None:
    for name in ("ewn", "checkers"):
        game = Game(name)
        start = (
            game.start() if name == "checkers" else game.parse("B 3 25 24 23 20 19 15 1 2 3 6 7 11")
        )
        found = exact_finder(game, tables).find(start, 1.0)
        assert found
        assert all(each.value is None and each.expected is None for each in found)

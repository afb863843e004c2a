"""The matches that measure Monte-Carlo tree search, each on a small scale."""

from dataclasses import replace

import pytest

from benchmarks.mcts_matches import (
    GAMES,
    Kind,
    Side,
    games_with_both,
    main,
    match,
    match_without,
    score_text,
)
from zeitnot_engines._core import mcts_parts
from zeitnot_engines.games import NAMES
from zeitnot_engines.matches.standing import Standing


def rows(output: str) -> list[list[str]]:
    return [line.strip("| ").split(" | ") for line in output.splitlines()[2:] if line]


def test_every_part_has_a_row(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "connect4", replace(GAMES["connect4"], playouts=10))
    main(["parts", "connect4", "--games", "2"])
    table = rows(capsys.readouterr().out)
    assert [row[1] for row in table[:-1]] == list(GAMES["connect4"].parts)
    assert table[-1][1] == "all of them (plain UCT)"
    assert all(row[0] == "connect4" and row[2] == "2" and " % ± " in row[3] for row in table)


def test_every_value_of_an_option_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    main(["values", "tictactoe", "expand_after", "1", "2", "--games", "2"])
    table = rows(capsys.readouterr().out)
    assert [row[:3] for row in table] == [
        ["tictactoe", f"expand_after={value}", "2"] for value in (1, 2)
    ]
    assert all(" % ± " in row[3] and float(row[4]) > 0 for row in table)


def test_a_score_is_that_of_the_first_side() -> None:
    """A side that only explores loses."""
    explorer = Side({"exploration": 1000.0})
    assert match(Kind("connect4", 60), explorer, Side(), 10, seed=1).score < 0.5
    assert explorer.playouts > 0
    assert explorer.seconds > 0


def test_each_side_can_have_its_own_limit() -> None:
    limited, unlimited = Side(limit=5), Side()
    match(Kind("connect4", 60), limited, unlimited, 2, seed=1)
    assert 10 * limited.playouts < 2 * unlimited.playouts


def test_every_part_is_measured_somewhere() -> None:
    measured = {part for kind in GAMES.values() for part in kind.parts}
    assert measured == set(mcts_parts()) - {"virtual_loss"}  # which one thread does not need


def test_every_kind_plays() -> None:
    for name, kind in GAMES.items():
        if kind.game != "connect4":
            options = (*kind.options, ("hash_mb", 1))
            small = replace(kind, playouts=2, options=options)
            assert match_without(small, frozenset({"reuse"}), 1, seed=1).games == 1, name


def test_a_search_without_its_improvements_scores_less() -> None:
    """Plain UCT does not see all of tic-tac-toe in forty playouts."""
    parts = frozenset(mcts_parts())
    kind = Kind("tictactoe", 40)
    assert match_without(kind, parts, 20, seed=1).score < 0.5


def test_methods_are_compared_in_every_other_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert "go" not in games_with_both()
    assert {"chess", "connect4", "backgammon"} <= set(games_with_both()) <= set(NAMES)
    main(["methods", "tictactoe", "--games", "2", "--time", "0.001"])
    ((game, against, games, score),) = rows(capsys.readouterr().out)
    assert (game, against, games) == ("tictactoe", "retrograde", "2")
    assert float(score.partition(" %")[0]) in (0, 25, 50, 75, 100)


def test_scores_have_their_interval() -> None:
    assert score_text(Standing(50, 0, 50)) == "50.0 % ± 9.8"
    assert score_text(Standing(4, 0, 0)) == "100.0 % ± 0.0"

"""The matches at whist: the greedy player, and rows with every column."""

import pytest

from benchmarks.whist import Match, greedy, match_row, shares
from zeitnot_engines.games import load


@pytest.mark.parametrize(
    ("position", "settings", "card"),
    [
        ("Kh7h2c 9h3s 5h 0 0:0", {}, "7h"),  # wins as cheaply as possible
        ("4h3h2c 9h3s 5h 0 0:0", {}, "3h"),  # cannot win
        ("Kc2h 9h3s - 0 0:0", {}, "2h"),  # leads
        ("Kc2h 9s 5d 0 0:0", {"trump": "hearts"}, "2h"),  # ruffs
        ("Ah2h 3c Qc 4s 9hKh3h 0 0:0", {"seats": 4}, "2h"),  # its partner already wins the trick
        ("Ah2h 3c Qc 4s 9h3hKh 0 0:0", {"seats": 4}, "Ah"),
    ],
)
def test_the_greedy_player_chooses_the_right_card(
    position: str, settings: dict[str, str | int], card: str
) -> None:
    assert greedy(load("whist", settings).parse(position)) == card


def test_a_match_against_itself_is_level() -> None:
    assert set(shares(Match("greedy", "greedy", 4), 5, 1)) == {0.5}


def test_a_search_also_thinks_on_the_turns_of_the_others() -> None:
    cold, pondered = (list(shares(Match(a, "mcts:3", 4), 6, 1)) for a in ("mcts:3", "mcts:3+60"))
    assert cold != pondered


def test_rows_have_every_column() -> None:
    row = match_row(Match("pimc:2", "greedy", 4), 3, 1)
    assert row.startswith("| pimc:2 | greedy | 4 | 2 | none | 3 | ")
    assert row.count("|") == 8

"""The cross-table, from games in any order."""

import random

from zeitnot_engines.matches.cross_table import CrossTable, table_text
from zeitnot_engines.matches.played import FinishedGame
from zeitnot_engines.matches.schedule import pairings
from zeitnot_engines.matches.standing import error_of

SCORES = {(0, 1): 0.5, (0, 2): 1.0, (1, 2): 1.0}


def games() -> list[FinishedGame]:
    met = pairings(3, "round-robin")
    return [
        FinishedGame(2 * (3 * cycle + i) + seat, seat, SCORES[pair], "", (), players=pair)
        for cycle in range(2)
        for i, pair in enumerate(met)
        for seat in (0, 1)
    ]


def test_points_and_order() -> None:
    table = CrossTable(3)
    shuffled = games()
    random.Random(1).shuffle(shuffled)
    assert all(table.add(game) for game in shuffled)
    assert not table.add(shuffled[0])
    rows = table.rows()
    assert [(row.player, row.standing.points, row.standing.games) for row in rows] == [
        (0, 6.0, 8),
        (1, 6.0, 8),
        (2, 0.0, 8),
    ]
    assert rows[0].against == (None, 2.0, 4.0)
    assert rows[2].against == (0.0, 0.0, None)
    assert rows[0].pairs.counts == [0, 0, 2, 0, 2]
    assert rows[2].pairs.counts == [4, 0, 0, 0, 0]


def test_the_table_of_three() -> None:
    table = CrossTable(3)
    for game in games():
        table.add(game)
    assert table_text(table.rows(), ["house", "uci:x", "random"]) == [
        "   player    games  points   score   Elo  ±  A  B  C",
        "1  A house       8       6  75.0 %  +191  ∞  ·  2  4",
        "2  B uci:x       8       6  75.0 %  +191  ∞  2  ·  4",
        "3  C random      8       0   0.0 %    -∞  ∞  0  0  ·",
    ]


def test_a_fault_counts_for_the_player_that_lost() -> None:
    table = CrossTable(2)
    table.add(FinishedGame(0, 0, 1.0, "", (), fault="B: it ended", end="failed"))
    table.add(FinishedGame(1, 1, 1.0, "", (), end="claimed"))
    assert {row.player: row.faults for row in table.rows()} == {0: 0, 1: 1}


def test_the_interval_over_pairs_counts_although_the_one_over_games_has_a_bound() -> None:
    table = CrossTable(3)
    for game in games():
        table.add(game)
    first = table.rows()[0]
    assert first.standing.error is not None
    assert error_of(first.standing, first.pairs) is None

"""Who meets whom, and from which opening."""

from collections import Counter
from itertools import combinations

import pytest

from zeitnot_engines.games import load
from zeitnot_engines.matches.openings import random_openings
from zeitnot_engines.matches.schedule import cycle_of, fixtures, letters, pairings


@pytest.mark.parametrize("players", range(2, 9))
def test_in_a_round_robin_each_meets_each_once_in_rounds(players: int) -> None:
    met = pairings(players, "round-robin")
    assert sorted(met) == list(combinations(range(players), 2))
    size = players // 2
    for begin in range(0, len(met), size):
        round_ = [player for pairing in met[begin : begin + size] for player in pairing]
        assert len(set(round_)) == len(round_), "a player twice in a round"


def test_in_a_gauntlet_the_first_player_meets_all_others() -> None:
    assert pairings(4, "gauntlet") == ((0, 1), (0, 2), (0, 3))


def test_all_games_of_a_cycle_have_the_same_opening_and_luck() -> None:
    openings = random_openings(load("ewn"), 2, seed=1)
    games = fixtures(openings, 5, seed=7, pairings=pairings(3, "round-robin"), luck="same")
    assert [game.number for game in games] == [*range(12), 12, 14, 16]
    for game in games:
        cycle = cycle_of(game.number, 3)
        assert (game.opening, game.seed) == (openings[cycle % 2], 7 + cycle)
        assert game.luck == "same"
    assert Counter(game.players for game in games) == {(0, 1): 5, (0, 2): 5, (1, 2): 5}
    for first, second in zip(games[:12:2], games[1:12:2], strict=True):
        assert (first.players, first.seat, second.seat) == (second.players, 0, 1)


def test_a_longer_match_begins_with_the_same_games() -> None:
    openings = random_openings(load("othello"), 3, seed=1)
    met = pairings(4, "round-robin")
    short, long = (fixtures(openings, games, 1, met) for games in (2, 6))
    assert long[: len(short)] == short


def test_names_of_players() -> None:
    names = [letters(i) for i in (0, 1, 25, 26, 27, 51, 52, 701, 702)]
    assert names == ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]

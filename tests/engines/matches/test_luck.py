"""The throws of a pair of games."""

import random

import pytest

from zeitnot_engines.games import load
from zeitnot_engines.matches.contest import play
from zeitnot_engines.matches.luck import LuckName
from zeitnot_engines.matches.openings import Opening
from zeitnot_engines.matches.played import FinishedGame
from zeitnot_engines.matches.players import RandomPlayer
from zeitnot_engines.matches.record import states
from zeitnot_engines.matches.schedule import fixtures

from .players import MovePlayer

Throws = dict[int | None, list[str]]  # by seat


def throws_by_seat(game: str, played: FinishedGame) -> Throws:
    found: Throws = {}
    positions = states(load(game), played.actions)
    for state, action in zip(positions, played.actions, strict=False):
        if state.turn is None:
            found.setdefault(state.thrower, []).append(action)
    return found


def pair_of(game: str, luck: LuckName, seed: int = 5) -> tuple[FinishedGame, FinishedGame]:
    """Two games of players that move at random, each in its own way."""
    first, second = fixtures([Opening(load(game).start())], 2, seed, luck=luck)
    players = [RandomPlayer(random.Random(number)) for number in range(4)]
    return play(first, *players[:2]), play(second, *players[2:])


def begin_alike(first: list[str], second: list[str]) -> bool:
    common = min(len(first), len(second))
    return first[:common] == second[:common]


@pytest.mark.parametrize("game", ["ewn", "backgammon"])
def test_with_the_same_luck_each_player_gets_what_the_other_got(game: str) -> None:
    first, second = (throws_by_seat(game, played) for played in pair_of(game, "same"))
    assert len(first) >= 2
    assert first.keys() == second.keys()
    assert all(begin_alike(first[seat], second[seat]) for seat in first)
    assert not begin_alike(first[0], first[1]), "the seats have the same throws"


def test_other_pairs_have_other_throws() -> None:
    first, second = (pair_of("ewn", "same", seed)[0] for seed in (5, 6))
    assert not begin_alike(throws_by_seat("ewn", first)[0], throws_by_seat("ewn", second)[0])


@pytest.mark.parametrize(("luck", "is_alike"), [("pair", True), ("each", False)])
def test_one_sequence_or_different_ones(luck: LuckName, is_alike: bool) -> None:
    dice = [
        [action for action in played.actions if len(action) == 1] for played in pair_of("ewn", luck)
    ]
    assert begin_alike(*dice) == is_alike


@pytest.mark.parametrize("luck", ["pair", "same"])
def test_equal_players_share_the_points_of_a_pair(luck: LuckName) -> None:
    move = MovePlayer(lambda state: state.legal()[0])
    for seed in range(5):
        first, second = fixtures([Opening(load("ewn").start())], 2, seed, luck=luck)
        assert play(first, move, move).score + play(second, move, move).score == 1.0

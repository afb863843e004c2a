"""Matches: players, openings, fairness, and what a score says."""

import random

import pytest

from zeitnot_engines.contest import (
    BadPlayer,
    Fixture,
    Mover,
    Spec,
    Standing,
    contest,
    fixtures,
    play,
    random_openings,
    read_player,
)
from zeitnot_engines.games import NAMES, History, load


def first(state: History) -> str:
    return state.legal()[0]


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", Spec("random")),
        ("house", Spec("house")),
        ("house:depth=3", Spec("house", depth=3)),
        (
            "house:nodes=1000,time=0.25,threads=2,hash=64",
            Spec("house", nodes=1000, ms=250, threads=2, hash_mb=64),
        ),
    ],
)
def test_players(text: str, spec: Spec) -> None:
    assert read_player(text) == spec


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("uci:stockfish", "external engines cannot play matches yet"),
        ("gtp:gnugo", "external engines cannot play matches yet"),
        ("deepblue", "is no player"),
        ("", "is no player"),
        ("random:depth=1", "is no player"),
        ("house:depth", "whole number from 1"),
        ("house:depth=0", "whole number from 1"),
        ("house:depth=x", "whole number from 1"),
        ("house:speed=3", 'not "speed"'),
        ("house:time=0", "seconds a move"),
        ("house:time=nan", "seconds a move"),
        ("house:threads=1000", "at most 256"),
    ],
)
def test_no_players(text: str, sentence: str) -> None:
    with pytest.raises(BadPlayer, match=sentence):
        read_player(text)


@pytest.mark.parametrize("name", NAMES)
def test_random_openings_differ_and_are_the_same_every_time(name: str) -> None:
    game = load(name)
    openings = random_openings(game, 10, seed=3)
    assert openings == random_openings(game, 10, seed=3)
    assert openings != random_openings(game, 10, seed=4)
    assert len({state.text for state in openings}) == len(openings) == 10
    assert all(state.result is None and state.ply == 4 for state in openings)


def test_each_opening_is_played_from_both_seats_with_the_same_dice() -> None:
    openings = random_openings(load("ewn"), 3, seed=1)
    work = fixtures(openings, 8)
    assert [f.seat for f in work] == [0, 1] * 4
    for one, two in zip(work[::2], work[1::2], strict=True):
        assert (one.opening, one.seed) == (two.opening, two.seed)
    assert [f.opening for f in work[::2]] == [*openings, openings[0]]
    same = play(work[0], first, first), play(work[1], first, first)
    assert sum(same) == 1.0, "with equal players the seats' scores add up"


def test_the_score_is_the_one_of_a() -> None:
    game = load("tictactoe")
    won = game.parse("xx.oo.... x")

    def winner(state: History) -> str:
        return "c3" if "c3" in state.legal() else first(state)

    def loser(state: History) -> str:
        return next(m for m in state.legal() if m not in ("c3", "c2"))

    assert play(Fixture(won, seat=0, seed=0), winner, loser) == 1.0
    assert play(Fixture(won, seat=1, seed=0), loser, winner) == 0.0


def test_a_deeper_search_beats_a_random_player() -> None:
    game = load("othello", {"size": 6})

    def house(_: int) -> Mover:
        return Spec("house", depth=3).mover(game, random.Random(0), 100)

    def lot(number: int) -> Mover:
        return Spec("random").mover(game, random.Random(number), 100)

    scores = list(contest(fixtures(random_openings(game, 5, 1), 10), house, lot))
    assert sum(scores) >= 7


def test_elo_of_known_scores() -> None:
    assert Standing(10, 0, 10).elo == pytest.approx(0)
    assert Standing(3, 0, 1).elo == pytest.approx(190.85, abs=0.01)
    assert Standing(1, 2, 1).score == 0.5
    assert Standing(0, 20, 0).error == pytest.approx(0)
    # 100 games at 50 %: a standard error of 5 %, so 59.8 % or 69 Elo at the 95 % limit
    assert Standing(50, 0, 50).error == pytest.approx(69.0, abs=0.1)


@pytest.mark.parametrize("standing", [Standing(0, 0, 0), Standing(5, 0, 0), Standing(0, 0, 5)])
def test_all_or_nothing_has_no_elo(standing: Standing) -> None:
    assert standing.elo is None
    assert standing.error is None


def test_standings_count() -> None:
    assert Standing.of([1.0, 0.5, 0.0, 1.0]) == Standing(2, 1, 1)

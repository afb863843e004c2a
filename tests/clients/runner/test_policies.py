"""Draws, resignation, takebacks, rematches and chat of a bot with an engine."""

import pytest

from zeitnot_client.runner.policies import (
    DrawPolicy,
    RematchCounts,
    RematchPolicy,
    ResignPolicy,
    TakebackPolicy,
    chat_text,
)

DRAW = DrawPolicy(accept=True, offer=True, score=10, moves=3, first_ply=40)


@pytest.mark.parametrize(
    ("scores", "ply", "accepts", "offers"),
    [
        ([0, 10, -10], 40, True, True),
        ([0, 10, -10], 39, False, False),  # too early
        ([10, -10], 40, False, False),  # too few moves
        ([0, 11, 0], 40, False, False),  # it was ahead
        ([11, 0, 0, 0], 40, True, True),  # it was ahead before that
        ([-500, -500, -500], 40, True, False),  # a draw is welcome, but would not be accepted
        ([0, None, 0], 40, False, False),  # unknown
        ([], 40, False, False),
    ],
)
def test_draws_depend_on_the_last_scores(
    scores: list[float | None], ply: int, accepts: bool, offers: bool
) -> None:
    assert DRAW.accepts(scores, ply) is accepts
    assert DRAW.offers(scores, ply, None) is offers


def test_draw_is_offered_again_only_after_some_moves() -> None:
    assert not DRAW.offers([0, 0, 0], 50, 2)
    assert DRAW.offers([0, 0, 0], 50, 3)


def test_draws_can_be_switched_off() -> None:
    never = DrawPolicy(accept=False, offer=False, moves=1, first_ply=0)
    assert not never.accepts([0], 10)
    assert not never.offers([0], 10, None)


@pytest.mark.parametrize(
    ("scores", "ply", "resigns"),
    [
        ([-900, -900], 20, True),
        ([-900, -899], 20, False),
        ([-900], 20, False),
        ([-900, None], 20, False),
        ([-900, -900], 19, False),
        ([5, -900, -900], 20, True),
    ],
)
def test_resignation_needs_several_bad_scores(
    scores: list[float | None], ply: int, resigns: bool
) -> None:
    assert ResignPolicy(-900, moves=2, first_ply=20).resigns(scores, ply) is resigns
    assert not ResignPolicy().resigns(scores, ply)


@pytest.mark.parametrize(
    ("is_bot", "so_far", "is_timed", "allows"),
    [
        (False, 1, True, True),
        (False, 2, True, False),
        (False, 200, False, True),
        (True, 0, True, False),
        (True, 0, False, False),
    ],
)
def test_takebacks_are_limited(is_bot: bool, so_far: int, is_timed: bool, allows: bool) -> None:
    policy = TakebackPolicy(people=2, bots=0)
    assert policy.allows(is_bot=is_bot, so_far=so_far, is_timed=is_timed) is allows


def test_no_takebacks_means_none_without_a_clock_either() -> None:
    policy = TakebackPolicy(people=0)
    assert not policy.allows(is_bot=False, so_far=0, is_timed=False)


def test_rematches_are_counted_by_opponent_until_another_game_begins() -> None:
    policy, counts = RematchPolicy(people=2, bots=0), RematchCounts()
    for game in ("b", "c"):
        assert policy.allows(is_bot=False, so_far=counts.of("Ann"))
        counts.agreed("Ann", game)
        counts.began(game, "Ann")
    assert not policy.allows(is_bot=False, so_far=counts.of("Ann"))
    assert policy.allows(is_bot=False, so_far=counts.of("Bob"))
    assert not policy.allows(is_bot=True, so_far=0)
    counts.began("d", "Ann")
    assert policy.allows(is_bot=False, so_far=counts.of("Ann"))
    assert RematchPolicy().allows(is_bot=True, so_far=10**6)


def test_counts_of_rematches_are_bounded() -> None:
    counts = RematchCounts(most=3)
    for number in range(10):
        counts.agreed(f"Ann{number}", f"game{number}")
    assert [counts.of(f"Ann{number}") for number in range(10)] == [0] * 7 + [1] * 3


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("Hello {opponent}, I am {name}.", "Hello {name}, I am Fish."),
        ("{{name}} {0} {opponent.x}", "{Fish} {0} {opponent.x}"),
        ("", ""),
    ],
)
def test_names_are_inserted_once(pattern: str, text: str) -> None:
    """An opponent with braces in the name gets that name, and nothing else."""
    assert chat_text(pattern, "Fish", "{name}") == text

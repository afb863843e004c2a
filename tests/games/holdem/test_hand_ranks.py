"""Hold'em's hand evaluator agrees with the rules and with published counts."""

import random
from itertools import combinations, pairwise

import pytest

from tests.repetition import NIGHTLY, times
from zeitnot_engines._core import holdem_categories, holdem_rank

from .hand_ranks import CATEGORIES, cards, hand_rank, rank_of_five

# The number of five-card and seven-card hands in each category, lowest first (Wikipedia, "Poker
# probability").
FIVE = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
SEVEN = [
    23_294_460,
    58_627_800,
    31_433_400,
    6_461_620,
    6_180_020,
    4_047_644,
    3_473_184,
    224_848,
    41_584,
]


def test_five_card_categories_have_published_counts() -> None:
    assert holdem_categories(5) == list(zip(CATEGORIES, FIVE, strict=True))


@pytest.mark.skipif(not NIGHTLY, reason="takes seconds of a whole processor")
def test_seven_card_categories_have_published_counts() -> None:
    assert holdem_categories(7) == list(zip(CATEGORIES, SEVEN, strict=True))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_random_hands_are_ranked_by_the_rules(size: int) -> None:
    rng = random.Random(size)
    hands = [rng.sample(range(52), size) for _ in range(times(1_500, 50_000))]
    ranked = sorted((hand_rank(hand), holdem_rank(hand)) for hand in hands)
    assert all(rank // 4096 == category for (category, _), rank in ranked)
    for (lower, lower_rank), (higher, higher_rank) in pairwise(ranked):
        assert (lower == higher) == (lower_rank == higher_rank)
        assert lower_rank <= higher_rank


def test_all_five_card_ranks_are_distinct() -> None:
    """One hand of each of the 7,462 ranks of five cards, flushes and others."""
    hands: list[tuple[int, ...]] = []
    for ranks in combinations(range(13), 5):
        hands.append(tuple(4 * rank for rank in ranks))
        hands.append((*(4 * rank for rank in ranks[:4]), 4 * ranks[4] + 1))
    for pair in range(13):
        others = [rank for rank in range(13) if rank != pair]
        for kickers in combinations(others, 3):
            hands.append((4 * pair, 4 * pair + 1, *(4 * rank for rank in kickers)))
        for kickers in combinations(others, 2):
            hands.append((*range(4 * pair, 4 * pair + 3), *(4 * rank for rank in kickers)))
        for other in others:
            hands.append((*range(4 * pair, 4 * pair + 4), 4 * other))
            hands.append((*range(4 * pair, 4 * pair + 3), 4 * other, 4 * other + 1))
    for low, high in combinations(range(13), 2):
        for kicker in set(range(13)) - {low, high}:
            hands.append((4 * low, 4 * low + 1, 4 * high, 4 * high + 1, 4 * kicker))
    ranked = sorted((rank_of_five(hand), holdem_rank(list(hand))) for hand in hands)
    assert len(ranked) == 7462
    assert all(low < high for (_, low), (_, high) in pairwise(ranked))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ah2h3h4h5hAdAc", "KsKhKdKc2d2c2h"),  # a steel wheel beats four kings
        ("6h2h3h4h5hKdKc", "Ah2h3h4h5hAdAc"),  # the ace is low
        ("AhKh9h5h2hAdAc", "AsKsQdJcTh2d3c"),  # a flush beats a straight
        ("KsKhKd2c2d7h8h", "QsQhQdAcAd7h8h"),  # three kings beat three queens
        ("AsAhQdQcKdJsJh", "AsAhQdQcTd9s2h"),  # of three pairs the third only gives a kicker
        ("2c3d4h5s6c7d9h", "AcAdAhKsQcTd9h"),  # a straight beats three aces
    ],
)
def test_better_hand_has_a_higher_rank(better: str, worse: str) -> None:
    assert holdem_rank(cards(better)) > holdem_rank(cards(worse))


def test_suits_and_cards_outside_the_best_five_do_not_count() -> None:
    assert holdem_rank(cards("AsKsQdJcTh2d3c")) == holdem_rank(cards("AdKcQhJsTs9d8c"))
    assert holdem_rank(cards("7s7hKdKcAdAs2h")) == holdem_rank(cards("2s2hKsKhAhAc7d"))


@pytest.mark.parametrize("bad", [[0, 1, 2, 3], list(range(8)), [0, 0, 1, 2, 3], [-1, 0, 1, 2, 52]])
def test_invalid_hand_is_refused(bad: list[int]) -> None:
    with pytest.raises(ValueError, match="A hand has"):
        holdem_rank(bad)

"""Hold'em's ranking of hands, slow and independent of the engine's tables."""

from collections import Counter
from itertools import combinations

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
HandRank = tuple[int, tuple[int, ...]]  # category, then ranks in the order in which they count


def card(text: str) -> int:
    """The number of a card such as "Td": 4 * rank + suit."""
    return 4 * "23456789TJQKA".index(text[0]) + "cdhs".index(text[1])


def cards(text: str) -> list[int]:
    """The numbers of cards such as "AhKd"."""
    return [card(text[at : at + 2]) for at in range(0, len(text), 2)]


def rank_of_five(hand: tuple[int, ...]) -> HandRank:
    """The rank of five cards; larger tuples are better hands."""
    counts = Counter(number // 4 for number in hand)
    ranks = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    is_flush = len({number % 4 for number in hand}) == 1
    is_straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if ranks == (12, 3, 2, 1, 0):  # the ace counts below the two
        is_straight, ranks = True, (3, 2, 1, 0, -1)
    # The categories below are indices of `CATEGORIES`.
    pattern = tuple(sorted(counts.values(), reverse=True))
    same = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(pattern, 0)
    return same or 8 * (is_flush and is_straight) or 5 * is_flush or 4 * is_straight, ranks


def hand_rank(hand: list[int]) -> HandRank:
    """The rank of the best five of the cards."""
    return max(map(rank_of_five, combinations(hand, 5)))

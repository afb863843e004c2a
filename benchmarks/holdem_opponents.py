"""Simple players of hold'em, for measurements of its blueprint: each a function of its two cards,
the board's cards and the betting so far ("crc-c") that returns f, c or r.

Cards are 4 * rank + suit. Each plays sensibly enough by a plan that a beginner might have, except
the two that look at no card.
"""

import random
from collections import Counter
from collections.abc import Callable

from zeitnot_engines._core import holdem_rank

Opponent = Callable[[list[int], list[int], str], str]
MAX_BETS = 4
PAIR = 1  # the category above a high card


def faces_bet(betting: str) -> bool:
    """Whether there is a bet to call: also for the small blind before its first action."""
    latest = betting.rpartition("-")[2]
    return latest.endswith("r") or betting == ""


def may_raise(betting: str) -> bool:
    """Whether fewer than four bets were made in this round; the big blind counts as one."""
    blinds = 0 if "-" in betting else 1
    return betting.rpartition("-")[2].count("r") + blinds < MAX_BETS


def fold(betting: str) -> str:
    """Gives up, without paying."""
    return "f" if faces_bet(betting) else "c"


def raises(betting: str) -> str:
    """Raises as long as this is legal."""
    return "r" if may_raise(betting) else "c"


def points(own: list[int]) -> float:
    """The worth of two cards before the flop by a beginners' count (after Chen, "Hold'em
    Excellence", 1997): the high card, pairs doubled, something for suits, less for gaps."""
    low, high = sorted(card // 4 for card in own)
    worth = {12: 10.0, 11: 8.0, 10: 7.0, 9: 6.0}.get(high, (high + 2) / 2)
    if low == high:
        return max(5.0, 2 * worth)
    gap = high - low - 1
    return worth + 2 * (own[0] % 4 == own[1] % 4) - (0, 1, 2, 4, 5)[min(gap, 4)]


def category(own: list[int], board: list[int]) -> int:
    """The hand's category (see `holdem_rank`) if it is above the board's own, else 0."""
    rank = holdem_rank(own + board) // 4096
    counts = Counter(card // 4 for card in board)
    of_board = {1: 0, 2: PAIR, 3: 3, 4: 7}[max(counts.values())]
    if sorted(counts.values())[-2:] == [2, 2]:
        of_board = 2
    return rank if rank > of_board else 0


def draws_flush(own: list[int], board: list[int]) -> bool:
    """Four of a suit, at least one of them one's own, with cards to come."""
    suits = Counter(card % 4 for card in own + board)
    suit, count = suits.most_common(1)[0]
    return count == 4 and len(board) < 5 and any(card % 4 == suit for card in own)


def tight_passive(own: list[int], board: list[int], betting: str) -> str:
    """Plays one hand in three, calls with what it has made, and bets three of a kind or better."""
    if not board:
        return "c" if points(own) >= 7 else fold(betting)
    made = category(own, board)
    if made >= 3:
        return raises(betting)
    return "c" if made >= PAIR or draws_flush(own, board) else fold(betting)


class LooseAggressive:
    """Plays four hands in five and bets or raises most of the time, with a pair nearly always."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def __call__(self, own: list[int], board: list[int], betting: str) -> str:
        chance = self._random.random()
        if not board:
            if points(own) < 3:
                return fold(betting)
            return raises(betting) if chance < 0.6 else "c"
        made = category(own, board)
        if made >= PAIR:
            return raises(betting) if chance < 0.85 else "c"
        if draws_flush(own, board) or not faces_bet(betting):
            return raises(betting) if chance < 0.6 else "c"
        return raises(betting) if chance < 0.25 else "c" if chance < 0.55 else fold(betting)


def always_call(own: list[int], board: list[int], betting: str) -> str:
    """Checks and calls."""
    return "c"


class AtRandom:
    """All actions are equally likely."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def __call__(self, own: list[int], board: list[int], betting: str) -> str:
        allowed = "f" * faces_bet(betting) + "c" + "r" * may_raise(betting)
        return self._random.choice(allowed)


def opponents() -> dict[str, Opponent]:
    """All of them by name, new ones."""
    return {
        "tight-passive": tight_passive,
        "loose-aggressive": LooseAggressive(),
        "always call": always_call,
        "random": AtRandom(),
    }

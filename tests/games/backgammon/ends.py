"""Exact values of backgammon's bear-off, by plain recursion over its positions.

A home is a sorted tuple of the points, 1 to 6, of the remaining checkers.
"""

from collections.abc import Iterator
from functools import lru_cache

Home = tuple[int, ...]
Spread = tuple[float, ...]  # probability by the number of throws needed

THROWS = [((a, b), (1 if a == b else 2) / 36) for a in range(1, 7) for b in range(1, a + 1)]


def after_die(home: Home, die: int) -> set[Home]:
    """Every home that one die may lead to."""
    if not home:
        return {home}
    found = set()
    for checker in set(home):
        if checker < die and checker != max(home):
            continue
        remaining = list(home)
        remaining.remove(checker)
        found.add(tuple(sorted([*remaining, *([checker - die] if checker > die else [])])))
    return found


def after_dice(home: Home, dice: tuple[int, ...]) -> set[Home]:
    """Every home after these dice in this order, each played if possible."""
    found = {home}
    for die in dice:
        found = {end for start in found for end in after_die(start, die)}
    return found


@lru_cache(None)
def after_throw(home: Home, throw: tuple[int, int]) -> frozenset[Home]:
    """Every home that a throw may lead to."""
    a, b = throw
    if a == b:
        return frozenset(after_dice(home, (a, a, a, a)))
    return frozenset(after_dice(home, (a, b)) | after_dice(home, (b, a)))


@lru_cache(None)
def win(mover: Home, opponent: Home) -> float:
    """The probability that the side to throw wins, with best play of both."""
    if not opponent:
        return 0.0
    return sum(
        chance
        * max(1.0 if not end else 1 - win(opponent, end) for end in after_throw(mover, throw))
        for throw, chance in THROWS
    )


@lru_cache(None)
def throws_left(home: Home, goal: int) -> Spread:
    """The throws until at most `goal` checkers are left, playing for the lowest average."""
    if len(home) <= goal:
        return (1.0,)
    parts = [(chance, fastest_spread(after_throw(home, throw), goal)) for throw, chance in THROWS]
    return 0.0, *weighted_mean(parts)


def fastest_spread(homes: frozenset[Home], goal: int) -> Spread:
    """The spread of the home that needs the fewest throws on average."""
    if any(len(home) <= goal for home in homes):
        return (1.0,)
    return min((throws_left(home, goal) for home in homes), key=mean)


def mean(spread: Spread) -> float:
    """The average number of throws."""
    return sum(count * chance for count, chance in enumerate(spread))


def weighted_mean(parts: list[tuple[float, Spread]]) -> Iterator[float]:
    """The mean of spreads, each weighted by its probability."""
    for count in range(max(len(spread) for _, spread in parts)):
        yield sum(chance * spread[count] for chance, spread in parts if count < len(spread))


def to_end(home: Home) -> Spread:
    """The throws until all checkers are off. Thirteen or more take at least four throws; how many
    more does not matter here, because the opponent has only a few checkers left."""
    return throws_left(home, 0) if len(home) < 13 else (0.0, 0.0, 0.0, 0.0, 1.0)


def equity(mover: Home, opponent: Home) -> float:
    """Points for the side to throw in a race without contact."""
    mine, theirs = to_end(mover), to_end(opponent)
    # The throws until the first checker is off, which saves the gammon.
    my_first_off, their_first_off = throws_left(mover, 14), throws_left(opponent, 14)
    points = 0.0
    for turn, chance in enumerate(mine):
        later = sum(theirs[turn:])
        points += chance * (later + sum(their_first_off[turn:]))
    for turn, chance in enumerate(theirs):
        earlier = sum(mine[turn + 1 :])
        points -= chance * (earlier + sum(my_first_off[turn + 1 :]))
    return points

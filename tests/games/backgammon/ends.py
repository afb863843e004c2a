"""The bear-off of backgammon, position by position, as plainly as it can be said.

A home is a sorted tuple of the points of the checkers that are left, 1 to 6.
"""

from collections.abc import Iterator
from functools import lru_cache

Home = tuple[int, ...]
Spread = tuple[float, ...]  # by number of throws, the chance that it takes so many

THROWS = [((a, b), (1 if a == b else 2) / 36) for a in range(1, 7) for b in range(1, a + 1)]


def after_die(home: Home, die: int) -> set[Home]:
    """Every home that one die may lead to."""
    if not home:
        return {home}
    found = set()
    for checker in set(home):
        if checker < die and checker != max(home):
            continue
        rest = list(home)
        rest.remove(checker)
        found.add(tuple(sorted([*rest, *([checker - die] if checker > die else [])])))
    return found


def after_dice(home: Home, dice: tuple[int, ...]) -> set[Home]:
    """The dice one after the other, all that can be played."""
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
def win(own: Home, other: Home) -> float:
    """The chance of the side to throw, both playing best."""
    if not other:
        return 0.0
    return sum(
        chance * max(1.0 if not end else 1 - win(other, end) for end in after_throw(own, throw))
        for throw, chance in THROWS
    )


@lru_cache(None)
def throws_left(home: Home, goal: int) -> Spread:
    """Throws until at most `goal` checkers are left, each played for the fewest on the average."""
    if len(home) <= goal:
        return (1.0,)
    parts = [(chance, quickest(after_throw(home, throw), goal)) for throw, chance in THROWS]
    return 0.0, *mixed(parts)


def quickest(homes: frozenset[Home], goal: int) -> Spread:
    """Of the homes to choose from the one with the fewest throws on the average."""
    if any(len(home) <= goal for home in homes):
        return (1.0,)
    return min((throws_left(home, goal) for home in homes), key=mean)


def mean(spread: Spread) -> float:
    """The average number of throws."""
    return sum(count * chance for count, chance in enumerate(spread))


def mixed(parts: list[tuple[float, Spread]]) -> Iterator[float]:
    """The mean of spreads."""
    for count in range(max(len(spread) for _, spread in parts)):
        yield sum(chance * spread[count] for chance, spread in parts if count < len(spread))


def to_end(home: Home) -> Spread:
    """Throws until all checkers are off; 13 checkers and more take four at least, which is all that
    matters against a few."""
    return throws_left(home, 0) if len(home) < 13 else (0.0, 0.0, 0.0, 0.0, 1.0)


def equity(own: Home, other: Home) -> float:
    """Points for the side to throw if both sides only hurry; no checker of either can be met."""
    mine, theirs = to_end(own), to_end(other)
    lost, won = throws_left(own, 14), throws_left(other, 14)
    points = 0.0
    for turn, chance in enumerate(mine):
        later = sum(theirs[turn:])
        points += chance * (later + sum(won[turn:]))
    for turn, chance in enumerate(theirs):
        earlier = sum(mine[turn + 1 :])
        points -= chance * (earlier + sum(lost[turn + 1 :]))
    return points

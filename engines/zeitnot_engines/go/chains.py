"""Chains (connected stones of one colour) with their liberties, and regions of empty points."""

from collections.abc import Collection, Mapping

from .points import Point, neighbours, points

Stones = Mapping[Point, str]


def chains(size: int, stones: Stones) -> list[list[Point]]:
    """All chains; the chains and their points are ordered by rows from the top."""
    found: list[list[Point]] = []
    seen: set[Point] = set()
    for point in points(size):
        if point in stones and point not in seen:
            members = chain(size, stones, point)
            seen |= members
            found.append(sorted(members, key=lambda at: (at[1], at[0])))
    return found


def chain(size: int, stones: Stones, start: Point) -> set[Point]:
    """The stones that are connected to this one, including it."""
    members, todo = {start}, [start]
    while todo:
        for near in neighbours(todo.pop(), size):
            if near not in members and stones.get(near) == stones[start]:
                members.add(near)
                todo.append(near)
    return members


def liberties(size: int, stones: Stones, members: Collection[Point]) -> set[Point]:
    """The empty points next to the stones of a chain."""
    return {near for at in members for near in neighbours(at, size) if near not in stones}


def region(size: int, stones: Stones, start: Point) -> tuple[set[Point], set[str]]:
    """The empty region around a point, and the colours that it touches."""
    empty, colours, todo = {start}, set[str](), [start]
    while todo:
        for near in neighbours(todo.pop(), size):
            if near in stones:
                colours.add(stones[near])
            elif near not in empty:
                empty.add(near)
                todo.append(near)
    return empty, colours

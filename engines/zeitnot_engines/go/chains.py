"""Chains: stones of one colour that are connected along the lines."""

from collections.abc import Mapping

from .points import Point, points


def chains(size: int, stones: Mapping[Point, str]) -> list[list[Point]]:
    """All chains, each with its points by rows from the top, as are the chains."""
    found: list[list[Point]] = []
    seen: set[Point] = set()
    for point in points(size):
        if point in stones and point not in seen:
            chain = _chain(stones, point)
            seen |= chain
            found.append(sorted(chain, key=lambda at: (at[1], at[0])))
    return found


def _chain(stones: Mapping[Point, str], start: Point) -> set[Point]:
    chain, todo = {start}, [start]
    while todo:
        column, row = todo.pop()
        for near in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if near not in chain and stones.get(near) == stones[start]:
                chain.add(near)
                todo.append(near)
    return chain

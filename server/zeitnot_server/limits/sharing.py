"""Shares a list's places out, so that one maker's many rows do not hide the others'; pure."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def shared_out(rows: Iterable[T], makers: Iterable[Callable[[T], str]], most: int) -> list[T]:
    """As `fair`, for several keys of a row; the last one has precedence."""
    places = list(enumerate(rows))
    for maker in makers:
        counts = Counter[str]()
        ranked: list[tuple[int, tuple[int, T]]] = []
        for place in places:
            name = maker(place[1])
            ranked.append((counts[name], place))
            counts[name] += 1
        ranked.sort(key=lambda ranked_place: ranked_place[0])
        places = [place for _, place in ranked]
    return [row for _, row in sorted(places[:most], key=lambda place: place[0])]


def fair(rows: Iterable[T], maker: Callable[[T], str], most: int) -> list[T]:
    """At most `most` of the rows, in their order; a maker's second row is taken only after every
    other maker's first."""
    return shared_out(rows, (maker,), most)

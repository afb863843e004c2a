"""Shares the places of a list, so that one account's many rows do not hide those of others;
pure."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def shared_out(rows: Iterable[T], keys: Iterable[Callable[[T], str]], limit: int) -> list[T]:
    """Like `fair`, for several keys of a row; the last one has precedence."""
    places = list(enumerate(rows))
    for key in keys:
        counts = Counter[str]()
        ranked: list[tuple[int, tuple[int, T]]] = []
        for place in places:
            value = key(place[1])
            ranked.append((counts[value], place))
            counts[value] += 1
        ranked.sort(key=lambda ranked_place: ranked_place[0])
        places = [place for _, place in ranked]
    return [row for _, row in sorted(places[:limit], key=lambda place: place[0])]


def fair(rows: Iterable[T], key: Callable[[T], str], limit: int) -> list[T]:
    """At limit `limit` of the rows, in their order; a key's second row is taken only after every
    other key's first."""
    return shared_out(rows, (key,), limit)

"""Shares the places of a list, so that one account's many rows do not hide those of others;
pure."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def shared_out(rows: Iterable[T], keys: Iterable[Callable[[T], str]], limit: int) -> list[T]:
    """Like `fair`, for several keys of a row; the last one has precedence."""
    numbered = list(enumerate(rows))
    for key in keys:
        counts = Counter[str]()
        ranked: list[tuple[int, tuple[int, T]]] = []
        for number, row in numbered:
            value = key(row)
            ranked.append((counts[value], (number, row)))
            counts[value] += 1
        ranked.sort(key=lambda pair: pair[0])
        numbered = [numbered_row for _, numbered_row in ranked]
    return [row for _, row in sorted(numbered[:limit], key=lambda pair: pair[0])]


def fair(rows: Iterable[T], key: Callable[[T], str], limit: int) -> list[T]:
    """At most `limit` of the rows, in their order; a key's second row is taken only after every
    other key's first."""
    return shared_out(rows, (key,), limit)

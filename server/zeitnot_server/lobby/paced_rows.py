"""Rows of the lobby, as often as they are sent: those of the bots, and of the people who wait.

A change of one row sends all rows to all watchers. Anyone can change the row of their bot at any
time, for example what it takes, and can begin and end a seek. With many bots the rows are some
hundred kilobytes. So the longer they are, the less often they change for the watchers.
"""

import math
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import zeitnot_protocol as p

CHARACTERS_PER_SECOND = 16 * 1024
BURST_S = 2.0  # so many seconds' characters may be sent in advance

Row = TypeVar("Row")


class PacedRows(Generic[Row]):
    """The rows that watchers see. `present`: makes the present rows; `seconds`: any monotonic
    clock; `characters_per_second`: that a watcher gets of them."""

    def __init__(
        self,
        present: Callable[[], Iterable[Row]],
        seconds: Callable[[], float],
        characters_per_second: int = CHARACTERS_PER_SECOND,
    ) -> None:
        self._present, self._seconds = present, seconds
        self._characters_per_second = characters_per_second
        self._shown = tuple[Row, ...]()
        self._paid_until_s = -math.inf  # to which the characters sent last

    def shown(self) -> tuple[Row, ...]:
        """The present rows, or the last ones if these were sent only just now."""
        now_s = self._seconds()
        if now_s < self._paid_until_s - BURST_S:
            return self._shown
        rows = tuple(self._present())
        if rows != self._shown:
            self._shown = rows
            seconds = len(p.encode(rows)) / self._characters_per_second
            self._paid_until_s = max(now_s, self._paid_until_s) + seconds
        return self._shown

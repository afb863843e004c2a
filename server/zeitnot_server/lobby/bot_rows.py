"""The rows of the bots in the lobby, as often as they are sent.

A change of one row sends all rows to all watchers. Anyone can change the row of their bot at any
time, for example what it takes, and with many bots the rows are some hundred kilobytes. So the
longer they are, the less often they change for the watchers.
"""

import math
from collections.abc import Callable, Iterable

import zeitnot_protocol as p

CHARACTERS_PER_SECOND = 16 * 1024
BURST_S = 2.0  # so many seconds' characters may be sent in advance


class BotRows:
    """The rows that watchers see. `listed`: the present rows; `make_row`: completes one; `seconds`:
    any monotonic clock."""

    def __init__(
        self,
        listed: Callable[[], Iterable[p.BotView]],
        make_row: Callable[[p.BotView], p.BotView],
        seconds: Callable[[], float],
    ) -> None:
        self._listed, self._make_row, self._seconds = listed, make_row, seconds
        self._shown = tuple[p.BotView, ...]()
        self._paid_until_s = -math.inf  # to which the characters sent last

    def shown(self) -> tuple[p.BotView, ...]:
        """The present rows, or the last ones if these were sent only just now."""
        now_s = self._seconds()
        if now_s < self._paid_until_s - BURST_S:
            return self._shown
        rows = tuple(map(self._make_row, self._listed()))
        if rows != self._shown:
            self._shown = rows
            seconds = len(p.encode(rows)) / CHARACTERS_PER_SECOND
            self._paid_until_s = max(now_s, self._paid_until_s) + seconds
        return self._shown

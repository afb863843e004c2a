"""Measures how much of the bot's clock is used up by everything but its engine. Pure."""

from collections import deque

import zeitnot_protocol as p

LAST = 10  # moves that count


class Lag:
    """The largest delay of the last moves: the time that the clock was charged beyond what the
    engine took. It covers the way to the server and back, as far as the server has not compensated
    it, and a busy machine."""

    def __init__(self) -> None:
        self._delays_ms: deque[int] = deque(maxlen=LAST)
        self._took_ms: dict[int, int] = {}

    def sent(self, ply: int, took_ms: int) -> None:
        """Notes how long the bot took for the move that it sends now."""
        self._took_ms = {ply: took_ms}

    def played(self, moved: p.Moved) -> None:
        """Notes how long the server's clock says that the move took."""
        took_ms = self._took_ms.pop(moved.ply, None)
        if took_ms is not None and not moved.receipt.free:
            self._delays_ms.append(max(0, moved.receipt.charged_ms - took_ms))

    @property
    def ms(self) -> int:
        """The delay to expect; 0 if none was measured."""
        return max(self._delays_ms, default=0)

"""When the flags of games that are not in memory may fall."""

import heapq
from collections.abc import Iterator

SPARE = 64  # outdated entries that are not worth a clean-up


class Flags:
    """One deadline (Unix ms) for each game. A deadline that is replaced or forgotten leaves an
    outdated entry in the heap; there are never many more of those than games."""

    def __init__(self) -> None:
        self._deadlines: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []

    def __len__(self) -> int:
        """How many entries the heap has, outdated ones included."""
        return len(self._heap)

    def note(self, game: str, deadline_ms: int) -> None:
        """Sets when this game has to be checked; replaces an earlier time."""
        if self._deadlines.get(game) == deadline_ms:
            return
        self._deadlines[game] = deadline_ms
        heapq.heappush(self._heap, (deadline_ms, game))
        if len(self._heap) > 2 * len(self._deadlines) + SPARE:
            self._heap = [(at_ms, other) for other, at_ms in self._deadlines.items()]
            heapq.heapify(self._heap)

    def forget(self, game: str) -> None:
        """Drops a game in which no flag can fall any more."""
        self._deadlines.pop(game, None)

    def fallen(self, now_ms: int) -> Iterator[str]:
        """The games whose deadline has passed, each once; they are then forgotten."""
        while self._heap and self._heap[0][0] <= now_ms:
            deadline_ms, game = heapq.heappop(self._heap)
            if self._deadlines.get(game) == deadline_ms:
                del self._deadlines[game]
                yield game

"""When the flags of games that are not in memory may fall."""

import heapq
from collections.abc import Iterator

SPARE = 64  # entries that hold no longer and are not worth a clean-up


class Flags:
    """One instant (Unix ms) for each game. What is noted again, or forgotten, leaves an entry in
    the heap; there are never many more of those than games."""

    def __init__(self) -> None:
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []

    def __len__(self) -> int:
        """How many entries are kept, of whatever kind."""
        return len(self._heap)

    def note(self, game: str, due_ms: int) -> None:
        """It is to be looked at then, and at no other time."""
        if self._due.get(game) == due_ms:
            return
        self._due[game] = due_ms
        heapq.heappush(self._heap, (due_ms, game))
        if len(self._heap) > 2 * len(self._due) + SPARE:
            self._heap = [(due, one) for one, due in self._due.items()]
            heapq.heapify(self._heap)

    def forget(self, game: str) -> None:
        """No flag can fall there."""
        self._due.pop(game, None)

    def fallen(self, now_ms: int) -> Iterator[str]:
        """The games whose time has come, each once; they are forgotten."""
        while self._heap and self._heap[0][0] <= now_ms:
            due_ms, game = heapq.heappop(self._heap)
            if self._due.get(game) == due_ms:
                del self._due[game]
                yield game

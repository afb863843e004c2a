"""The games with recent moves."""

from ..nodes.state import MAX_MOVED_ROOMS

RECENT_MS = 10_000  # how long a move is posted to the other nodes


class RecentMoves:
    """The time of the last move of each game, of any clock in ms."""

    def __init__(self) -> None:
        self._moved: dict[str, int] = {}  # by game, the oldest first

    def note(self, game: str, now_ms: int) -> None:
        """Notes a move in this game."""
        self._moved.pop(game, None)
        self._moved[game] = now_ms

    def newest(self, now_ms: int) -> list[str]:
        """At most MAX_MOVED_ROOMS games with the newest moves; drops moves that are not recent."""
        since_ms = now_ms - RECENT_MS
        self._moved = {game: ms for game, ms in self._moved.items() if ms >= since_ms}
        return list(self._moved)[-MAX_MOVED_ROOMS:]

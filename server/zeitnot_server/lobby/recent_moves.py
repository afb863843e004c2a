"""The games in which somebody has moved just now."""

from ..nodes.state import MOVED

KEPT_MS = 10_000  # how long a move is passed on to the other nodes


class RecentMoves:
    """The last move of each game, as times of any clock in ms."""

    def __init__(self) -> None:
        self._moved: dict[str, int] = {}  # by game, the oldest first

    def note(self, game: str, now_ms: int) -> None:
        """Somebody has moved in this game."""
        self._moved.pop(game, None)
        self._moved[game] = now_ms

    def newest(self, now_ms: int) -> list[str]:
        """The games with the newest moves, `MOVED` at most; forgets those that are too old."""
        since_ms = now_ms - KEPT_MS
        self._moved = {game: ms for game, ms in self._moved.items() if ms >= since_ms}
        return list(self._moved)[-MOVED:]

"""Treats rows that no version can have written as damage, and records it."""

import contextlib
from collections.abc import Iterator

from ...errors import Damaged, StoreError
from .damage import Damage
from .readable import UNREADABLE


class Decoding:
    """Wraps everything that reads the rows of a game."""

    def __init__(self, damage: Damage) -> None:
        self._damage = damage

    @contextlib.contextmanager
    def rows(self, game: str) -> Iterator[None]:
        """A context for decoding: rows that cannot be decoded were not written by any version.
        Raises Damaged."""
        try:
            yield
        except UNREADABLE as bad:
            raise self._damaged(game, f"{bad}") from bad

    @contextlib.contextmanager
    def room(self, game: str) -> Iterator[None]:
        """A context for folding: no version has written a log with a missing row or an illegal
        move. Raises Damaged."""
        try:
            with self.rows(game):
                yield
        except (StoreError, MemoryError):
            raise
        except Exception as bad:
            raise self._damaged(game, f"{type(bad).__name__}: {bad}") from bad

    def lost(self, game: str, description: str) -> None:
        """Records that one of several games cannot be read."""
        self._damage.note(f"game {game}", description)

    def _damaged(self, game: str, description: str) -> Damaged:
        self.lost(game, description)
        return Damaged(f"Game {game} cannot be read from the database: {description}.")

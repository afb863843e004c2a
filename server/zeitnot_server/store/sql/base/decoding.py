"""Rows that no version can have written are damage: recorded, and reported."""

import contextlib
from collections.abc import Iterator

from ...errors import Damaged, StoreError
from .damage import Damage
from .readable import UNREADABLE


class Decoding:
    """For everything that reads the rows of one game."""

    def __init__(self, damage: Damage) -> None:
        self._damage = damage

    @contextlib.contextmanager
    def rows(self, game: str) -> Iterator[None]:
        """For decoding: what cannot be decoded was not written by any version. Raises Damaged."""
        try:
            yield
        except UNREADABLE as bad:
            raise self._damaged(game, f"{bad}") from bad

    @contextlib.contextmanager
    def room(self, game: str) -> Iterator[None]:
        """For folding: a missing row, or an illegal move, was not written by any version. Raises
        Damaged."""
        try:
            with self.rows(game):
                yield
        except (StoreError, MemoryError):
            raise
        except Exception as bad:
            raise self._damaged(game, f"{type(bad).__name__}: {bad}") from bad

    def lost(self, game: str, description: str) -> None:
        """One of several games cannot be read: reports it."""
        self._damage.note(f"game {game}", description)

    def _damaged(self, game: str, description: str) -> Damaged:
        self.lost(game, description)
        return Damaged(f"Game {game} cannot be read from the database: {description}.")

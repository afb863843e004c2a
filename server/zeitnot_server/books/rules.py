"""What a book needs of a game beyond what a room does."""

from typing import Any, Protocol

from ..rooms.rules import ReadsPositions


class BookRules(ReadsPositions, Protocol):
    """Rules whose states can be told apart by a key, and read from text."""

    @property
    def settings_key(self) -> int:
        """A 64-bit number for the settings: positions of different settings never share a page."""

    def key(self, state: Any) -> int:
        """A 64-bit number for the position alone, however it was reached."""

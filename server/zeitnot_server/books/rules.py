"""The part of a game's rules that books need beyond what rooms need."""

from typing import Any, Protocol

from ..rooms.rules import ParsesPositions


class BookRules(ParsesPositions, Protocol):
    """Rules whose states have a key, and can be read from text."""

    @property
    def settings_key(self) -> int:
        """A 64-bit key for the settings: positions with different settings never share a page."""

    def key(self, state: Any) -> int:
        """A 64-bit key for the position, independent of how it was reached."""

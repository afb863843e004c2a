"""The part of a game's rules that books need beyond what rooms need."""

from typing import Any, Protocol

from ..rooms.rules import ParsesPositions


class BookRules(ParsesPositions, Protocol):
    """Rules whose states have a key, and can be read from text."""

    @property
    def settings_key(self) -> int:
        """A 64-bit key for the settings: positions never share a page with those of other rules.
        0 for the defaults; a setting that only says where games start is no part of it."""

    def key(self, state: Any) -> int:
        """A 64-bit key for the position, independent of how it was reached."""

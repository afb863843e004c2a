"""The rules of imported games: neither a repetition nor a number of moves ends them.

Over the board these end a game only if a player claims it, so games in files may go on.
"""

from dataclasses import dataclass
from typing import Any, cast

from .rules import Rules


@dataclass(frozen=True)
class FileRules:
    """A game's rules, in which a position that is a draw by its past forgets it."""

    original: Rules

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.original, name)

    def play(self, state: Any, move: str) -> Any:
        """The state after a move. Raises IllegalMove."""
        return self.original.without_claim(self.original.play(state, move))


def file_rules(rules: Rules) -> Rules:
    """These rules for games of files."""
    return cast(Rules, FileRules(rules))

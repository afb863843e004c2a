"""The rules of imported games: a repetition does not end them.

Over the board it ends a game only if a player claims it, so games in files may go on.
"""

from dataclasses import dataclass
from typing import Any, cast

from .rules import Rules, reads_positions


@dataclass(frozen=True)
class FileRules:
    """A game's rules, in which a position that has been repeated forgets its past."""

    original: Rules

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.original, name)

    def play(self, state: Any, move: str) -> Any:
        """The state after a move. Raises IllegalMove."""
        rules = self.original
        after = rules.play(state, move)
        end = rules.outcome(after)
        if end is None or end.reason != "repetition" or not reads_positions(rules):
            return after
        return rules.parse(rules.full_position(after))


def file_rules(rules: Rules) -> Rules:
    """These rules for games of files."""
    return cast(Rules, FileRules(rules))

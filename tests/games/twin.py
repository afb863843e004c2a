"""The interface of twins: games in slow, simple Python, written only from the rules."""

from typing import Any, Protocol

Result = tuple[tuple[float, ...], str, str]
"""The scores by seat, the reason, the word."""


class Twin(Protocol):
    """One game with its settings fixed. States are immutable; moves and throws are written as in
    the game's texts."""

    def start(self) -> Any: ...

    def turn(self, state: Any) -> int: ...

    def legal(self, state: Any) -> list[str]:
        """The legal moves in any order; empty before a throw and after the end."""

    def play(self, state: Any, move: str) -> Any: ...

    def throws(self, state: Any) -> list[tuple[int, ...]]:
        """All outcomes of the due throw, equally likely; empty when none is due, or when they are
        too many to list."""

    def throw(self, state: Any, values: tuple[int, ...]) -> Any: ...

    def result(self, state: Any) -> Result | None: ...

    def text(self, state: Any) -> str: ...

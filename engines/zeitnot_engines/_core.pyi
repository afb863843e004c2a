"""
Games and search, native. Immutable values; everything may be used from any thread.
"""

from collections.abc import Mapping, Sequence


class IllegalMove(ValueError):
    """The move is not legal here; the message says why."""

class Setting:
    """What one setting of a game may be."""

    @property
    def name(self) -> str: ...

    @property
    def default(self) -> int | str: ...

    @property
    def choices(self) -> list[int | str]: ...

def games() -> list[str]:
    """The ids of all games."""

def settings_of(game: str) -> list[Setting]:
    """The settings that a game has. Raises ValueError for an unknown game."""

class Game:
    """One game with its settings fixed; immutable."""

    def __init__(self, name: str, settings: Mapping[str, str | int | bool] = {}) -> None:
        """
        Raises ValueError for an unknown game, an unknown setting or a bad value.
        """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int:
        """Raised whenever a stored game could replay differently."""

    @property
    def seats(self) -> int: ...

    @property
    def draws(self) -> bool:
        """Whether the game can be drawn."""

    @property
    def unit(self) -> str:
        """What a search's values count."""

    @property
    def settings_key(self) -> int:
        """The settings' part of every key, 0 for the defaults."""

    @property
    def settings(self) -> dict[str, str | int | bool]:
        """All settings, the defaults included."""

    def start(self) -> History: ...

    def parse(self, text: str) -> History:
        """The position that `text` describes, without a past. Raises ValueError."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class History:
    """A position with what of its past matters; immutable, equal by value."""

    @property
    def game(self) -> Game: ...

    @property
    def turn(self) -> int | None:
        """The seat to move; None before a throw and after the end."""

    @property
    def due(self) -> tuple[str, tuple[int, ...]] | None:
        """The throw to come: ('dice', sides) or ('shuffle', (cards,))."""

    @property
    def result(self) -> tuple[tuple[float, ...], str, str] | None:
        """After the end: a score a seat, the reason, the word."""

    @property
    def text(self) -> str: ...

    @property
    def key(self) -> int:
        """The position's 64-bit key, settings included."""

    @property
    def ply(self) -> int:
        """Moves played since start or parse."""

    @property
    def occurrences(self) -> int:
        """How often this position has stood on the board, now included."""

    def view(self, seat: int | None) -> str:
        """The position as a seat sees it; None: a spectator."""

    def can_win(self, seat: int) -> bool:
        """Whether this seat could still win."""

    def legal(self) -> list[str]:
        """The legal moves; none before a throw and after the end."""

    def play(self, move: str) -> History:
        """The history after a move. Raises IllegalMove."""

    def throw(self, values: Sequence[int]) -> History:
        """
        The history after the due throw. Raises ValueError for values that cannot be.
        """

    def outcomes(self) -> list[tuple[tuple[int, ...], float]]:
        """Every way the due throw can fall, with its probability."""

    def perft(self, depth: int) -> int:
        """The number of paths of exactly `depth` plies."""

    def divide(self, depth: int) -> list[tuple[str, int]]:
        """perft by first move, or by first throw."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

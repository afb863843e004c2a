"""What a game's face in the terminal is, and what it is given to draw."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.text import Text


@dataclass(frozen=True, slots=True)
class Marks:
    """Cells to point out, by their names in the game's notation. `move`: the last move as the
    server wrote it. `seat`: who looks on; None: a spectator."""

    last: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    move: str = ""
    seat: int | None = None

    @property
    def turned(self) -> bool:
        """Whether seat 1 looks on, of two that sit opposite each other."""
        return self.seat == 1


@dataclass(frozen=True, slots=True)
class Face:
    """One game's. `pieces`: the mark of each seat, as it stands on the board. `draw`: the board of
    a position, as the server writes it; raises ValueError or LookupError if it cannot read that.
    `plain`: a move without what need not be typed; by this the listed move is found that is meant.
    """

    pieces: Sequence[str]
    draw: Callable[[str, Marks], Text]
    plain: Callable[[str], str] = str.lower

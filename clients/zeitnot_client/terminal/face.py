"""The face of a game: how the terminal draws it, and the values that it is given to draw."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from rich.text import Text

NO_SETTINGS: Mapping[str, str | int | bool] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Marks:
    """Cells to point out, by their names in the game's notation. `move`: the last move as the
    server wrote it. `seat`: who looks on; None: a spectator. `settings`: the game's, by name."""

    last: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    move: str = ""
    seat: int | None = None
    settings: Mapping[str, str | int | bool] = field(default_factory=lambda: NO_SETTINGS)

    @property
    def turned(self) -> bool:
        """Whether seat 1 looks on, of two that sit opposite each other."""
        return self.seat == 1


@dataclass(frozen=True, slots=True)
class Change:
    """What a move or a throw has made of a position: `before` (empty: not known) and `after` as the
    viewer sees them, as the server writes them. `names`: the players', by seat."""

    before: str
    after: str
    names: Sequence[str]


def nothing_ended(_: Change) -> str | None:
    """For games without hands or other parts: nothing ends before the game does."""
    return None


@dataclass(frozen=True, slots=True)
class Face:
    """One game's. `pieces`: the mark of each seat, as it stands on the board. `draw`: the board of
    a position, as the server writes it; raises ValueError or LookupError if it cannot read that.
    `plain`: a move without what need not be typed; by this the listed move is found that is meant.
    `ended`: a line on the part of the game that a change has ended, as a hand, or one game of a
    match; None: none has ended. It raises as `draw` does, and says no more than the positions show.
    """

    pieces: Sequence[str]
    draw: Callable[[str, Marks], Text]
    plain: Callable[[str], str] = str.lower
    ended: Callable[[Change], str | None] = nothing_ended

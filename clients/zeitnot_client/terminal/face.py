"""The face of a game: how the terminal draws it, and the values that it is given to draw."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from rich.text import Text

NO_SETTINGS: Mapping[str, str | int | bool] = MappingProxyType({})

NO_ENDS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Marks:
    """Cells to point out, by their names in the game's notation. `move`: the last move as the
    server wrote it. `seat`: the viewer's; None: a spectator. `settings`: the game's, by name."""

    last: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    move: str = ""
    seat: int | None = None
    settings: Mapping[str, str | int | bool] = field(default_factory=lambda: NO_SETTINGS)

    @property
    def turned(self) -> bool:
        """Whether the viewer is seat 1, for whom a board of two sides is turned."""
        return self.seat == 1


@dataclass(frozen=True, slots=True)
class Change:
    """A position `before` (empty: not known) and `after` a move or throw, as the server writes them
    for the viewer. `names`: the players', by seat."""

    before: str
    after: str
    names: Sequence[str]


def no_part_result(_: Change) -> str | None:
    """For games without hands or other parts that have results."""
    return None


def no_outcome(move: str, after: str) -> str | None:
    """For games whose moves say all by themselves."""
    return None


def counts_nothing(position: str) -> Sequence[int]:
    """For games that are won or lost without a count."""
    return ()


def lays_nothing(move: str) -> bool:
    """For games that begin with their pieces on the board, or none."""
    return False


@dataclass(frozen=True, slots=True)
class Face:
    """How the terminal draws one game. `pieces`: the mark of each seat on the board. `draw`: the
    board of a position, as the server writes it; raises ValueError or LookupError for other text.
    `ends`: how a game ended in the words of the page, by the server's where they differ.
    `part_result`: a line about the part of the game (a hand, one game of a match) that a change has
    ended; None: none has ended. It raises as `draw` does, and reveals no hidden cards.
    `played`: a move in words, where it is hidden or only the position after it shows what it has
    come to, as of a shot; None: as its notation writes it.
    `lays`: whether a legal move lays out a piece before the game; `random` then lays out all.
    `counts`: of a position that ends a game of two sides, what each has, as discs or tricks; empty:
    nothing is counted. It raises as `draw` does. `unit`: one and several of what is counted, if the
    count does not say it by itself.
    `has_number`: whether a move has a number of its own, as stones have; None: rounds are numbered.
    """

    pieces: Sequence[str]
    draw: Callable[[str, Marks], Text]
    ends: Mapping[str, str] = field(default_factory=lambda: NO_ENDS)
    part_result: Callable[[Change], str | None] = no_part_result
    has_number: Callable[[str], bool] | None = None
    played: Callable[[str, str], str | None] = no_outcome
    lays: Callable[[str], bool] = lays_nothing
    counts: Callable[[str], Sequence[int]] = counts_nothing
    unit: tuple[str, str] | None = None

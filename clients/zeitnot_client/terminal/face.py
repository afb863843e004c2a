"""A game's face: how the terminal draws the game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from rich.text import Text

NO_SETTINGS: Mapping[str, str | int | bool] = MappingProxyType({})

NO_ENDS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Marks:
    """What to mark on the board. `last`: cells of the last move, and `targets`: legal targets, by
    their names in the game's notation. `move`: the last move as the server wrote it. `seat`: the
    viewer's, None for a spectator. `settings`: the game's, by name."""

    last: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    move: str = ""
    seat: int | None = None
    settings: Mapping[str, str | int | bool] = field(default_factory=lambda: NO_SETTINGS)

    @property
    def turned(self) -> bool:
        """Whether the viewer is seat 1, so that a board for two sides is turned."""
        return self.seat == 1


@dataclass(frozen=True, slots=True)
class Change:
    """The positions `before` (empty: not known) and `after` a move or throw, as the server writes
    them for the viewer. `names`: of the players, by seat."""

    before: str
    after: str
    names: Sequence[str]


def no_part_result(_: Change) -> str | None:
    """The default for games that have no parts with results, such as hands."""
    return None


def no_outcome(move: str, after: str) -> str | None:
    """The default for games in which the notation says everything about a move."""
    return None


def counts_nothing(position: str) -> Sequence[int]:
    """The default for games that are won or lost without a count."""
    return ()


def places_no_piece(move: str) -> bool:
    """The default for games that do not begin by placing the pieces."""
    return False


@dataclass(frozen=True, slots=True)
class Face:
    """How the terminal draws one game.

    `pieces`: the mark of each seat on the board. `draw`: draws a position in the server's text;
    raises ValueError or LookupError for other text. `ends`: for the server's words that say how a
    game ended, the page's texts if they differ. `part_result`: a line about the part of the game (a
    hand, one game of a match) that a change has ended, or None; it raises like `draw`, and reveals
    no hidden cards. `played`: a move in words, if the notation is not enough because the move is
    hidden or its outcome is known only from the position after it, as for a shot; otherwise None.
    `places_piece`: whether a legal move places a piece before play begins; the user can then type
    `random` to have all of them placed. `counts`: the final counts of two sides, such as discs or
    tricks, or empty; it raises like `draw`. `unit`: singular and plural of what is counted, None if
    the numbers need no unit.
    `has_number`: whether a move has its own number, as in Go; None: rounds are numbered.
    """

    pieces: Sequence[str]
    draw: Callable[[str, Marks], Text]
    ends: Mapping[str, str] = field(default_factory=lambda: NO_ENDS)
    part_result: Callable[[Change], str | None] = no_part_result
    has_number: Callable[[str], bool] | None = None
    played: Callable[[str, str], str | None] = no_outcome
    places_piece: Callable[[str], bool] = places_no_piece
    counts: Callable[[str], Sequence[int]] = counts_nothing
    unit: tuple[str, str] | None = None

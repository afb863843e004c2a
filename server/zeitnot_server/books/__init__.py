"""Opening books: positions and the moves that were played there, with their results.

`learn` adds a finished game, `lookup` shows a position; the arithmetic is in `entry`, pure.
"""

from .bounds import LearntGames
from .entry import Entry, Place
from .files import BadBook
from .learning import Taught, catch_up, forget, learn, remember, taught_by, unlearn
from .lines import Line, lines
from .lookup import IMPORTED, SCOPES, SERVER, listing, lookup
from .rules import BookRules

__all__ = [
    "IMPORTED",
    "SCOPES",
    "SERVER",
    "BadBook",
    "BookRules",
    "Entry",
    "LearntGames",
    "Line",
    "Place",
    "Taught",
    "catch_up",
    "forget",
    "learn",
    "lines",
    "listing",
    "lookup",
    "remember",
    "taught_by",
    "unlearn",
]

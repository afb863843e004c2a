"""Opening books: positions and the moves that were played there, with their results.

`learn` adds a finished game, `lookup` shows a position; the arithmetic is in `entry`, pure.
"""

from .book_store import BookReads, BookStore, Unlearnt
from .bounds import LearntGames
from .entry import Entry, Place
from .files import BadBook
from .learning import catch_up, learn, remember
from .lines import BookLine, lines, order
from .lookup import listing, lookup
from .rules import BookRules
from .scopes import IMPORTED, SCOPES, SERVER
from .taught import Taught, TaughtGame, taught_by

__all__ = [
    "IMPORTED",
    "SCOPES",
    "SERVER",
    "BadBook",
    "BookLine",
    "BookReads",
    "BookRules",
    "BookStore",
    "Entry",
    "LearntGames",
    "Place",
    "Taught",
    "TaughtGame",
    "Unlearnt",
    "catch_up",
    "learn",
    "lines",
    "listing",
    "lookup",
    "order",
    "remember",
    "taught_by",
]

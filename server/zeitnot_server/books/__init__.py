"""Opening books: positions and the moves that were played there, with their results.

`learn` adds a finished game, `lookup` shows a position; the arithmetic is in `entry`, pure.
"""

from .book_store import BookReads, BookStore, Unlearnt
from .bounds import LearntGames
from .contribution import BookGame, Contribution, contribution_of
from .entry import Entry, Place
from .files import BadBook
from .learning import learn, learn_missed, remember
from .lines import BookLine, lines, order
from .lookup import listing, lookup
from .rules import BookRules
from .scopes import IMPORTED, SCOPES, SERVER

__all__ = [
    "IMPORTED",
    "SCOPES",
    "SERVER",
    "BadBook",
    "BookGame",
    "BookLine",
    "BookReads",
    "BookRules",
    "BookStore",
    "Contribution",
    "Entry",
    "LearntGames",
    "Place",
    "Unlearnt",
    "contribution_of",
    "learn",
    "learn_missed",
    "lines",
    "listing",
    "lookup",
    "order",
    "remember",
]

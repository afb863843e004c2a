"""Opening books: positions and the moves that were played there, with their results.

`learn` adds a finished game, `lookup` shows a position; the arithmetic is in `entry`, pure.
"""

from .book_store import BookReads, BookStore, Unlearnt
from .bounds import LearntGames
from .contribution import BookGame, Contribution, contribution_of
from .entry import Entry, Place, played
from .files import BadBook
from .learning import learn, learn_missed, remember
from .lines import PLIES, BookLine, is_informative, line_at, lines, order
from .lookup import listing, lookup
from .rules import BookRules
from .scopes import IMPORTED, SCOPES, SERVER

__all__ = [
    "IMPORTED",
    "PLIES",
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
    "is_informative",
    "learn",
    "learn_missed",
    "line_at",
    "lines",
    "listing",
    "lookup",
    "order",
    "played",
    "remember",
]

"""Opening books: positions, and the moves played there with their results.

`index_game` adds a finished game, `lookup` reads a position; the arithmetic is in `entry`, pure.
"""

from .book_store import BookReads, BookStore, UnindexedGame
from .bounds import IndexedGames
from .contribution import BookGame, Contribution, contribution_of
from .entry import BookPosition, Entry, played
from .files import BadBook
from .indexing import index_game, index_missed, load_recent
from .lines import MAX_PLIES, BookLine, is_informative, line_at, lines, order
from .lookup import listing, lookup
from .rules import BookRules
from .scopes import IMPORTED, SCOPES, SERVER

__all__ = [
    "IMPORTED",
    "MAX_PLIES",
    "SCOPES",
    "SERVER",
    "BadBook",
    "BookGame",
    "BookLine",
    "BookPosition",
    "BookReads",
    "BookRules",
    "BookStore",
    "Contribution",
    "Entry",
    "IndexedGames",
    "UnindexedGame",
    "contribution_of",
    "index_game",
    "index_missed",
    "is_informative",
    "line_at",
    "lines",
    "listing",
    "load_recent",
    "lookup",
    "order",
    "played",
]

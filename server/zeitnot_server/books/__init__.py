"""Opening books: positions and the moves that were played there, with their results.

`learn` adds a finished game, `lookup` shows a position; the arithmetic is in `entry`, pure.
"""

from .book_store import BookReads as BookReads
from .book_store import BookStore as BookStore
from .book_store import Unlearnt as Unlearnt
from .bounds import LearntGames as LearntGames
from .contribution import BookGame as BookGame
from .contribution import Contribution as Contribution
from .contribution import contribution_of as contribution_of
from .entry import Entry as Entry
from .entry import Place as Place
from .entry import played as played
from .files import BadBook as BadBook
from .learning import learn as learn
from .learning import learn_missed as learn_missed
from .learning import remember as remember
from .lines import PLIES as PLIES
from .lines import BookLine as BookLine
from .lines import is_informative as is_informative
from .lines import line_at as line_at
from .lines import lines as lines
from .lines import order as order
from .lookup import listing as listing
from .lookup import lookup as lookup
from .rules import BookRules as BookRules
from .scopes import IMPORTED as IMPORTED
from .scopes import SCOPES as SCOPES
from .scopes import SERVER as SERVER

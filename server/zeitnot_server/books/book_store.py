"""What books need of whoever keeps them. A database implements it (`store`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

import zeitnot_protocol as p

from .entry import Entry, Place
from .lines import BookLine
from .taught import Taught, TaughtGame


class Unlearnt(NamedTuple):
    """A finished game that is not learnt; `again`: an older version had learnt it."""

    game: str
    again: bool


class BookReads(Protocol):
    """Books that can be read. Each raises what the store raises."""

    async def entries(self, scopes: Sequence[str], place: Place) -> list[Entry]:
        """The moves known at a place in any of these books, together, best weight first."""

    async def whole(self, scopes: Sequence[str], game_type: str) -> list[BookLine]:
        """All lines of these books together, in the order of `lines.order`."""

    async def sizes(self, scopes: Mapping[str, Sequence[str]]) -> list[p.BookInfo]:
        """How large the books are that are shown under these names and consist of these parts,
        book by book, sorted by game."""


class BookStore(BookReads, Protocol):
    """Books that learn. A write is durable when its await returns, and whole or not at all."""

    async def learn_game(self, game: str, taught: Taught) -> bool:
        """Adds the lines of a game to the server's book and marks it as learnt, or, without lines,
        as forgotten; what it had taught an older version is taken out. False, and nothing done, if
        it is marked already."""

    async def unlearnt(self) -> list[Unlearnt]:
        """The oldest finished games that are not learnt; none where there is none."""

    async def keep_former(self) -> bool:
        """Moves some of what is left of an older version's book to where lines from files are kept.
        False when nothing is left, or not all of its games have been learnt again yet."""

    async def add_imported(
        self, game_type: str, lines: Sequence[BookLine], *, replace: bool = False
    ) -> None:
        """Adds lines from a file; `replace`: all that was known of this kind of game is forgotten
        first, and its games are not learnt again."""

    async def taught_since(self, since_ms: int) -> list[TaughtGame]:
        """The games in the server's book that were made since (Unix ms)."""

    async def addresses_of(self, accounts: Iterable[str]) -> dict[str, str]:
        """From where these accounts were made, as far as that is known."""

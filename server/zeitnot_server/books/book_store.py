"""The storage interface of books; a database implements it (`store`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

import zeitnot_protocol as p

from .contribution import BookGame, Contribution
from .entry import Entry, Place
from .lines import BookLine


class Unlearnt(NamedTuple):
    """A finished game that is to be learnt; `again`: an older version had learnt it."""

    game: str
    again: bool


class BookReads(Protocol):
    """Reads books. Each method raises StoreError."""

    async def entries(self, scopes: Sequence[str], place: Place) -> list[Entry]:
        """The moves at a place in these books, merged, best weight first."""

    async def whole(self, scopes: Sequence[str], game_type: str) -> list[BookLine]:
        """All lines of these books, merged, in the order of `lines.order`."""

    async def sizes(self, scopes: Mapping[str, Sequence[str]]) -> list[p.BookInfo]:
        """The sizes of the books with these names and parts, book by book, sorted by game."""


class BookStore(BookReads, Protocol):
    """Writes books. A write is durable when its await returns, and atomic."""

    async def learn_game(self, game: str, contribution: Contribution) -> bool:
        """Adds the lines of a game to the server's book and marks the game as learnt, or, without
        lines, as forgotten; the lines that an older version had learnt from it are removed. Returns
        False, and changes nothing, if the game is already marked."""

    async def unlearnt(self) -> list[Unlearnt]:
        """The oldest finished games that have not been learnt; empty if there are none."""

    async def keep_former(self) -> bool:
        """Moves some of the remaining lines of an older version's book to the lines from files.
        False if none remain, or if some of its games have not been learnt again yet."""

    async def add_imported(
        self, game_type: str, lines: Sequence[BookLine], *, replace: bool = False
    ) -> None:
        """Adds lines from a file; `replace`: all lines of this game type are deleted first, and its
        games are not learnt again."""

    async def learnt_since(self, since_ms: int) -> list[BookGame]:
        """The games in the server's book that were made since (Unix ms)."""

    async def addresses_of(self, accounts: Iterable[str]) -> dict[str, str]:
        """The addresses from which these accounts were made, as far as known."""

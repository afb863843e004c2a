"""The storage interface of books, which each database implements (`store`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

import zeitnot_protocol as p

from .contribution import BookGame, Contribution
from .entry import BookPosition, Entry
from .lines import BookLine


class UnindexedGame(NamedTuple):
    """A finished game to be indexed. `again`: an older version has indexed it before."""

    game: str
    again: bool


class BookReads(Protocol):
    """Reads books. Each method raises StoreError."""

    async def entries(self, scopes: Sequence[str], book_position: BookPosition) -> list[Entry]:
        """The moves in a position of these books, merged, best weight first."""

    async def all_lines(self, scopes: Sequence[str], game_type: str) -> list[BookLine]:
        """All lines of these books, merged, in the order of `lines.order`."""

    async def sizes(self, scopes: Mapping[str, Sequence[str]]) -> list[p.BookInfo]:
        """The sizes of these books, given by name with their parts; book by book, sorted by
        game."""


class BookStore(BookReads, Protocol):
    """Reads and writes books. Each write is atomic, and durable when its await returns."""

    async def index_game(self, game: str, contribution: Contribution) -> bool:
        """Adds a game's lines to the server's book, and marks the game as indexed or, if it has no
        lines, as removed from the book. The lines that an older version has added are removed.
        Returns False, and changes nothing, if the game is already marked."""

    async def unindexed(self) -> list[UnindexedGame]:
        """The oldest finished games that are not indexed yet; empty if there are none."""

    async def import_former(self) -> bool:
        """Moves some of the remaining lines of an older version's book to the imported lines.
        Returns False if none remain, or if some of its games are not indexed again yet."""

    async def add_imported(
        self, game_type: str, lines: Sequence[BookLine], *, replace: bool = False
    ) -> None:
        """Adds lines from a file. `replace`: all lines of this game type are deleted first, and its
        games are not indexed again."""

    async def indexed_since(self, since_ms: int) -> list[BookGame]:
        """The games in the server's book that were created since (Unix ms)."""

    async def addresses_of(self, accounts: Iterable[str]) -> dict[str, str]:
        """The addresses from which these accounts were created, as far as known."""

"""Adds a game's lines to the server's book and marks the game, in one transaction, so that a crash
can neither lose a game nor count it twice. See `books.indexing`."""

from collections.abc import Sequence

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from ....books.book_store import UnindexedGame
from ....books.contribution import Contribution
from ....books.lines import BookLine
from ....books.scopes import IMPORTED, PRE_0_2, SCOPES, SERVER
from ....rooms.room import Phase
from ..base.connection import Connection
from . import book_table

BATCH_LINES = 500  # in a transaction

# `forgotten`: the book has no lines of the game; `relearn`: only an older version's book has them.
_RELEARN_FLAG = "SELECT relearn FROM game WHERE id = ? AND NOT learned"
_SET_LEARNED = "UPDATE game SET learned = true, relearn = false, forgotten = ? WHERE id = ?"
_ADD_OPENING = "INSERT INTO opening (game, keys) VALUES (?, ?) ON CONFLICT (game) DO NOTHING"
_FLAGS = "SELECT learned, relearn, forgotten FROM game WHERE id = ?"
_MARK_FORGOTTEN = """UPDATE game SET learned = true, relearn = false, forgotten = true
WHERE game_type = ? AND (learned OR relearn)"""
_ANY_TO_RELEARN = "SELECT 1 FROM game WHERE relearn LIMIT 1"
_HAS_LINES = "SELECT 1 FROM book WHERE scope = ? LIMIT 1"
_NOT_LEARNED = (
    "SELECT id, relearn FROM game WHERE state = :finished AND NOT learned"
    " ORDER BY finished_at, id LIMIT 100"
)


def add_game(connection: Connection, game: str, contribution: Contribution) -> bool:
    """Adds a game's lines and its opening. False if the game was marked already."""
    row = connection.execute(_RELEARN_FLAG, (game,)).fetchone()
    if row is None:
        return False
    connection.execute(_SET_LEARNED, (not contribution.lines, game))
    book_table.add(connection, SERVER, contribution.lines)
    if contribution.opening:
        keys = b"".join(key.to_bytes(8, "big") for key in contribution.opening)
        connection.execute(_ADD_OPENING, (game, keys))
    if row[0]:
        book_table.subtract(connection, PRE_0_2, contribution.former)
    return True


def remove_game(connection: Connection, game: str, contribution: Contribution) -> bool:
    """Subtracts a finished game from the server's book, and keeps it from being indexed later.
    False if it was marked already as having no lines in the book. The day on which a move was last
    played is not changed."""
    learned, relearn, forgotten = connection.execute(_FLAGS, (game,)).fetchone()
    if forgotten:
        return False
    if relearn:
        book_table.subtract(connection, PRE_0_2, contribution.former)
    elif learned:
        book_table.subtract(connection, SERVER, contribution.lines)
    connection.execute(_SET_LEARNED, (True, game))
    return True


def clear_book(connection: Connection, game_type: str) -> None:
    """Deletes the server's book of this game type, and that of an older version. Their games are
    not indexed again."""
    book_table.clear(connection, (*SCOPES[SERVER], PRE_0_2), game_type)
    connection.execute(_MARK_FORGOTTEN, (game_type,))


def add_imported(
    connection: Connection, game_type: str, lines: Sequence[BookLine], replace: bool
) -> None:
    """Adds lines from a file; `replace`: the book of this game type is deleted first."""
    if replace:
        clear_book(connection, game_type)
    book_table.add(connection, IMPORTED, lines)


def import_former(connection: Connection) -> bool:
    """Moves up to BATCH_LINES remaining lines of an older version's book to the imported one. False
    if none remain, or if not all of its games have been subtracted yet."""
    if connection.execute(_HAS_LINES, (PRE_0_2,)).fetchone() is None:
        return False
    if connection.execute(_ANY_TO_RELEARN).fetchone() is not None:
        return False
    return book_table.move(connection, PRE_0_2, IMPORTED, BATCH_LINES)


async def unindexed(session: AsyncSession) -> list[UnindexedGame]:
    """The oldest games that are not indexed, and whether an older version has indexed them."""
    rows = await session.execute(text(_NOT_LEARNED), {"finished": Phase.FINISHED.value})
    return [UnindexedGame(game, bool(again)) for game, again in rows]

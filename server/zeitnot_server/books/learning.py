"""Learning: what was played goes into the server's book, every game once.

That a game has been learnt is written in the transaction that adds its lines, so a crash in
between can neither lose it nor count it twice; `catch_up` finds what a crash has left.
"""

import sqlite3
from collections.abc import Callable
from typing import Protocol, TypeVar, cast

from sqlalchemy import text

from ..rooms.room import Phase, Room, Row
from . import table
from .lines import Line, lines
from .lookup import SERVER, Reads
from .rules import BookRules

T = TypeVar("T")
_MARK = "UPDATE game SET learned = 1 WHERE id = ? AND NOT learned"
_LEFT = "SELECT id FROM game WHERE state = :finished AND NOT learned ORDER BY finished_at LIMIT 100"


class LoadedRoom(Protocol):
    """A room as read from the log."""

    @property
    def room(self) -> Room: ...


class Memory(Reads, Protocol):
    """What learning needs of the store."""

    async def rows(self, game: str, since: int = 0) -> list[Row]: ...

    async def load(self, game: str) -> LoadedRoom | None: ...

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T: ...


async def learn(store: Memory, room: Room) -> bool:
    """Adds a finished game to the server's book; False if that was done before.

    The rules of the room must be BookRules. Raises what the store raises.
    """
    if room.phase is not Phase.FINISHED:
        raise AssertionError("only a finished game can be learnt")
    found = await _lines(store, room)
    return await store.write(lambda connection: _learn(connection, room.id, found))


async def _lines(store: Memory, room: Room) -> list[Line]:
    rules = cast(BookRules, room.charter.rules)
    return lines(rules, (row.event for row in await store.rows(room.id, 0)))


def _learn(connection: sqlite3.Connection, game: str, found: list[Line]) -> bool:
    if connection.execute(_MARK, (game,)).rowcount == 0:
        return False
    table.add(connection, SERVER, found)
    return True


async def catch_up(store: Memory, failed: Callable[[str, Exception], None]) -> int:
    """Learns the finished games that were not learnt yet; how many. To be called at a start.

    A game that cannot be read (its rules have changed) is reported and marked, so that it does not
    come up at every start again.
    """
    learnt = 0
    while left := await _left(store):
        for game in left:
            learnt += await _learn_later(store, game, failed)
    return learnt


async def _left(store: Memory) -> list[str]:
    async with store.reading() as session:
        return list(await session.scalars(text(_LEFT), {"finished": Phase.FINISHED.value}))


async def _learn_later(store: Memory, game: str, failed: Callable[[str, Exception], None]) -> bool:
    """What reading raises is reported; what writing raises is raised, and the game stays."""
    found: list[Line] = []
    readable = False
    try:
        if loaded := await store.load(game):
            found, readable = await _lines(store, loaded.room), True
    except Exception as error:
        failed(game, error)
    return await store.write(lambda connection: _learn(connection, game, found)) and readable

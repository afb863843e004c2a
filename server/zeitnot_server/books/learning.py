"""Learning: finished games go into the server's book, each once.

That a game has been learnt is written in the transaction that adds its lines, so a crash can
neither lose it nor count it twice; `catch_up` learns what a crash has left out. Nothing is learnt
from games beyond the bounds of `bounds`, if the caller counts them.

Versions before 0.2 learnt from every game with a result. The migration renames their book to
`FORMER` and marks its games: each is subtracted from it when it is learnt again. What remains when
all are done came from files, or from a game that cannot be read any more, and moves to the lines
from files.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, cast

from sqlalchemy import text

import zeitnot_protocol as p

from ..rooms.room import LogEntry, Phase, Room
from . import table
from .bounds import WITHIN_MS, LearntGames, learnt_game
from .lines import Line, former_lines, lines
from .lookup import IMPORTED, SCOPES, SERVER, Reads
from .rules import BookRules

FORMER = "former"
AT_ONCE = 500  # lines in a transaction
PORTION = 128  # events that are read at once

T = TypeVar("T")
_UNLEARNT = "SELECT relearn FROM game WHERE id = ? AND NOT learned"
_MARK = "UPDATE game SET learned = 1, relearn = 0, forgotten = ? WHERE id = ?"
_STANDING = "SELECT learned, relearn, forgotten FROM game WHERE id = ?"
_DROPPED = """UPDATE game SET learned = 1, relearn = 0, forgotten = 1
WHERE game_type = ? AND (learned OR relearn)"""
_MARKED = "SELECT 1 FROM game WHERE relearn LIMIT 1"
_ASIDE = "SELECT 1 FROM book WHERE scope = ? LIMIT 1"
_LEFT = (
    "SELECT id, relearn FROM game WHERE state = :finished AND NOT learned"
    " ORDER BY finished_at LIMIT 100"
)


class LoadedRoom(Protocol):
    """A room as read from the log."""

    @property
    def room(self) -> Room: ...


class TaughtGame(Protocol):
    """A game in the book: who played it, and when it ended (Unix ms)."""

    @property
    def id(self) -> str: ...
    @property
    def game_type(self) -> str: ...
    @property
    def at(self) -> int: ...
    @property
    def accounts(self) -> frozenset[str]: ...


class Memory(Reads, Protocol):
    """What learning needs of the store."""

    async def entries(self, game: str, since: int = 0, limit: int = -1) -> list[LogEntry]: ...

    async def load(self, game: str) -> LoadedRoom | None: ...

    async def addresses_of(self, accounts: Iterable[str]) -> dict[str, str]: ...

    async def taught_since(self, since_ms: int) -> Sequence[TaughtGame]: ...

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T: ...


async def learn(store: Memory, room: Room, learnt: LearntGames | None = None) -> bool:
    """Adds a finished game to the server's book; False if that was done before. One beyond the
    bounds of `learnt` is marked as learnt, and adds nothing.

    The rules of the room must be BookRules. Raises what the store raises.
    """
    if room.phase is not Phase.FINISHED:
        raise AssertionError("only a finished game can be learnt")
    found = await _taught(store, room, learnt, again=False)
    return await store.write(lambda connection: _learn(connection, room.id, found))


@dataclass(frozen=True, slots=True)
class Taught:
    """The lines of a game, and, if it is learnt again, those that an older version learnt from
    it."""

    lines: Sequence[Line] = ()
    former: Sequence[Line] = ()


def taught_by(rules: BookRules, events: Sequence[p.RoomEvent], setup: p.Setup) -> Taught:
    """All lines that this version, or one before 0.2, may have learnt from a finished game."""
    return Taught(lines(rules, events, setup), former_lines(rules, events))


def unlearn(connection: sqlite3.Connection, game: str, taught: Taught) -> bool:
    """Subtracts a finished game from the server's book, within the caller's transaction; it is not
    learnt later either. False if the book had nothing of it. The day on which a move was played
    last stays."""
    learned, relearn, forgotten = connection.execute(_STANDING, (game,)).fetchone()
    if forgotten:
        return False
    if relearn:
        table.take(connection, FORMER, taught.former)
    elif learned:
        table.take(connection, SERVER, taught.lines)
    connection.execute(_MARK, (True, game))
    return True


async def _taught(store: Memory, room: Room, learnt: LearntGames | None, *, again: bool) -> Taught:
    rules = cast(BookRules, room.game_setup.rules)
    events = await _events(store, room.id)
    former = former_lines(rules, events) if again else ()
    found = lines(rules, events, room.game_setup.setup)
    if found and not again and learnt is not None and not await _admitted(store, room, learnt):
        found = []
    return Taught(found, former)


async def _events(store: Memory, game: str) -> list[p.RoomEvent]:
    """All events of a game, in portions, since others wait for the same thread."""
    events = list[p.RoomEvent]()
    while rows := await store.entries(game, len(events), PORTION):
        events += [row.event for row in rows]
    return events


async def _admitted(store: Memory, room: Room, learnt: LearntGames) -> bool:
    """Whether the bounds allow this game to be learnt."""
    accounts = {seat.actor.account for seat in room.seats if seat.actor is not None}
    known = await store.addresses_of(accounts)
    at = room.finished.at if room.finished else 0
    return learnt.take(learnt_game(room.id, room.game_setup.rules.game, at, accounts, known))


async def remember(store: Memory, learnt: LearntGames, now_ms: int) -> None:
    """Counts the games learnt before this start. `now_ms`: Unix. Raises what the store raises."""
    taught = await store.taught_since(now_ms - WITHIN_MS)
    known = await store.addresses_of({one for game in taught for one in game.accounts})
    for game in taught:
        learnt.know(learnt_game(game.id, game.game_type, game.at, game.accounts, known))


def _learn(connection: sqlite3.Connection, game: str, taught: Taught) -> bool:
    found = connection.execute(_UNLEARNT, (game,)).fetchone()
    if found is None:
        return False
    connection.execute(_MARK, (not taught.lines, game))
    table.add(connection, SERVER, taught.lines)
    if found[0]:
        table.take(connection, FORMER, taught.former)
    return True


async def catch_up(
    store: Memory, failed: Callable[[str, Exception], None], learnt: LearntGames | None = None
) -> int:
    """Learns the finished games that were not learnt yet; how many. To be called at a start.

    A game that cannot be read (its rules have changed) is reported and marked, so that it is not
    tried at every start.
    """
    count = 0
    while left := await _left(store):
        for game, again in left:
            count += await _learn_later(store, game, again, failed, learnt)
    while await store.write(_keep_what_came_from_files):
        pass
    return count


def forget(connection: sqlite3.Connection, game_type: str) -> None:
    """Deletes the server's book of this kind of game, within the caller's transaction; an older
    version's book too, whose games are not learnt again."""
    table.clear(connection, (*SCOPES[SERVER], FORMER), game_type)
    connection.execute(_DROPPED, (game_type,))


def _keep_what_came_from_files(connection: sqlite3.Connection) -> bool:
    """Some of it; False when nothing is left of an older version's book, or not all of its games
    have been taken out yet."""
    if connection.execute(_ASIDE, (FORMER,)).fetchone() is None:
        return False
    if connection.execute(_MARKED).fetchone() is not None:
        return False
    return table.move(connection, FORMER, IMPORTED, AT_ONCE)


async def _left(store: Memory) -> list[tuple[str, bool]]:
    """The oldest games that are not learnt, and whether an older version had learnt them."""
    async with store.reading() as session:
        found = await session.execute(text(_LEFT), {"finished": Phase.FINISHED.value})
        return [(game, bool(again)) for game, again in found]


async def _learn_later(
    store: Memory,
    game: str,
    again: bool,
    failed: Callable[[str, Exception], None],
    learnt: LearntGames | None,
) -> bool:
    """Errors in reading are reported; errors in writing are raised, and the game remains to be
    learnt."""
    taught = Taught()
    readable = False
    try:
        if loaded := await store.load(game):
            taught = await _taught(store, loaded.room, learnt, again=again)
            readable = True
    except Exception as error:
        failed(game, error)
    return await store.write(lambda connection: _learn(connection, game, taught)) and readable

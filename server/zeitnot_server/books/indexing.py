"""Adds finished games to the server's book, each exactly once.

A game is marked as indexed in the transaction that adds its lines, so a crash can neither lose it
nor count it twice. `index_missed` adds the games that a crash prevented. If the caller passes
`recent`, games beyond the limits of `bounds` are not added.

Versions before 0.2 indexed every game with a result. The migration renames their book to `PRE_0_2`
and marks its games: each is subtracted from that book when it is indexed again. The lines that
remain came from files, or from games that can no longer be read, and become imported lines.
"""

from collections.abc import Callable
from typing import Protocol, cast

import zeitnot_protocol as p

from ..rooms.room import LogEntry, Phase, Room
from .book_store import BookStore, UnindexedGame
from .bounds import PERIOD_MS, IndexedGames, indexed_game
from .contribution import Contribution
from .lines import former_lines, lines, opening_keys
from .rules import BookRules

LOG_CHUNK = 128  # events


class LoadedRoom(Protocol):
    """A room that was read from the log."""

    @property
    def room(self) -> Room: ...


class Logs(Protocol):
    """The part of the rooms' log that indexing reads."""

    async def entries(self, game: str, since: int = 0, limit: int = -1) -> list[LogEntry]: ...

    async def load(self, game: str) -> LoadedRoom | None: ...


class IndexingStore(Protocol):
    """The part of the store that indexing uses."""

    @property
    def books(self) -> BookStore: ...

    @property
    def log(self) -> Logs: ...


async def index_game(store: IndexingStore, room: Room, recent: IndexedGames | None = None) -> bool:
    """Adds a finished game to the server's book; returns False if it is indexed already. A game
    beyond the limits of `recent` is marked as indexed, but adds no lines.

    The rules of the room must be BookRules. Raises StoreError.
    """
    if room.phase is not Phase.FINISHED:
        raise AssertionError("only a finished game can be indexed")
    contribution = await _contribution(store, room, recent, again=False)
    return await store.books.index_game(room.id, contribution)


async def _contribution(
    store: IndexingStore, room: Room, recent: IndexedGames | None, *, again: bool
) -> Contribution:
    rules = cast(BookRules, room.game_setup.rules)
    events = await _events(store, room.id)
    former = former_lines(rules, events) if again else ()
    book_lines = lines(rules, events, room.game_setup.setup)
    if (
        book_lines
        and not again
        and recent is not None
        and not await _is_allowed(store, room, recent)
    ):
        book_lines = []
    return Contribution(book_lines, former, opening_keys(rules, events, room.game_setup.setup))


async def _events(store: IndexingStore, game: str) -> list[p.RoomEvent]:
    """All events of a game, read in chunks because other reads wait for the same thread."""
    events = list[p.RoomEvent]()
    while rows := await store.log.entries(game, len(events), LOG_CHUNK):
        events += [row.event for row in rows]
    return events


async def _is_allowed(store: IndexingStore, room: Room, recent: IndexedGames) -> bool:
    """Whether the limits allow this game to be indexed. Counts it if so."""
    accounts = {seat.actor.account for seat in room.seats if seat.actor is not None}
    addresses = await store.books.addresses_of(accounts)
    at = room.finished.at if room.finished else 0
    return recent.admit(indexed_game(room.id, room.game_setup.rules.game, at, accounts, addresses))


async def load_recent(store: IndexingStore, recent: IndexedGames, now_ms: int) -> None:
    """Counts the games that earlier runs have indexed. `now_ms`: Unix time. Raises StoreError."""
    games = await store.books.indexed_since(now_ms - PERIOD_MS)
    addresses = await store.books.addresses_of(
        {account for game in games for account in game.accounts}
    )
    for game in games:
        recent.note(indexed_game(game.id, game.game_type, game.at, game.accounts, addresses))


async def index_missed(
    store: IndexingStore,
    failed: Callable[[str, Exception], None],
    recent: IndexedGames | None = None,
) -> int:
    """Indexes the finished games that are not indexed yet, and returns how many. For the start.

    A game that cannot be read (for example because its rules have changed) is reported to `failed`
    and marked, so that it is not retried at every start.
    """
    count = 0
    while unindexed := await store.books.unindexed():
        for game in unindexed:
            count += await _index_missed_game(store, game, failed, recent)
    while await store.books.import_former():
        pass
    return count


async def _index_missed_game(
    store: IndexingStore,
    unindexed: UnindexedGame,
    failed: Callable[[str, Exception], None],
    recent: IndexedGames | None,
) -> bool:
    """Reports read errors to `failed`. Write errors are raised, and the game stays unindexed."""
    contribution = Contribution()
    readable = False
    try:
        if loaded := await store.log.load(unindexed.game):
            contribution = await _contribution(store, loaded.room, recent, again=unindexed.again)
            readable = True
    except Exception as error:
        failed(unindexed.game, error)
    return await store.books.index_game(unindexed.game, contribution) and readable

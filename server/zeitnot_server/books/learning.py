"""Learning: finished games are added to the server's book, each once.

A game is marked as learnt in the transaction that adds its lines, so a crash can neither lose it
nor count it twice; `learn_missed` learns the games that a crash has left out. If the caller counts
learnt games, those beyond the limits of `bounds` are not learnt.

Versions before 0.2 learnt from every game with a result. The migration renames their book to
`PRE_0_2` and marks its games: each is subtracted from that book when it is learnt again. The lines
that remain came from files, or from games that can no longer be read, and are moved to the lines
from files.
"""

from collections.abc import Callable
from typing import Protocol, cast

import zeitnot_protocol as p

from ..rooms.room import LogEntry, Phase, Room
from .book_store import BookStore, Unlearnt
from .bounds import WITHIN_MS, LearntGames, learnt_game
from .contribution import Contribution
from .lines import former_lines, lines
from .rules import BookRules

LOG_CHUNK = 128  # events


class LoadedRoom(Protocol):
    """A room as read from the log."""

    @property
    def room(self) -> Room: ...


class Logs(Protocol):
    """The part of the rooms' log that learning reads."""

    async def entries(self, game: str, since: int = 0, limit: int = -1) -> list[LogEntry]: ...

    async def load(self, game: str) -> LoadedRoom | None: ...


class LearningStore(Protocol):
    """The part of the store that learning uses."""

    @property
    def books(self) -> BookStore: ...

    @property
    def log(self) -> Logs: ...


async def learn(store: LearningStore, room: Room, recent: LearntGames | None = None) -> bool:
    """Adds a finished game to the server's book; False if it has been learnt already. A game beyond
    the bounds of `recent` is marked as learnt, but adds no lines.

    The rules of the room must be BookRules. Raises StoreError.
    """
    if room.phase is not Phase.FINISHED:
        raise AssertionError("only a finished game can be learnt")
    contribution = await _contribution(store, room, recent, again=False)
    return await store.books.learn_game(room.id, contribution)


async def _contribution(
    store: LearningStore, room: Room, recent: LearntGames | None, *, again: bool
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
    return Contribution(book_lines, former)


async def _events(store: LearningStore, game: str) -> list[p.RoomEvent]:
    """All events of a game, read in chunks, since other reads wait for the same thread."""
    events = list[p.RoomEvent]()
    while rows := await store.log.entries(game, len(events), LOG_CHUNK):
        events += [row.event for row in rows]
    return events


async def _is_allowed(store: LearningStore, room: Room, recent: LearntGames) -> bool:
    """Whether the bounds allow this game to be learnt."""
    accounts = {seat.actor.account for seat in room.seats if seat.actor is not None}
    addresses = await store.books.addresses_of(accounts)
    at = room.finished.at if room.finished else 0
    return recent.take(learnt_game(room.id, room.game_setup.rules.game, at, accounts, addresses))


async def remember(store: LearningStore, recent: LearntGames, now_ms: int) -> None:
    """Counts the games learnt before this start. `now_ms`: Unix time. Raises StoreError."""
    games = await store.books.learnt_since(now_ms - WITHIN_MS)
    addresses = await store.books.addresses_of(
        {account for game in games for account in game.accounts}
    )
    for game in games:
        recent.know(learnt_game(game.id, game.game_type, game.at, game.accounts, addresses))


async def learn_missed(
    store: LearningStore,
    failed: Callable[[str, Exception], None],
    recent: LearntGames | None = None,
) -> int:
    """Learns the finished games that have not been learnt yet; returns how many. For the start.

    A game that cannot be read (its rules have changed) is reported and marked, so that it is not
    tried again at every start.
    """
    count = 0
    while unlearnt := await store.books.unlearnt():
        for game in unlearnt:
            count += await _learn_game_missed(store, game, failed, recent)
    while await store.books.keep_former():
        pass
    return count


async def _learn_game_missed(
    store: LearningStore,
    unlearnt: Unlearnt,
    failed: Callable[[str, Exception], None],
    recent: LearntGames | None,
) -> bool:
    """Errors in reading are reported; errors in writing are raised, and the game stays unlearnt."""
    contribution = Contribution()
    readable = False
    try:
        if loaded := await store.log.load(unlearnt.game):
            contribution = await _contribution(store, loaded.room, recent, again=unlearnt.again)
            readable = True
    except Exception as error:
        failed(unlearnt.game, error)
    return await store.books.learn_game(unlearnt.game, contribution) and readable

"""Correspondence games whose rooms are not in memory: their clocks run on, and flags may fall.

Of several nodes each knows the deadlines of all these games; the first that claims the room of a
fallen flag ends the game.
"""

from collections.abc import Awaitable, Callable, Container

import structlog

from ..rooms.room import Phase, Room
from ..store import (
    CrashedBefore,
    Damaged,
    Loaded,
    Relocated,
    RulesChanged,
    Store,
    StoreError,
)
from .flags import Flags

RETRY_MS = 60_000  # after which a game that could not be read is tried again
PERMANENT_ERRORS = (RulesChanged, CrashedBefore, Damaged)  # of a game, until the next start

logger = structlog.get_logger()


class Correspondence:
    """`in_memory`: the games whose rooms have timers of their own. `read`: a room from the log.
    `wall_ms`: Unix milliseconds."""

    def __init__(
        self,
        store: Store,
        in_memory: Container[object],
        read: Callable[[str], Awaitable[Loaded | None]],
        wall_ms: Callable[[], int],
    ) -> None:
        self._store = store
        self._in_memory = in_memory
        self._read = read
        self._wall_ms = wall_ms
        self.flags = Flags()
        self.known = False  # whether `read_all` has succeeded
        self._changes_until: str | None = None

    async def read_all(self) -> None:
        """Reads the deadlines of all these games, whose clocks ran while the server was down; their
        rooms are not kept in memory. If the list cannot be read, that is logged."""
        try:
            self._changes_until = (await self._store.nodes.changes(None)).until
            games = await self._store.games.by_utc_ids()
        except StoreError as failed:
            logger.warning("correspondence games not read", error=failed)
            return
        for game in games:
            await self._read_one(game)
        self.known = True

    async def read_changes(self) -> None:
        """Reads the deadlines that have changed on other nodes since. If there are none, or the
        changes cannot be read, nothing happens until the next time."""
        if not self._store.nodes.several:
            return
        try:
            changes = await self._store.nodes.changes(self._changes_until)
            running = set(await self._store.games.by_utc_ids()) if changes.games else ()
        except StoreError as failed:
            logger.warning("changes of correspondence games not read", error=failed)
            return
        self._changes_until = changes.until
        for game in dict.fromkeys(changes.games):
            if game in running:
                await self._read_one(game)
            else:
                self.flags.forget(game)

    async def _read_one(self, game: str) -> None:
        if game in self._in_memory:
            return
        try:
            loaded = await self._read(game)
        except StoreError as failed:
            self.try_later(game, failed)
            return
        if loaded is not None:
            self.note(loaded.room)

    def note(self, room: Room) -> None:
        """Notes when the flag falls in a room that is not in memory, if its clock runs."""
        deadline = room.clock.deadline_ms() if room.by_utc else None
        if deadline is not None and room.phase is Phase.RUNNING:
            self.flags.note(room.id, deadline)
        else:
            self.flags.forget(room.id)

    def try_later(self, game: str, failed: StoreError) -> None:
        """A game whose flag may have fallen could not be loaded: it is tried again after RETRY_MS.
        If another node has it, that one is expected to end it."""
        if not isinstance(failed, Relocated):
            logger.warning("room not loaded", game=game, error=failed)
        if not isinstance(failed, PERMANENT_ERRORS):
            self.flags.note(game, self._wall_ms() + RETRY_MS)

"""Correspondence games whose rooms are not in memory: their clocks run on, and flags may fall.

Every node knows the deadlines of all these games; the first one that claims the room of a fallen
flag ends the game.
"""

import heapq
from collections.abc import Awaitable, Callable, Container, Iterator

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

MAX_STALE_ENTRIES = 64  # more outdated entries than this are cleaned up
RETRY_MS = 60_000  # before a game that could not be read is tried again
PERMANENT_ERRORS = (RulesChanged, CrashedBefore, Damaged)  # of a game, until the next start

logger = structlog.get_logger()


class Correspondence:
    """The deadlines of the correspondence games whose rooms are not in memory. `in_memory`: the
    games whose rooms have timers of their own. `read`: reads a room from the log. `wall_ms`:
    Unix milliseconds."""

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
        self.flags = FlagDeadlines()
        self.is_loaded = False  # whether `read_all` has succeeded
        self._changes_until: str | None = None

    async def read_all(self) -> None:
        """Reads the deadlines of all these games, whose clocks ran while the server was down. Their
        rooms are not kept in memory. If the list cannot be read, that is logged."""
        try:
            self._changes_until = (await self._store.nodes.changes(None)).until
            games = await self._store.games.correspondence_ids()
        except StoreError as failed:
            logger.warning("correspondence games not read", error=failed)
            return
        for game in games:
            await self._read_one(game)
        self.is_loaded = True

    async def read_changes(self) -> None:
        """Reads the deadlines that have changed on other nodes since the last call. If the changes
        cannot be read, the next call reads them."""
        if not self._store.nodes.is_cluster:
            return
        try:
            changes = await self._store.nodes.changes(self._changes_until)
            running = set(await self._store.games.correspondence_ids()) if changes.games else ()
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
            self.retry_later(game, failed)
            return
        if loaded is not None:
            self.note(loaded.room)

    def note(self, room: Room) -> None:
        """Sets when the flag falls in a room that is not in memory, if its clock runs."""
        deadline = room.clock.deadline_ms() if room.clock.uses_utc else None
        if deadline is not None and room.phase is Phase.RUNNING:
            self.flags.note(room.id, deadline)
        else:
            self.flags.forget(room.id)

    def retry_later(self, game: str, failed: StoreError) -> None:
        """Schedules another attempt to load a game whose flag may have fallen, after RETRY_MS. If
        another node has it, that one should end it before."""
        if not isinstance(failed, Relocated):
            logger.warning("room not loaded", game=game, error=failed)
        if not isinstance(failed, PERMANENT_ERRORS):
            self.flags.note(game, self._wall_ms() + RETRY_MS)


class FlagDeadlines:
    """One deadline (Unix ms) per game. A deadline that is replaced or removed leaves an outdated
    entry in the heap; there are never many more of those than games."""

    def __init__(self) -> None:
        self._deadlines: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []

    def __len__(self) -> int:
        """The number of entries in the heap, including outdated ones."""
        return len(self._heap)

    def note(self, game: str, deadline_ms: int) -> None:
        """Sets when this game has to be checked, instead of an earlier deadline."""
        if self._deadlines.get(game) == deadline_ms:
            return
        self._deadlines[game] = deadline_ms
        heapq.heappush(self._heap, (deadline_ms, game))
        if len(self._heap) > 2 * len(self._deadlines) + MAX_STALE_ENTRIES:
            self._heap = [(at_ms, other) for other, at_ms in self._deadlines.items()]
            heapq.heapify(self._heap)

    def forget(self, game: str) -> None:
        """Drops a game in which no flag can fall any more."""
        self._deadlines.pop(game, None)

    def pop_due(self, now_ms: int) -> Iterator[str]:
        """Removes and yields the games whose deadline has passed."""
        while self._heap and self._heap[0][0] <= now_ms:
            deadline_ms, game = heapq.heappop(self._heap)
            if self._deadlines.get(game) == deadline_ms:
                del self._deadlines[game]
                yield game

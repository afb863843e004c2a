"""Adds ended games to the server's book: each when it ends, and later those that a crash or a full
disk has left out. If there are several nodes, the leader adds those for all of them."""

import asyncio
from collections.abc import Callable, Coroutine

import structlog

from .. import books
from ..hosting.app import App
from ..hosting.room.events import RoomFinished
from ..limits.disk import DiskReserve, DiskState
from ..rooms.room import Room
from ..store import ReadOnly, Store, StoreError
from ..store.events import StorageState

CLOSE_SECONDS = 1.0
CATCH_UP_SECONDS = 600.0  # between two searches for games that other nodes have not indexed

logger = structlog.get_logger()


class BookIndexing:
    """Adds games to the book; `run` is a task of the server. `wall_ms`: Unix milliseconds."""

    def __init__(self, store: Store, disk: DiskReserve, wall_ms: Callable[[], int]) -> None:
        self._store = store
        self._disk = disk
        self._wall_ms = wall_ms
        self._indexed = books.IndexedGames()
        self._lock = asyncio.Lock()  # one game at a time
        self._tasks: set[asyncio.Task[None]] = set()
        store.events.subscribe(RoomFinished, lambda ended: self._start(self.index(ended.room)))
        store.events.subscribe(StorageState, self._storage_changed)
        disk.events.subscribe(DiskState, self._disk_changed)

    def _storage_changed(self, state: StorageState) -> None:
        if state.read_only_reason is None:
            self._start(self.catch_up())

    def _disk_changed(self, state: DiskState) -> None:
        if not state.low:
            self._start(self.catch_up())

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Waits for CLOSE_SECONDS for games that are being added; the next start adds the rest."""
        if self._tasks:
            _, pending = await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)

    async def index(self, room: Room) -> None:
        """Adds a game that has just ended. If that fails, `catch_up` adds it later."""
        if self._disk.low:
            return
        try:
            async with self._lock:
                await books.index_game(self._store, room, self._indexed)
        except ReadOnly:
            pass
        except StoreError as failed:
            logger.warning("book not updated", game=room.id, error=failed)
        except Exception:
            logger.exception("book not updated", game=room.id)

    async def catch_up(self) -> None:
        """Adds the games that were left out because of a crash or a full disk."""
        if self._disk.low:
            return
        try:
            if not await self._store.nodes.is_leader():
                return
            await books.load_recent(self._store, self._indexed, self._wall_ms())
            await books.index_missed(self._store, _on_index_failure, self._indexed)
        except StoreError as failed:  # tried again when writes succeed again, or at the next start
            logger.warning("books not updated", error=failed)
        except Exception:
            logger.exception("books not updated")

    async def run(self) -> None:
        """Catches up at once, and with several nodes every CATCH_UP_SECONDS, until cancelled."""
        self._start(self.catch_up())
        while True:
            await asyncio.sleep(CATCH_UP_SECONDS)
            if self._store.nodes.is_cluster:
                await self.catch_up()


def register(app: App) -> BookIndexing:
    """Creates the indexing of games in the server's book and registers its task on `app`."""
    indexing = BookIndexing(app.store, app.disk, app.wall_ms)
    app.add_task("learning", indexing.run)
    app.closes.append(indexing.close)
    return indexing


def _on_index_failure(game: str, error: Exception) -> None:
    logger.warning("game not learnt", game=game, error=error)

"""Ended games are added to the server's book: each when it ends, and later those that a crash or a
full disk has left out, which of several nodes one does for all."""

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
CATCH_UP_SECONDS = 600.0  # between two looks for games that other nodes have not learnt

logger = structlog.get_logger()


class Learning:
    """`run` is one of the server's tasks. `wall_ms`: Unix milliseconds."""

    def __init__(self, store: Store, disk: DiskReserve, wall_ms: Callable[[], int]) -> None:
        self._store = store
        self._disk = disk
        self._wall_ms = wall_ms
        self._learnt = books.LearntGames()
        self._lock = asyncio.Lock()  # one game at a time
        self._tasks: set[asyncio.Task[None]] = set()
        store.events.subscribe(RoomFinished, lambda ended: self._start(self.learn(ended.room)))
        store.events.subscribe(StorageState, self._storage_changed)
        disk.events.subscribe(DiskState, self._disk_changed)

    def _storage_changed(self, state: StorageState) -> None:
        if state.trouble is None:
            self._start(self.catch_up())

    def _disk_changed(self, state: DiskState) -> None:
        if not state.low:
            self._start(self.catch_up())

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Lets the games that have ended be added, for a moment; the next start adds the rest."""
        if self._tasks:
            _, pending = await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)

    async def learn(self, room: Room) -> None:
        """Adds a game that has just ended; what fails is left to `catch_up`."""
        if self._disk.low:
            return
        try:
            async with self._lock:
                await books.learn(self._store, room, self._learnt)
        except ReadOnly:
            pass
        except StoreError as failed:
            logger.warning("book not updated", game=room.id, error=failed)
        except Exception:
            logger.exception("book not updated", game=room.id)

    async def catch_up(self) -> None:
        """Learns the games that were not learnt because of a crash or a full disk."""
        if self._disk.low:
            return
        try:
            if not await self._store.nodes.leads():
                return
            await books.remember(self._store, self._learnt, self._wall_ms())
            await books.learn_missed(self._store, _not_learnt, self._learnt)
        except StoreError as failed:  # tried again when writes succeed again, or at the next start
            logger.warning("books not updated", error=failed)
        except Exception:
            logger.exception("books not updated")

    async def run(self) -> None:
        """Catches up: at once with what a crash or a full disk has left out, and now and then with
        what other nodes have, for ever."""
        self._start(self.catch_up())
        while True:
            await asyncio.sleep(CATCH_UP_SECONDS)
            if self._store.nodes.several:
                await self.catch_up()


def register(app: App) -> Learning:
    """The server's book, which learns from every game."""
    learning = Learning(app.store, app.disk, app.wall_ms)
    app.add_task("learning", learning.run)
    app.closes.append(learning.close)
    return learning


def _not_learnt(game: str, error: Exception) -> None:
    logger.warning("game not learnt", game=game, error=error)

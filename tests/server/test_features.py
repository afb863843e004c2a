"""A feature registers itself with the server, which knows nothing else of it."""

import asyncio

from zeitnot_server.feed import NullFeed
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.app import App
from zeitnot_server.hosting.room.events import RoomFinished
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.store.sqlite.store import SqliteStore

from .counted_games import ANN, BOB, room
from .hosted import WAIT_S
from .test_expiry import store

__all__ = ["store"]


class Webhook:
    """A feature that does nothing but record what is asked of it."""

    def __init__(self, app: App) -> None:
        self.done = list[str]()
        self.runs = asyncio.Event()
        app.events.subscribe(RoomFinished, lambda ended: self.done.append(ended.room.id))
        app.starts.append(self._begin)
        app.tasks["webhook"] = self._run
        app.closes.append(self._close)

    async def _begin(self) -> None:
        self.done.append("begins")

    async def _run(self) -> None:
        self.runs.set()

    async def _close(self) -> None:
        self.done.append("closed")


async def test_a_registered_feature_begins_runs_hears_and_ends(store: SqliteStore) -> None:
    made = list[Webhook]()
    server = GameServer(
        *(store, AdjustedClock(1, lambda: 0, lambda: 0), NullFeed()),
        features=[lambda app: made.append(Webhook(app))],
    )
    (webhook,) = made
    await server.start()
    tasks = asyncio.create_task(server.live())
    await asyncio.wait_for(webhook.runs.wait(), WAIT_S)
    store.events.publish(RoomFinished(room("a" * 10, ANN, BOB)))
    tasks.cancel()
    await asyncio.wait([tasks])
    await server.close()
    assert webhook.done == ["begins", "a" * 10, "closed"]

"""A feature registers itself with the server, which has no other knowledge of it."""

import asyncio
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

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
    """A feature that only records its calls."""

    def __init__(self, app: App) -> None:
        self.done = list[str]()
        self.runs = asyncio.Event()
        app.events.subscribe(RoomFinished, lambda ended: self.done.append(ended.room.id))
        app.starts.append(self._begin)
        app.add_task("webhook", self._run)
        app.closes.append(self._close)

    async def _begin(self) -> None:
        self.done.append("begins")

    async def _run(self) -> None:
        self.runs.set()

    async def _close(self) -> None:
        self.done.append("closed")


def server_with(store: SqliteStore, *features: Callable[[App], object]) -> GameServer:
    clock = AdjustedClock(1, lambda: 0, lambda: 0)
    return GameServer(store, clock, NullFeed(), features=features)


async def test_a_feature_is_started_run_notified_and_closed(store: SqliteStore) -> None:
    webhooks = list[Webhook]()
    server = server_with(store, lambda app: webhooks.append(Webhook(app)))
    (webhook,) = webhooks
    await server.start()
    tasks = asyncio.create_task(server.run_tasks())
    await asyncio.wait_for(webhook.runs.wait(), WAIT_S)
    store.events.publish(RoomFinished(room("a" * 10, ANN, BOB)))
    tasks.cancel()
    await asyncio.wait([tasks])
    await server.close()
    assert webhook.done == ["begins", "a" * 10, "closed"]


def test_duplicate_task_names_are_rejected(store: SqliteStore) -> None:
    """Otherwise the first task would silently not run."""
    with pytest.raises(ValueError, match="two tasks named webhook"):
        server_with(store, Webhook, Webhook)
    with pytest.raises(ValueError, match="two tasks named sweep"):
        server_with(store, lambda app: app.add_task("sweep", app.registry.sweep))


@pytest.mark.parametrize("failing", range(3))
async def test_a_failing_close_does_not_prevent_the_others(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    done = list[int]()

    def closing(number: int) -> Callable[[App], None]:
        async def close() -> None:
            done.append(number)
            if number == failing:
                raise LookupError("a bug")

        return lambda app: app.closes.append(close)

    async def end(number: int, ms: int) -> None:
        done.append(-number)

    server = server_with(store, *map(closing, range(3)))
    monkeypatch.setattr(store.runs, "end", end)
    with capture_logs() as lines:
        await server.close()
    assert done == [0, 1, 2, -1]
    assert [(line["event"], line["task"]) for line in lines] == [("task failed", "close")]


async def test_a_close_that_is_cancelled_still_ends_the_run(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, ended = asyncio.Event(), list[int]()

    async def close() -> None:
        waits.set()
        await asyncio.get_running_loop().create_future()

    async def end(number: int, ms: int) -> None:
        ended.append(number)

    server = server_with(store, lambda app: app.closes.append(close))
    monkeypatch.setattr(store.runs, "end", end)
    closing = asyncio.create_task(server.close())
    await asyncio.wait_for(waits.wait(), WAIT_S)
    closing.cancel()
    await asyncio.wait([closing])
    assert closing.cancelled()
    assert ended == [1]

"""The lobby over a store that is slow, or cannot be read: it goes on, and ends with the truth."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from zeitnot_client import protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.play import lobby
from zeitnot_server.play.lobby import Hub, Watcher
from zeitnot_server.play.native import rules_for
from zeitnot_server.play.now import AdjustedClock
from zeitnot_server.play.outbox import Outbox
from zeitnot_server.play.registry import Registry, fresh
from zeitnot_server.rooms.room import Actor, Charter, Invitation, Room
from zeitnot_server.store import SlowRead, Store

WAIT = 30
ANN = Actor("acc-ann", "ann")

Read = Callable[[str], Awaitable[list[p.GameSummary]]]


class Somebody:
    """A person in the lobby, whose frames the test reads."""

    def __init__(self) -> None:
        self.cut = asyncio.Event()
        self.watcher = Watcher(ANN, Outbox(self.cut.set), p.Watch())

    async def sees(self, game: str) -> None:
        """Reads on to a picture in which this is one of her games."""
        while game not in [row["id"] for row in await self.yours()]:
            pass

    async def yours(self) -> list[dict[str, Any]]:
        """Her games in the next picture."""
        raw = await asyncio.wait_for(self.watcher.outbox.get(), WAIT)
        return list(json.loads(raw).get("yours", []))


class Hall:
    """A lobby at work."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.registry = Registry(store, AdjustedClock(1, lambda: 0, lambda: 0), NullFeed())
        self.hub = Hub(self.registry, store, NullFeed())
        self.registry.on_created = self.hub.created

    def read_by(self, read: Read) -> None:
        """Has the games of an account read in another way."""
        self.store.unfinished_of = read  # type: ignore[method-assign]

    async def new_game(self) -> str:
        """A game that waits for Ann."""
        made, rules = fresh(), rules_for("tictactoe", {})
        control = p.Control(kind="unlimited")
        seats = (Invitation(ANN.account, ANN.name, False), None)
        charter = Charter(made.game, rules, rules.settings, control, made.seed, 1, seats)
        await self.registry.create(Room.new(charter))
        return made.game


@pytest.fixture
async def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    monkeypatch.setattr(lobby, "LULL", 0.01)
    store = await Store.open(tmp_path / "zeitnot.db", rules_for)
    made = Hall(store)
    task = asyncio.create_task(made.hub.run())
    yield made
    assert not task.done(), "no task dies"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await made.registry.close()
    await store.close()


async def test_a_read_that_fails_is_tried_again(hall: Hall) -> None:
    """As when the machine stood still in the middle of one."""
    ann, read, failures = Somebody(), hall.store.unfinished_of, 2
    await hall.hub.join(ann.watcher)

    async def reading(account: str) -> list[p.GameSummary]:
        nonlocal failures
        if failures:
            failures -= 1
            raise SlowRead("The read took more than 5 s.")
        return await read(account)

    hall.read_by(reading)
    await ann.sees(await hall.new_game())
    assert failures == 0
    assert not ann.cut.is_set()


async def test_who_comes_while_it_cannot_be_read_comes_again(hall: Hall) -> None:
    async def reading(account: str) -> list[p.GameSummary]:
        raise SlowRead("The read took more than 5 s.")

    ann = Somebody()
    hall.read_by(reading)
    await hall.hub.join(ann.watcher)
    assert ann.cut.is_set()


async def test_a_greeting_that_news_have_overtaken_is_not_the_last_word(hall: Hall) -> None:
    """Her games were read before one was made, and are told after the news of it."""
    ann, read = Somebody(), hall.store.unfinished_of
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow(account: str) -> list[p.GameSummary]:
        hall.read_by(read)
        found = await read(account)
        asked.set()
        await go_on.wait()
        return found

    hall.read_by(slow)
    joining = asyncio.create_task(hall.hub.join(ann.watcher))
    await asked.wait()
    game = await hall.new_game()
    await ann.sees(game)
    go_on.set()
    await joining
    assert await ann.yours() == []
    await ann.sees(game)

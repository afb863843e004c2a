"""Clients learn when those whom they follow come online, leave, and begin games."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import pytest

from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.people.followers import Followers
from zeitnot_server.profiles.people_store import Person
from zeitnot_server.store import ReadFailed


class Stored:
    """Who follows whom, and who hides. Every account has a kept name, its own in capitals."""

    def __init__(self) -> None:
        self.followed: dict[str, list[str]] = {}
        self.hiding: set[str] = set()
        self.queries = 0

    async def related(self, account: str, kind: str) -> list[str]:
        self.queries += 1
        return list(self.followed.get(account, ()))

    async def people(self, accounts: Sequence[str]) -> dict[str, Person]:
        self.queries += 1
        return {
            each: Person(each, each.upper(), each.startswith("bot"), "player", 1, None)
            for each in accounts
            if each != "deleted"
        }

    async def hidden(self, accounts: Sequence[str]) -> set[str]:
        self.queries += 1
        return self.hiding & set(accounts)


class Scene:
    """Followers with what is true now, and the frames that each client has got."""

    def __init__(self) -> None:
        self.stored = Stored()
        self.online: set[str] = set()
        self.playing: dict[str, list[str]] = {}
        self.followers = Followers(
            self.stored,  # type: ignore[arg-type]
            lambda account: account in self.online,
            lambda account: self.playing.get(account, []),
        )
        self.open = ExitStack()

    def client(self, account: str, *followed: str) -> SendQueue:
        self.stored.followed[account] = list(followed)
        queue = SendQueue(lambda: None)
        self.open.enter_context(self.followers.watching(account, queue))
        return queue


@pytest.fixture
def scene() -> Iterator[Scene]:
    scene = Scene()
    with scene.open:
        yield scene


async def frames(queue: SendQueue) -> list[list[dict[str, Any]]]:
    """The rows of each frame."""
    found = []
    while not queue.empty:
        message = json.loads(await queue.get())
        assert message["type"] == "followed"
        found.append(message["people"])
    return found


ANN_AWAY = {"name": "ANN", "bot": False, "online": False}
ANN_HERE = {"name": "ANN", "bot": False, "online": True}


async def test_a_client_gets_all_and_then_changes(scene: Scene) -> None:
    queue = scene.client("me", "ann", "bot1", "deleted")
    await scene.followers.tick()
    assert await frames(queue) == [[ANN_AWAY, {"name": "BOT1", "bot": True, "online": False}]]
    await scene.followers.tick()
    assert await frames(queue) == []
    scene.online.add("ann")
    await scene.followers.tick()
    assert await frames(queue) == [[ANN_HERE]]
    scene.playing["ann"] = ["g1", "g2", "g3", "g4"]
    await scene.followers.tick()
    assert await frames(queue) == [[{**ANN_HERE, "playing": ["g1", "g2", "g3"]}]]
    scene.online.clear()
    await scene.followers.tick()
    assert await frames(queue) == [[ANN_AWAY]]


async def test_who_hides_is_neither_online_nor_away(scene: Scene) -> None:
    scene.stored.hiding = {"ann", "bot1"}
    scene.online = {"ann", "bot1"}
    scene.playing = {"ann": ["g1"]}
    queue = scene.client("me", "ann", "bot1")
    await scene.followers.tick()
    hidden = {"name": "ANN", "bot": False}
    assert await frames(queue) == [[hidden, {"name": "BOT1", "bot": True, "online": True}]]


async def test_clients_learn_of_theirs_only(scene: Scene) -> None:
    one, other = scene.client("one", "ann"), scene.client("other", "bea")
    await scene.followers.tick()
    await frames(one), await frames(other)
    scene.online.add("bea")
    await scene.followers.tick()
    assert await frames(one) == []
    assert len(await frames(other)) == 1


async def test_a_change_of_the_list_sends_it_again(scene: Scene) -> None:
    queue = scene.client("me", "ann")
    await scene.followers.tick()
    await frames(queue)
    scene.stored.followed["me"] = ["ann", "bea"]
    scene.followers.changed("me")
    scene.followers.changed("somebody else")
    await scene.followers.tick()
    assert [[row["name"] for row in rows] for rows in await frames(queue)] == [["ANN", "BEA"]]


async def test_a_slow_reader_gets_the_list_when_it_has_read(scene: Scene) -> None:
    queue = scene.client("me", "ann")
    queue.put("the lobby")
    for _ in range(3):
        await scene.followers.tick()
    assert await queue.get() == "the lobby"
    await scene.followers.tick()
    queue.put(await queue.get())  # a frame that waits
    scene.online.add("ann")
    await scene.followers.tick()
    scene.online.clear()
    await scene.followers.tick()
    assert len(await frames(queue)) == 1
    await scene.followers.tick()
    assert await frames(queue) == [[ANN_AWAY]]


async def test_a_thousand_clients_cost_no_query_while_nothing_changes(scene: Scene) -> None:
    for number in range(1_000):
        scene.client(f"c{number}", *(f"a{other}" for other in range(20)))
    while any(client.is_behind for client in scene.followers._clients):
        await scene.followers.tick()
    scene.stored.queries = 0
    for _ in range(10):
        await scene.followers.tick()
    assert scene.stored.queries == 0
    scene.online.add("a7")
    await scene.followers.tick()
    assert scene.stored.queries == 2


async def test_a_client_that_has_gone_gets_nothing(scene: Scene) -> None:
    queue = scene.client("me", "ann")
    scene.open.close()
    await scene.followers.tick()
    assert queue.empty
    assert scene.stored.queries == 0


# ── who hides ──────────────────────────────────────────────────────────────────────────────────


async def test_a_hidden_person_who_comes_and_goes_sends_nothing(scene: Scene) -> None:
    scene.stored.hiding = {"ann"}
    queue = scene.client("me", "ann", "bea")
    await scene.followers.tick()
    await frames(queue)
    for online, playing in (({"ann"}, []), ({"ann"}, ["g1"]), (set(), [])):
        scene.online, scene.playing = set(online), {"ann": playing}
        await scene.followers.tick()
        assert await frames(queue) == []
    scene.online = {"bea"}
    await scene.followers.tick()
    assert [[row["name"] for row in rows] for rows in await frames(queue)] == [["BEA"]]


async def test_who_hides_while_online_is_no_longer_shown_as_online(scene: Scene) -> None:
    scene.online = {"ann"}
    queue = scene.client("me", "ann")
    await scene.followers.tick()
    assert await frames(queue) == [[ANN_HERE]]
    for hiding, row in (({"ann"}, {"name": "ANN", "bot": False}), (set(), ANN_HERE)):
        scene.stored.hiding = set(hiding)
        scene.followers.presence_changed("ann")
        scene.followers.presence_changed("nobody follows this one")
        for _ in range(2):
            await scene.followers.tick()
        assert await frames(queue) == [[row]]


async def test_a_row_that_one_client_gets_with_its_list_reaches_the_others(scene: Scene) -> None:
    scene.online = {"ann"}
    queue = scene.client("me", "ann")
    await scene.followers.tick()
    await frames(queue)
    scene.stored.hiding = {"ann"}  # on another node
    scene.client("you", "ann")
    for _ in range(2):
        await scene.followers.tick()
    assert await frames(queue) == [[{"name": "ANN", "bot": False}]]


# ── during a tick, and after one that has failed ───────────────────────────────────────────────


async def test_who_is_followed_during_a_tick_arrives_with_the_next_one(scene: Scene) -> None:
    queue = scene.client("me", "ann")
    related = scene.stored.related

    async def follow(account: str, kind: str) -> list[str]:
        scene.stored.related = related  # type: ignore[method-assign]
        before = await related(account, kind)
        scene.stored.followed["me"].append("bea")
        scene.followers.changed("me")
        return before

    scene.stored.related = follow  # type: ignore[method-assign]
    await scene.followers.tick()
    await frames(queue)
    await scene.followers.tick()
    assert [[row["name"] for row in rows] for rows in await frames(queue)] == [["ANN", "BEA"]]


async def test_a_client_that_closes_during_a_tick_leaves_nothing(scene: Scene) -> None:
    queue = scene.client("me", "ann")
    people = scene.stored.people

    async def close(accounts: Sequence[str]) -> dict[str, Person]:
        scene.open.close()
        return await people(accounts)

    scene.stored.people = close  # type: ignore[method-assign]
    await scene.followers.tick()
    assert queue.empty
    followers = scene.followers
    assert not followers._followers
    assert not followers._seen
    assert not followers._sent


class Failing:
    """A query that fails once."""

    def __init__(self, stored: Stored, name: str) -> None:
        self.stored, self.name, self.query = stored, name, getattr(stored, name)
        setattr(stored, name, self)

    async def __call__(self, *arguments: Any) -> Any:
        setattr(self.stored, self.name, self.query)
        raise ReadFailed("the disk is gone")


@pytest.mark.parametrize("query", ["people", "hidden"])
async def test_a_tick_that_fails_loses_no_change(scene: Scene, query: str) -> None:
    queue = scene.client("me", "ann", "bea")
    await scene.followers.tick()
    await frames(queue)
    scene.online = {"ann", "bea"}
    scene.stored.hiding = {"bea"}
    scene.followers.presence_changed("bea")
    Failing(scene.stored, query)
    with pytest.raises(ReadFailed):
        await scene.followers.tick()
    assert queue.empty
    await scene.followers.tick()
    (rows,) = await frames(queue)
    assert sorted(rows, key=lambda row: str(row["name"])) == [
        ANN_HERE,
        {"name": "BEA", "bot": False},
    ]


@pytest.mark.parametrize("query", ["related", "people", "hidden"])
async def test_nor_a_whole_list(scene: Scene, query: str) -> None:
    queue = scene.client("me", "ann")
    Failing(scene.stored, query)
    with pytest.raises(ReadFailed):
        await scene.followers.tick()
    await scene.followers.tick()
    assert await frames(queue) == [[ANN_AWAY]]


async def test_the_task_goes_on_after_a_failure(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zeitnot_server.people.followers.TICK_SECONDS", 0)
    queue = scene.client("me", "ann")
    Failing(scene.stored, "related")
    task = asyncio.create_task(scene.followers.run())
    async with asyncio.timeout(10):
        message = json.loads(await queue.get())
    assert message["people"] == [ANN_AWAY]
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()

"""What followers are told of: who is online, and which games they see."""

from types import SimpleNamespace
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.online import OnlineBots
from zeitnot_server.bots.watcher import Watcher
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.people.blocks import Blocks
from zeitnot_server.people.followers import Followers
from zeitnot_server.people.register import register_followers
from zeitnot_server.profiles.people_store import Person
from zeitnot_server.rooms.room import Actor

DEEP = Actor("deep", "Deep", bot=True)
ANN = Person("ann", "Ann", False, "player", 1, None)


class Scene:
    """Followers with rooms and sockets that a test sets."""

    def __init__(self) -> None:
        self.rooms: dict[str, Any] = {}
        self.games: list[str] = []
        self.online: set[str] = set()
        self.bots = OnlineBots()
        stored: Any = SimpleNamespace()
        self.blocks = Blocks(stored, lambda: 0, lambda: 0.0)
        app = SimpleNamespace(
            store=SimpleNamespace(people=None),
            registry=SimpleNamespace(room=self.rooms.get),
            add_task=lambda name, work: None,
        )
        lobby = SimpleNamespace(
            seated=SimpleNamespace(games=lambda account: tuple(self.games)),
            people=SimpleNamespace(online=SimpleNamespace(has=lambda each: each in self.online)),
        )
        self.followers: Followers = register_followers(
            app,  # type: ignore[arg-type]
            self.bots,
            lobby,  # type: ignore[arg-type]
            self.blocks,
        )

    def add_room(self, id: str, created_at: int, *, private: bool = False) -> None:
        self.rooms[id] = SimpleNamespace(
            id=id, game_setup=SimpleNamespace(created_at=created_at), private=private
        )
        self.games.append(id)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_the_newest_games_come_first(scene: Scene) -> None:
    scene.online.add("ann")
    for number in (3, 1, 5, 2, 4):
        scene.add_room(f"g{number}", 10 * number)
    scene.add_room("same time", 50)
    scene.add_room("secret", 90, private=True)
    scene.games.append("not in memory")
    row = scene.followers.row(ANN, hidden=False)
    assert list(row.playing) == ["same time", "g5", "g4"]


def test_people_and_bots_are_found_by_their_accounts(scene: Scene) -> None:
    is_online = scene.followers.is_online
    assert not is_online("deep")
    watchers = [
        Watcher(DEEP, SendQueue(lambda: None), p.Watch(plays=["chess"], process=process))
        for process in "ab"
    ]
    for watcher in watchers:
        scene.bots.join(watcher, {})
        assert is_online("deep")
    assert scene.bots.has_name("Deep")
    scene.bots.leave(watchers[0])
    assert is_online("deep")
    scene.bots.leave(watchers[1])
    assert not is_online("deep")
    assert not scene.bots.has_name("Deep")
    scene.online.add("ann")
    assert is_online("ann")
    assert not is_online("bea")


def test_a_thousand_look_ups_do_not_pass_through_the_bots(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes = 0
    others = scene.bots._others

    def counted() -> Any:
        nonlocal passes
        passes += 1
        return others()

    monkeypatch.setattr(scene.bots, "_others", counted)
    for number in range(1_000):
        assert not scene.followers.is_online(f"a{number}")
    assert passes <= 1

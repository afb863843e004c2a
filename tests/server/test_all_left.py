"""A game without a running clock that all players have left is ended; no other game is."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.registry import (
    CLAIM_QUIET_MS,
    QUIET_MS,
    Registry,
    new_game_ids,
)
from zeitnot_server.hosting.room.inbox import ClientCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.hosting.room.send_queue import SendQueue, Viewer
from zeitnot_server.rooms.absence import CLAIM_MS
from zeitnot_server.rooms.room import Actor, GameSetup, Phase, Room
from zeitnot_server.rooms.timeouts import ABANDONED_AFTER_MS, RECONNECT_GRACE_MS
from zeitnot_server.store import Commit, GameFilter
from zeitnot_server.store.sqlite.store import SqliteStore
from zeitnot_server.verify import verify

from ..store.full_records import export_of
from .hosted import Person

NOW_MS = 1_700_000_000_000
BLITZ = p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
UNLIMITED = p.Control(kind="unlimited")


class Wall:
    """A wall clock that the test sets."""

    def __init__(self) -> None:
        self.ms = NOW_MS

    def ns(self) -> int:
        return self.ms * 1_000_000


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    yield opened
    await opened.close()


@pytest.fixture
async def registry(store: SqliteStore, wall: Wall) -> AsyncIterator[Registry]:
    created = Registry(store, AdjustedClock(1, lambda: 0, wall.ns), NullFeed())
    yield created
    await created.close()


class BotPlayer(Person):
    """A player that is a bot."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.viewer = Viewer(Actor(f"acc-{name}", name, bot=True), SendQueue(self._cut))


async def running_game(
    store: SqliteStore, registry: Registry, *players: Person, control: p.Control = UNLIMITED
) -> RoomActor:
    """A game that has begun, in which both players are present."""
    created, rules = new_game_ids(), rules_for("tictactoe", {})
    game_setup = GameSetup(
        created.game, rules, rules.settings, control, created.seed, NOW_MS - 1, (None, None)
    )
    room = Room.new(game_setup)
    await store.log.commit(Commit(room, created=(room,)))
    room_actor = await registry.get(created.game)
    assert room_actor is not None
    for player in players:
        room_actor.post(Subscribe(player.viewer, 0))
        room_actor.post(ClientCommand(player.viewer, p.Sit(game=created.game, id="sit"), 0))
        room_actor.post(
            ClientCommand(player.viewer, p.Ready(game=created.game, id="ready", salt="s"), 0)
        )
    for player in players:
        await player.until("started")
    return room_actor


async def play(room_actor: RoomActor, players: Sequence[Person], moves: list[str]) -> None:
    """Plays the moves, the players in turn."""
    for ply, move in enumerate(moves):
        move_command = p.Move(game=room_actor.room.id, id=f"m{ply}", ply=ply, move=move)
        room_actor.post(ClientCommand(players[ply % 2].viewer, move_command, 0))
        while (await players[ply % 2].until("ack"))["id"] != move_command.id:
            pass


def leave(room_actor: RoomActor, *players: Person) -> None:
    for player in players:
        room_actor.disconnected(player.viewer)


async def check(store: SqliteStore, registry: Registry, wall: Wall, after_ms: int) -> None:
    """Advances the wall clock and runs the registry's sweep."""
    wall.ms += after_ms
    await registry.unload_idle()
    await registry.end_abandoned()
    await wait_until_idle(store, registry)


async def wait_until_idle(store: SqliteStore, registry: Registry) -> None:
    """Waits until every room's queue is empty."""
    while not all(actor._queue.empty() for actor in registry):  # noqa: ASYNC110  no event
        await asyncio.sleep(0)
    await store.ping()


async def is_running(store: SqliteStore, game: str) -> bool:
    """Whether the game still runs; otherwise checks that it was abandoned without a winner."""
    loaded = await store.log.load(game)
    assert loaded is not None
    end = loaded.room.finished
    if end is None:
        return loaded.room.phase is Phase.RUNNING
    assert (end.reason, end.scores) == ("abandoned", None)
    return False


@pytest.mark.parametrize("control", [UNLIMITED, p.Control(kind="sudden_death", base_ms=10**12)])
async def test_an_abandoned_game_ends_after_a_quiet_day_and_hour(
    store: SqliteStore, registry: Registry, wall: Wall, control: p.Control
) -> None:
    """It ends a day after its last event and an hour after the last visit. A clock of thirty years
    counts as none."""
    ann, bob = Person("ann"), Person("bob")
    room_actor = await running_game(store, registry, ann, bob, control=control)
    game = room_actor.room.id
    leave(room_actor, ann, bob)
    await check(store, registry, wall, QUIET_MS - 1)  # the last event is dated NOW_MS
    await check(store, registry, wall, 2)
    await check(store, registry, wall, ABANDONED_AFTER_MS - 1)
    assert await is_running(store, game)
    await check(store, registry, wall, 1)
    assert not await is_running(store, game)
    running = await store.games.page(GameFilter(state="running"))
    assert running.games == []


@pytest.mark.parametrize("control", [UNLIMITED, BLITZ])
@pytest.mark.parametrize("moves", [[], ["a1"], ["a1", "b2"]])
async def test_the_record_of_an_abandoned_game_verifies(
    store: SqliteStore, registry: Registry, wall: Wall, control: p.Control, moves: list[str]
) -> None:
    """The room is paused when the sweep loads it, because the server was restarted."""
    people = Person("ann"), Person("bob")
    room_actor = await running_game(store, registry, *people, control=control)
    game = room_actor.room.id
    await play(room_actor, people, moves)
    await wait_until_idle(store, registry)
    await registry.close()
    restarted = Registry(store, AdjustedClock(2, lambda: 0, wall.ns), NullFeed())
    can_be_claimed = control is UNLIMITED and len(moves) == len(people)
    await check(store, restarted, wall, (CLAIM_QUIET_MS if can_be_claimed else QUIET_MS) + 1)
    await check(store, restarted, wall, ABANDONED_AFTER_MS)
    assert not await is_running(store, game)
    export = await export_of(store, game)
    assert export is not None
    verify(export, rules_for)
    await restarted.close()


async def test_a_visit_keeps_the_game(store: SqliteStore, registry: Registry, wall: Wall) -> None:
    ann, bob = Person("ann"), Person("bob")
    room_actor = await running_game(store, registry, ann, bob)
    leave(room_actor, bob)
    await check(store, registry, wall, QUIET_MS + 1)
    await check(store, registry, wall, ABANDONED_AFTER_MS)
    assert await is_running(store, room_actor.room.id)


async def test_chat_and_visits_do_not_restart_the_day(
    store: SqliteStore, registry: Registry, wall: Wall
) -> None:
    ann, bob, eve = Person("ann"), Person("bob"), Person("eve")
    room_actor = await running_game(store, registry, ann, bob)
    leave(room_actor, ann, bob)
    await check(store, registry, wall, QUIET_MS - 1_000)
    room_actor.post(Subscribe(eve.viewer, 0))
    room_actor.post(ClientCommand(eve.viewer, p.Chat(game=room_actor.room.id, text="Hello?"), 0))
    await eve.until("said")
    await check(store, registry, wall, 1_001)
    await check(store, registry, wall, ABANDONED_AFTER_MS)
    assert not await is_running(store, room_actor.room.id)


async def test_a_waiting_bot_does_not_keep_the_game(
    store: SqliteStore, registry: Registry, wall: Wall
) -> None:
    ann, bot = Person("ann"), BotPlayer("bot")
    room_actor = await running_game(store, registry, ann, bot)
    leave(room_actor, ann)
    await check(store, registry, wall, QUIET_MS + 1)
    await check(store, registry, wall, ABANDONED_AFTER_MS)
    assert not await is_running(store, room_actor.room.id)
    assert (await bot.until("finished"))["reason"] == "abandoned"


@pytest.mark.parametrize(
    "control",
    [
        p.Control(kind="correspondence", days=14),
        p.Control(kind="unlimited", move_limit_ms=900_000_000),
    ],
)
async def test_games_with_a_running_clock_are_left_to_it(
    store: SqliteStore, registry: Registry, wall: Wall, control: p.Control
) -> None:
    ann, bob = Person("ann"), Person("bob")
    room_actor = await running_game(store, registry, ann, bob, control=control)
    leave(room_actor, ann, bob)
    await check(store, registry, wall, QUIET_MS + 1)
    await check(store, registry, wall, ABANDONED_AFTER_MS)
    assert await is_running(store, room_actor.room.id)


async def test_a_game_stopped_by_a_restart_is_ended_too(
    store: SqliteStore, registry: Registry, wall: Wall
) -> None:
    room_actor = await running_game(store, registry, Person("ann"), Person("bob"), control=BLITZ)
    game = room_actor.room.id
    await registry.close()
    restarted = Registry(store, AdjustedClock(2, lambda: 0, wall.ns), NullFeed())
    await check(store, restarted, wall, QUIET_MS + 1)
    assert await is_running(store, game)
    assert game not in restarted
    await check(store, restarted, wall, ABANDONED_AFTER_MS)
    assert not await is_running(store, game)
    await restarted.close()


async def test_a_simultaneous_visit_keeps_the_game(
    store: SqliteStore, registry: Registry, wall: Wall
) -> None:
    """The newcomer's `Subscribe` precedes the command that ends the game in the room's queue."""
    ann, bob = Person("ann"), Person("bob")
    room_actor = await running_game(store, registry, ann, bob)
    leave(room_actor, ann, bob)
    await check(store, registry, wall, QUIET_MS + 1)
    wall.ms += ABANDONED_AFTER_MS
    await registry.end_abandoned()
    returning = Person("ann")
    room_actor._queue._priority_items.appendleft((0, Subscribe(returning.viewer, 0)))
    await asyncio.wait_for(returning.until("presence"), 30)
    await wait_until_idle(store, registry)
    assert await is_running(store, room_actor.room.id)


async def test_a_claimable_game_waits_a_day_for_the_claim(
    store: SqliteStore, registry: Registry, wall: Wall
) -> None:
    """Otherwise a losing player would only have to stay away. The room is not in memory then."""
    people = Person("ann"), Person("bob")
    room_actor = await running_game(store, registry, *people)
    game = room_actor.room.id
    await play(room_actor, people, ["a1", "b2"])
    leave(room_actor, *people)
    await check(store, registry, wall, QUIET_MS + 1)
    await check(store, registry, wall, ABANDONED_AFTER_MS)
    assert await is_running(store, game)
    assert game not in registry
    await check(store, registry, wall, CLAIM_QUIET_MS - QUIET_MS - ABANDONED_AFTER_MS)
    await check(store, registry, wall, ABANDONED_AFTER_MS - 1)
    assert await is_running(store, game)
    await check(store, registry, wall, 1)
    assert not await is_running(store, game)


async def test_a_visitor_after_three_days_can_claim(
    store: SqliteStore, registry: Registry, wall: Wall
) -> None:
    """This works although no player was connected before and the server was restarted."""
    people = Person("ann"), Person("bob")
    room_actor = await running_game(store, registry, *people)
    game = room_actor.room.id
    await play(room_actor, people, ["a1", "b2"])
    await wait_until_idle(store, registry)
    await registry.close()
    times_ms = [0]
    clock = AdjustedClock(2, lambda: times_ms[-1] * 1_000_000, wall.ns)
    restarted = Registry(store, clock, NullFeed())
    await check(store, restarted, wall, QUIET_MS + 1)
    await check(store, restarted, wall, CLAIM_MS)
    loaded = await restarted.get(game)
    assert loaded is not None
    bob = Person("bob")
    loaded.post(Subscribe(bob.viewer, 0))
    await bob.until("presence")
    times_ms.append(RECONNECT_GRACE_MS)
    loaded.deadlines.fire()
    loaded.post(ClientCommand(bob.viewer, p.Claim(game=game, id="claim"), RECONNECT_GRACE_MS))
    end = await bob.until("finished")
    assert (end["reason"], end["scores"]) == ("abandoned", [0.0, 1.0])
    await restarted.close()


async def test_a_game_with_a_limit_per_move_does_not_wait_for_a_claim(
    store: SqliteStore, registry: Registry, wall: Wall
) -> None:
    """After a restart the clock of such a game does not run until a player returns."""
    people = Person("ann"), Person("bob")
    limited = p.Control(kind="unlimited", move_limit_ms=900_000_000)
    room_actor = await running_game(store, registry, *people, control=limited)
    game = room_actor.room.id
    await play(room_actor, people, ["a1", "b2"])
    await wait_until_idle(store, registry)
    await registry.close()
    restarted = Registry(store, AdjustedClock(2, lambda: 0, wall.ns), NullFeed())
    await check(store, restarted, wall, QUIET_MS + 1)
    await check(store, restarted, wall, ABANDONED_AFTER_MS)
    assert not await is_running(store, game)
    await restarted.close()

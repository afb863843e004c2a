"""Correspondence games across a restart: their clocks run by UTC and are checked at the start."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting import registry
from zeitnot_server.hosting.correspondence import MAX_STALE_ENTRIES, RETRY_MS, FlagDeadlines
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.registry import Registry, new_game_ids
from zeitnot_server.hosting.room.inbox import ClientCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.rooms.room import GameSetup, Phase, Room
from zeitnot_server.store import Busy, ReadFailed, SlowRead, StoreError
from zeitnot_server.store.sqlite.store import SqliteStore

from .hosted import WAIT_S, Person

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


class RestartableServer:
    """A server that can be stopped and started; the test sets the wall clock."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.wall_ms = 1_700_000_000_000
        self.run = 0
        self.start()

    def start(self) -> None:
        self.run += 1
        clock = AdjustedClock(self.run, lambda: 0, lambda: self.wall_ms * 1_000_000)
        self.registry = Registry(self.store, clock, NullFeed())

    async def begin(self, control: p.Control) -> str:
        """A game in which Ann has moved and Bob is to move."""
        created, rules = new_game_ids(), rules_for("tictactoe", {})
        game_setup = GameSetup(
            created.game, rules, rules.settings, control, created.seed, self.wall_ms, (None, None)
        )
        room_actor = await self.registry.create(Room.new(game_setup))
        ann, bob = Person("ann"), Person("bob")
        for person in (ann, bob):
            room_actor.post(Subscribe(person.viewer, 0))
            for number, command in enumerate(
                (
                    p.Sit(game=created.game, id="sit"),
                    p.Ready(game=created.game, id="ready", salt="s"),
                )
            ):
                assert room_actor.post(ClientCommand(person.viewer, command, number))
        await bob.until("started")
        room_actor.post(
            ClientCommand(ann.viewer, p.Move(game=created.game, id="m", ply=0, move="a1"), 0)
        )
        await bob.until("moved")
        return created.game


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RestartableServer]:
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    created = RestartableServer(store)
    yield created
    await created.registry.close()
    await store.close()


async def test_the_clock_runs_during_an_outage(server: RestartableServer) -> None:
    game = await server.begin(p.Control(kind="correspondence", days=2))
    await server.registry.close()
    server.wall_ms += 40 * HOUR_MS
    server.start()
    await server.registry.read_flags()
    assert list(server.registry) == [], "no room is loaded without need"
    room_actor = await server.registry.get(game)
    assert room_actor is not None
    assert room_actor.room.phase is Phase.RUNNING
    assert room_actor.room.clock.view(server.wall_ms).remaining_ms == [2 * DAY_MS, 8 * HOUR_MS]


async def test_a_flag_falls_although_the_room_has_failed(server: RestartableServer) -> None:
    """No client is connected that would load the room again."""
    game = await server.begin(p.Control(kind="correspondence", days=2))
    task = server.registry._tasks[game]
    task.cancel()  # as if it had failed
    await asyncio.gather(task, return_exceptions=True)
    assert game not in server.registry
    server.wall_ms += 3 * DAY_MS
    await server.registry.check_flags()
    assert [room_actor.room.id for room_actor in server.registry] == [game]


async def test_a_flag_that_fell_during_downtime_ends_the_game(
    server: RestartableServer,
) -> None:
    game = await server.begin(p.Control(kind="correspondence", days=2))
    await server.registry.close()
    server.wall_ms += 3 * DAY_MS
    server.start()
    await server.registry.read_flags()
    (room_actor,) = server.registry
    async with asyncio.timeout(WAIT_S):
        while room_actor.room.finished is None:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0.01)
    assert (room_actor.room.finished.reason, room_actor.room.finished.scores) == (
        "flag",
        [1.0, 0.0],
    )
    loaded = await server.store.log.load(game)
    assert loaded is not None
    assert loaded.room.finished == room_actor.room.finished


async def wait_for_end(server: RestartableServer, room_actor: RoomActor) -> p.Finished:
    async with asyncio.timeout(WAIT_S):
        while room_actor.room.finished is None:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0.01)
    return room_actor.room.finished


async def test_the_flag_of_an_unloaded_game_falls(
    server: RestartableServer,
) -> None:
    game = await server.begin(p.Control(kind="correspondence", days=2))
    (room_actor,) = server.registry
    for viewer in list(room_actor.audience.viewers):
        room_actor.disconnected(viewer)
    for _ in range(2):
        await server.registry.unload_idle()
    assert list(server.registry) == []
    server.wall_ms += 2 * DAY_MS - HOUR_MS
    await server.registry.check_flags()
    assert list(server.registry) == [], "there is an hour left"
    server.wall_ms += HOUR_MS
    await server.registry.check_flags()
    (reloaded_room,) = server.registry
    assert (await wait_for_end(server, reloaded_room)).reason == "flag"
    assert reloaded_room.room.id == game
    for _ in range(3):
        await server.registry.unload_idle()
    await server.registry.check_flags()
    assert list(server.registry) == []


async def test_a_move_in_time_saves_the_game(server: RestartableServer) -> None:
    """The deadline noted first has passed, but the move has set a later one."""
    game = await server.begin(p.Control(kind="correspondence", days=2))
    (room_actor,) = server.registry
    for viewer in list(room_actor.audience.viewers):
        room_actor.disconnected(viewer)
    for _ in range(2):
        await server.registry.unload_idle()
    server.wall_ms += DAY_MS
    bob = Person("bob")
    reloaded = await server.registry.get(game)
    assert reloaded is not None
    reloaded.post(Subscribe(bob.viewer, 0))
    reloaded.post(ClientCommand(bob.viewer, p.Move(game=game, id="b", ply=1, move="a2"), 0))
    await bob.until("ack")
    reloaded.disconnected(bob.viewer)
    for _ in range(2):
        await server.registry.unload_idle()
    assert list(server.registry) == []
    server.wall_ms += DAY_MS
    await server.registry.check_flags()
    assert list(server.registry) == [], "there is a day left"
    reloaded = await server.registry.get(game)
    assert reloaded is not None
    room_actor = reloaded
    assert room_actor.room.phase is Phase.RUNNING
    assert room_actor.room.clock.view(server.wall_ms).remaining_ms[0] == DAY_MS


# ── reads that fail for a while ──────────────────────────────────────────────────────────────────


def fails_once(
    monkeypatch: pytest.MonkeyPatch, store: object, method: str, error: StoreError
) -> list[StoreError]:
    """The next call of this method fails with this error. Returns the list of errors to come."""
    remaining, original = [error], getattr(store, method)

    async def failing(*arguments: object) -> object:
        if remaining:
            raise remaining.pop()
        return await original(*arguments)

    monkeypatch.setattr(store, method, failing)
    return remaining


ERRORS = [ReadFailed("disk I/O error"), SlowRead("5 s"), Busy("too many")]


@pytest.mark.parametrize("error", ERRORS)
async def test_a_failed_check_of_a_flag_is_repeated(
    server: RestartableServer, monkeypatch: pytest.MonkeyPatch, error: StoreError
) -> None:
    await server.begin(p.Control(kind="correspondence", days=2))
    await server.registry.close()
    server.start()
    await server.registry.read_flags()
    server.wall_ms += 2 * DAY_MS
    remaining = fails_once(monkeypatch, server.store.log, "load", error)
    for _ in range(2):
        await server.registry.check_flags()
        assert (remaining, list(server.registry), server.registry.unreadable) == ([], [], set())
        server.wall_ms += RETRY_MS - 1
    server.wall_ms += 1
    await server.registry.check_flags()
    (room_actor,) = server.registry
    assert (await wait_for_end(server, room_actor)).reason == "flag"


@pytest.mark.parametrize("method", ["load", "correspondence_ids"])
async def test_a_failed_load_is_repeated_by_the_next_sweep(
    server: RestartableServer, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr(registry, "SWEEP_SECONDS", 0)
    await server.begin(p.Control(kind="correspondence", days=2))
    await server.registry.close()
    server.wall_ms += 3 * DAY_MS
    server.start()
    store = server.store.log if method == "load" else server.store.games
    remaining = fails_once(monkeypatch, store, method, ReadFailed("disk I/O error"))
    loaded, start = asyncio.Event(), server.registry._start

    def start_and_report(*arguments: Any) -> RoomActor:
        loaded.set()
        return start(*arguments)

    monkeypatch.setattr(server.registry, "_start", start_and_report)
    sweep = asyncio.create_task(server.registry.sweep())
    while remaining:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0)
    server.wall_ms += RETRY_MS
    await asyncio.wait_for(loaded.wait(), WAIT_S)
    sweep.cancel()
    await asyncio.wait([sweep])


async def test_repeated_visits_leave_one_deadline(server: RestartableServer) -> None:
    game = await server.begin(p.Control(kind="correspondence", days=2))
    for _ in range(3):
        room_actor = await server.registry.get(game)
        assert room_actor is not None
        for viewer in list(room_actor.audience.viewers):
            room_actor.disconnected(viewer)
        for _ in range(2):
            await server.registry.unload_idle()
        assert list(server.registry) == []
        assert len(server.registry._correspondence.flags) == 1


def test_deadlines_are_kept_only_for_existing_games() -> None:
    flags = FlagDeadlines()
    for deadline_ms in range(10_000):
        flags.note(f"game {deadline_ms % 3}", deadline_ms)
    assert len(flags) <= 2 * 3 + MAX_STALE_ENTRIES
    flags.forget("game 2")
    assert list(flags.pop_due(9_998)) == ["game 1"]
    assert list(flags.pop_due(20_000)) == ["game 0"]
    flags.note("game 0", 20_000)
    assert list(flags.pop_due(20_000)) == ["game 0"], "a deadline is forgotten when it falls"
    assert len(flags) == 0


async def test_other_games_wait_for_their_players(server: RestartableServer) -> None:
    await server.begin(p.Control(kind="sudden_death", base_ms=60_000))
    await server.registry.close()
    server.start()
    await server.registry.read_flags()
    assert list(server.registry) == []

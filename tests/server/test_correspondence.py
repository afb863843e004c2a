"""Correspondence over a restart: its clocks go on by UTC, and are looked at at once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.play import registry
from zeitnot_server.play.flags import SPARE, Flags
from zeitnot_server.play.native import rules_for
from zeitnot_server.play.now import AdjustedClock
from zeitnot_server.play.registry import RETRY_MS, Registry, new_game_ids
from zeitnot_server.play.room_actor import RoomActor
from zeitnot_server.play.terms import ClientCommand, Joined
from zeitnot_server.rooms.room import GameSetup, Phase, Room
from zeitnot_server.store import Busy, ReadFailed, SlowRead, StoreError
from zeitnot_server.store.sqlite import SqliteStore

from .hosted import WAIT, Person

HOUR = 3_600_000
DAY = 24 * HOUR


class Years:
    """A server that can be stopped and started; the test moves the wall clock."""

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
            room_actor.post(Joined(person.viewer, 0))
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
async def years(tmp_path: Path) -> AsyncIterator[Years]:
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    created = Years(store)
    yield created
    await created.registry.close()
    await store.close()


async def test_an_outage_is_not_given_back(years: Years) -> None:
    game = await years.begin(p.Control(kind="correspondence", days=2))
    await years.registry.close()
    years.wall_ms += 40 * HOUR
    years.start()
    await years.registry.read_flags()
    assert list(years.registry) == [], "nobody needs it in memory"
    room_actor = await years.registry.get(game)
    assert room_actor is not None
    assert room_actor.room.phase is Phase.RUNNING
    assert room_actor.room.clock.view(years.wall_ms).remaining_ms == [2 * DAY, 8 * HOUR]


async def test_a_flag_that_fell_while_the_server_was_down_ends_the_game_at_the_start(
    years: Years,
) -> None:
    game = await years.begin(p.Control(kind="correspondence", days=2))
    await years.registry.close()
    years.wall_ms += 3 * DAY
    years.start()
    await years.registry.read_flags()
    (room_actor,) = years.registry
    async with asyncio.timeout(WAIT):
        while room_actor.room.finished is None:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0.01)
    assert (room_actor.room.finished.reason, room_actor.room.finished.scores) == (
        "flag",
        [1.0, 0.0],
    )
    loaded = await years.store.log.load(game)
    assert loaded is not None
    assert loaded.room.finished == room_actor.room.finished


async def wait_for_end(years: Years, room_actor: RoomActor) -> p.Finished:
    async with asyncio.timeout(WAIT):
        while room_actor.room.finished is None:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0.01)
    return room_actor.room.finished


async def test_the_flag_of_an_unloaded_game_falls(
    years: Years,
) -> None:
    game = await years.begin(p.Control(kind="correspondence", days=2))
    (room_actor,) = years.registry
    for viewer in list(room_actor.audience.viewers):
        room_actor.leave(viewer)
    for _ in range(2):
        await years.registry.unload_idle()
    assert list(years.registry) == []
    years.wall_ms += 2 * DAY - HOUR
    await years.registry.check_flags()
    assert list(years.registry) == [], "there is an hour left"
    years.wall_ms += HOUR
    await years.registry.check_flags()
    (repeated,) = years.registry
    assert (await wait_for_end(years, repeated)).reason == "flag"
    assert repeated.room.id == game
    for _ in range(3):
        await years.registry.unload_idle()
    await years.registry.check_flags()
    assert list(years.registry) == []


async def test_a_move_in_time_saves_the_game(years: Years) -> None:
    """The deadline that was noted first is past, and another holds."""
    game = await years.begin(p.Control(kind="correspondence", days=2))
    (room_actor,) = years.registry
    for viewer in list(room_actor.audience.viewers):
        room_actor.leave(viewer)
    for _ in range(2):
        await years.registry.unload_idle()
    years.wall_ms += DAY
    bob = Person("bob")
    result = await years.registry.get(game)
    assert result is not None
    result.post(Joined(bob.viewer, 0))
    result.post(ClientCommand(bob.viewer, p.Move(game=game, id="b", ply=1, move="a2"), 0))
    await bob.until("ack")
    result.leave(bob.viewer)
    for _ in range(2):
        await years.registry.unload_idle()
    assert list(years.registry) == []
    years.wall_ms += DAY
    await years.registry.check_flags()
    assert list(years.registry) == [], "there is a day left"
    result = await years.registry.get(game)
    assert result is not None
    room_actor = result
    assert room_actor.room.phase is Phase.RUNNING
    assert room_actor.room.clock.view(years.wall_ms).remaining_ms[0] == DAY


# ── games that cannot be read just now ─────────────────────────────────────────────────────────


def fails_once(
    monkeypatch: pytest.MonkeyPatch, store: object, read: str, error: StoreError
) -> list[StoreError]:
    """The next such read of this store ends so; empty when it has."""
    remaining, before = [error], getattr(store, read)

    async def reading(*asked: object) -> object:
        if remaining:
            raise remaining.pop()
        return await before(*asked)

    monkeypatch.setattr(store, read, reading)
    return remaining


ERRORS = [ReadFailed("disk I/O error"), SlowRead("5 s"), Busy("too many")]


@pytest.mark.parametrize("error", ERRORS)
async def test_a_failed_check_of_a_flag_is_repeated(
    years: Years, monkeypatch: pytest.MonkeyPatch, error: StoreError
) -> None:
    await years.begin(p.Control(kind="correspondence", days=2))
    await years.registry.close()
    years.start()
    await years.registry.read_flags()
    years.wall_ms += 2 * DAY
    remaining = fails_once(monkeypatch, years.store.log, "load", error)
    for _ in range(2):
        await years.registry.check_flags()
        assert (remaining, list(years.registry), years.registry.unreadable) == ([], [], set())
        years.wall_ms += RETRY_MS - 1
    years.wall_ms += 1
    await years.registry.check_flags()
    (room_actor,) = years.registry
    assert (await wait_for_end(years, room_actor)).reason == "flag"


@pytest.mark.parametrize("read", ["load", "by_utc_ids"])
async def test_a_failed_load_is_repeated_by_the_next_sweep(
    years: Years, monkeypatch: pytest.MonkeyPatch, read: str
) -> None:
    monkeypatch.setattr(registry, "SWEEP_SECONDS", 0)
    await years.begin(p.Control(kind="correspondence", days=2))
    await years.registry.close()
    years.wall_ms += 3 * DAY
    years.start()
    where = years.store.log if read == "load" else years.store.games
    remaining = fails_once(monkeypatch, where, read, ReadFailed("disk I/O error"))
    loaded, room_actor = asyncio.Event(), years.registry._start

    def hosted(*given: Any) -> RoomActor:
        loaded.set()
        return room_actor(*given)

    monkeypatch.setattr(years.registry, "_start", hosted)
    sweep = asyncio.create_task(years.registry.sweep())
    while remaining:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0)
    years.wall_ms += RETRY_MS
    await asyncio.wait_for(loaded.wait(), WAIT)
    sweep.cancel()
    await asyncio.wait([sweep])


async def test_repeated_visits_leave_one_entry(years: Years) -> None:
    game = await years.begin(p.Control(kind="correspondence", days=2))
    for _ in range(3):
        room_actor = await years.registry.get(game)
        assert room_actor is not None
        for viewer in list(room_actor.audience.viewers):
            room_actor.leave(viewer)
        for _ in range(2):
            await years.registry.unload_idle()
        assert list(years.registry) == []
        assert len(years.registry._flags) == 1


def test_deadlines_are_kept_only_for_existing_games() -> None:
    flags = Flags()
    for due in range(10_000):
        flags.note(f"game {due % 3}", due)
    assert len(flags) <= 2 * 3 + SPARE
    flags.forget("game 2")
    assert list(flags.fallen(9_998)) == ["game 1"]
    assert list(flags.fallen(20_000)) == ["game 0"]
    flags.note("game 0", 20_000)
    assert list(flags.fallen(20_000)) == ["game 0"], "it was forgotten when it fell"
    assert len(flags) == 0


async def test_other_games_wait_for_their_players(years: Years) -> None:
    await years.begin(p.Control(kind="sudden_death", base_ms=60_000))
    await years.registry.close()
    years.start()
    await years.registry.read_flags()
    assert list(years.registry) == []

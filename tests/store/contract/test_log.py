"""Commits of events, and restoring a room from the log."""

from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Outage, Resume
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Invitation, Phase, Room
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import Commit, Conflict, RulesChanged, Store
from zeitnot_server.store.filters import GameFilter

from ..full_records import record_of
from ..playing import ANN, BOB, Count, Game
from .implementations import Database


async def test_every_commit_updates_the_list(store: Store) -> None:
    game = await (await Game(store, heap=100).create()).start()
    await game.play_moves("2", "1")
    steps: list[tuple[int | None, Any]] = [
        (0, game.command(p.Takeback, action="ask")),
        (1, game.command(p.Takeback, action="accept")),
        (0, p.Chat(game="game1", text="so")),
        (None, Outage(elapsed_ms=0)),
        (None, Resume()),
        (0, game.command(p.Adjourn, action="offer")),
        (1, game.command(p.Adjourn, action="accept")),
        (0, game.command(p.ResumeWish)),
        (1, game.command(p.ResumeWish)),
        (1, game.command(p.Resign)),
        (0, game.command(p.RematchWish)),
    ]
    phases = []
    for seat, command in steps:
        await game.do(seat, command)
        (visible,) = (await store.games.page(GameFilter())).games
        assert (visible.state, visible.moves) == (game.room.phase.value, game.room.ply)
        assert visible.position == game.room.position(None)
        phases.append(visible.state)
    assert set(phases) == {"running", "paused", "adjourned", "finished"}


async def test_the_log_restores_the_room(store: Store) -> None:
    invited = (None, Invitation(BOB.account, BOB.name, True, 3))
    game = await Game(store, invitations=invited, die=True, run=4).create()
    await game.start()
    await game.move("1", after=250)
    loaded = await store.log.load("game1")
    assert loaded is not None
    assert loaded.room == game.room
    assert (loaded.last_run, loaded.last_at_ms) == (4, 250)
    assert loaded.room.game_setup.seed == game.room.game_setup.seed
    assert loaded.room.seats[1].invited == invited[1]


async def test_a_room_without_events_is_restored_as_new(store: Store) -> None:
    game = await Game(store).create()
    loaded = await store.log.load("game1")
    assert loaded is not None
    assert loaded.room == game.room
    assert loaded.last_run == 0


async def test_an_unknown_game_has_no_log(store: Store) -> None:
    assert await store.log.load("nosuch") is None
    assert await store.log.entries("nosuch") == []


async def test_entries_after_a_number_are_returned(store: Store) -> None:
    game = await (await Game(store).create()).start()
    step = await game.move()
    assert await store.log.entries("game1", 5) == list(step.entries)
    assert [row.event.seq for row in await store.log.entries("game1")] == [1, 2, 3, 4, 5, 6]
    assert fold(Room.new(game.room.game_setup), await store.log.entries("game1")) == game.room


async def test_text_of_any_script_survives(store: Store) -> None:
    game = await Game(store).create()
    text = 'Grüße "爱恩斯坦棋" \\ \u2028 🎲 \x07'
    result = game.step(p.Chat(game="game1", text=text), ANN)
    await store.log.commit(Commit(result.room, result.entries))
    (row,) = await store.log.entries("game1")
    assert isinstance(row.event, p.Said)
    assert row.event.text == text


async def test_a_used_event_number_is_a_conflict(store: Store) -> None:
    game = await (await Game(store).create()).start()
    stale = game.next_move("1")
    await game.move("2")
    with pytest.raises(Conflict):
        await store.log.commit(stale)
    loaded = await store.log.load("game1")
    assert loaded is not None
    assert loaded.room == game.room


async def test_a_game_whose_room_was_unloaded_continues(store: Store) -> None:
    game = await (await Game(store).create()).start()
    stale = game.next_move("1")
    for _ in range(2):
        store.log.release("game1")
        store.log.release("nosuch")
        await game.move()
        with pytest.raises(Conflict):
            await store.log.commit(stale)
        loaded = await store.log.load("game1")
        assert loaded is not None
        assert loaded.room == game.room


async def test_a_command_id_is_unique_per_game_and_account(store: Store) -> None:
    game = await Game(store).create()
    same = p.Sit(game="game1", id="same", seat=0)
    await game.do(0, same)
    repeated = game.step(p.Sit(game="game1", id="same", seat=1), BOB)
    await store.log.commit(Commit(repeated.room, repeated.entries))  # another account: no conflict
    game.room = repeated.room
    ready = game.step(game.command(p.Ready, salt="s"), ANN)
    entries = tuple(replace(entry, command_id="same") for entry in ready.entries)
    with pytest.raises(Conflict):
        await store.log.commit(Commit(ready.room, entries))
    other = await Game(store, "game2").create()
    await other.do(0, p.Sit(game="game2", id="same", seat=0))


async def test_events_of_an_unknown_game_are_refused(
    store: Store,
) -> None:
    game = Game(store)
    result = game.step(game.command(p.Sit, seat=0), ANN)
    with pytest.raises(Conflict):
        await store.log.commit(Commit(result.room, result.entries))
    assert await store.log.entries("game1") == []


async def test_a_rematch_is_created_with_the_event_that_names_it(
    store: Store,
) -> None:
    game = await (await Game(store).create()).start()
    await game.do(0, game.command(p.Resign))
    await game.do(0, game.command(p.RematchWish))
    result = game.step(game.command(p.RematchWish), BOB)
    assert result.next_game is not None
    game_setup = replace(
        game.room.game_setup, id=result.next_game.id, invitations=result.next_game.invitations
    )
    await store.log.commit(Commit(result.room, result.entries, (Room.new(game_setup),)))
    loaded = await store.log.load("game1next")
    assert loaded is not None
    assert loaded.room.phase is Phase.OPEN
    assert [s.invited and s.invited.name for s in loaded.room.seats] == ["Bob", "Ann"]


async def test_a_rematch_with_a_used_id_is_not_created(store: Store) -> None:
    game = await Game(store).create()
    result = game.step(game.command(p.Sit, seat=0), ANN)
    with pytest.raises(Conflict):
        await store.log.commit(Commit(result.room, result.entries, (game.room,)))
    assert await store.log.entries("game1") == []


async def test_a_game_of_other_rules_is_not_replayed(database: Database) -> None:
    async with database.open() as store:
        await Game(store).create()
    async with database.open(lambda game, settings: Count(settings, version=2)) as store:
        with pytest.raises(RulesChanged, match="version 1 of count"):
            await store.log.load("game1")
        assert await record_of(store, "game1") is not None

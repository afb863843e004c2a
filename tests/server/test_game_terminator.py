"""A game that the operator ends is ended, after as many attempts as necessary."""

from collections.abc import Callable

import pytest

from zeitnot_server.hosting.registry import Registry
from zeitnot_server.hosting.room.inbox import Item
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.moderation.game_terminator import TRIES, GameTerminator
from zeitnot_server.rooms.room import Phase
from zeitnot_server.store import Commit, ReadFailed, ReadOnly, Termination
from zeitnot_server.store.sqlite.store import SqliteStore

from .test_expiry import create_open_room, phase_of, registry, store, wait_until_idle

__all__ = ["registry", "store"]


def full_disk(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every write fail; the store has not reported it yet."""

    async def commit(commit: Commit) -> None:
        raise ReadOnly("database or disk is full")

    monkeypatch.setattr(store.log, "commit", commit)


def unreadable_file(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every read fail."""

    async def load(game: str, turn: object = None) -> None:
        raise ReadFailed("disk I/O error")

    monkeypatch.setattr(store.log, "load", load)


def busy_room(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fills the mailbox of every room."""

    def post(room_actor: RoomActor, item: Item) -> bool:
        return False

    monkeypatch.setattr(RoomActor, "post", post)


@pytest.mark.parametrize("trouble", [full_disk, unreadable_file, busy_room])
async def test_a_cancelled_game_ends_when_the_database_recovers(
    store: SqliteStore,
    registry: Registry,
    monkeypatch: pytest.MonkeyPatch,
    trouble: Callable[[SqliteStore, pytest.MonkeyPatch], None],
) -> None:
    game, game_terminator = await create_open_room(store, 0), GameTerminator(store, registry)
    with monkeypatch.context() as patch:
        trouble(store, patch)
        await game_terminator.end(game, Termination(None, "a mistake"))
        await game_terminator.check()
        await registry.drain(10)
    assert await phase_of(store, game) is Phase.OPEN
    await game_terminator.check()
    await registry.drain(10)
    await wait_until_idle(store, registry)
    loaded = await store.log.load(game)
    assert loaded is not None
    assert loaded.room.finished is not None
    assert loaded.room.finished.reason == "aborted"
    assert game_terminator._commands
    await game_terminator.check()
    assert not game_terminator._commands


async def test_known_store_errors_do_not_count_as_tries(
    store: SqliteStore, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, game_terminator = await create_open_room(store, 0), GameTerminator(store, registry)
    busy_room(store, monkeypatch)
    await game_terminator.end(game, Termination(None, None))
    monkeypatch.setattr(SqliteStore, "read_only_reason", "no space left")
    for _ in range(2 * TRIES):
        await game_terminator.check()
    monkeypatch.setattr(SqliteStore, "read_only_reason", None)
    for _ in range(TRIES):
        await game_terminator.check()
    assert list(game_terminator._commands) == [game]
    await game_terminator.check()
    assert not game_terminator._commands, "it is given up after the last try"


async def test_a_game_that_cannot_be_loaded_is_skipped(
    store: SqliteStore, registry: Registry
) -> None:
    game, game_terminator = await create_open_room(store, 0), GameTerminator(store, registry)
    await store.write(
        lambda c: c.execute("UPDATE game SET game_type = 'lost' WHERE id = ?", (game,))
    )
    await game_terminator.end(game, Termination(None, None))
    await game_terminator.check()
    assert not game_terminator._commands

"""A game that the operator ends is ended, after as many attempts as necessary."""

from collections.abc import Callable

import pytest

from zeitnot_server.hosting.registry import Registry
from zeitnot_server.hosting.room.inbox import Item
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.moderation.operator_ends import TRIES, OperatorEnds
from zeitnot_server.rooms.room import Phase
from zeitnot_server.store import Commit, OperatorEnd, ReadFailed, ReadOnly
from zeitnot_server.store.sqlite.store import SqliteStore

from .test_expiry import an_open_room, phase_of, registry, store, wait_until_idle

__all__ = ["registry", "store"]


def full_disk(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be written; the store has not reported it yet."""

    async def commit(commit: Commit) -> None:
        raise ReadOnly("database or disk is full")

    monkeypatch.setattr(store.log, "commit", commit)


def unreadable_file(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every read fail."""

    async def load(game: str, turn: object = None) -> None:
        raise ReadFailed("disk I/O error")

    monkeypatch.setattr(store.log, "load", load)


def busy_room(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room's mailbox is full."""

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
    game, operator_ends = await an_open_room(store, 0), OperatorEnds(store, registry)
    with monkeypatch.context() as patch:
        trouble(store, patch)
        await operator_ends.end(game, OperatorEnd(None, "a mistake"))
        await operator_ends.check()
        await registry.drain(10)
    assert await phase_of(store, game) is Phase.OPEN
    await operator_ends.check()
    await registry.drain(10)
    await wait_until_idle(store, registry)
    loaded = await store.log.load(game)
    assert loaded is not None
    assert loaded.room.finished is not None
    assert loaded.room.finished.reason == "aborted"
    assert operator_ends._commands
    await operator_ends.check()
    assert not operator_ends._commands


async def test_known_store_errors_do_not_count_as_tries(
    store: SqliteStore, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, operator_ends = await an_open_room(store, 0), OperatorEnds(store, registry)
    busy_room(store, monkeypatch)
    await operator_ends.end(game, OperatorEnd(None, None))
    monkeypatch.setattr(SqliteStore, "trouble", "no space left")
    for _ in range(2 * TRIES):
        await operator_ends.check()
    monkeypatch.setattr(SqliteStore, "trouble", None)
    for _ in range(TRIES):
        await operator_ends.check()
    assert list(operator_ends._commands) == [game]
    await operator_ends.check()
    assert not operator_ends._commands, "it is given up after the last try"


async def test_a_game_that_cannot_be_loaded_is_skipped(
    store: SqliteStore, registry: Registry
) -> None:
    game, operator_ends = await an_open_room(store, 0), OperatorEnds(store, registry)
    await store.write(
        lambda c: c.execute("UPDATE game SET game_type = 'lost' WHERE id = ?", (game,))
    )
    await operator_ends.end(game, OperatorEnd(None, None))
    await operator_ends.check()
    assert not operator_ends._commands

"""Unused rooms are unloaded, except those that a client is about to enter."""

import asyncio
import gc
import weakref

from zeitnot_server.hosting.registry import SWEEP_SECONDS, Registry
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.limits.table import Limits
from zeitnot_server.store.sqlite.store import SqliteStore

from .hosted import WAIT_S, Person
from .test_expiry import create_open_room, registry, store

__all__ = ["registry", "store"]


async def test_a_viewer_before_its_hello_finds_the_room_loaded(
    store: SqliteStore, registry: Registry
) -> None:
    room_actor = await registry.get(await create_open_room(store, 0))
    assert room_actor is not None
    await registry.unload_idle()
    await asyncio.sleep(0.01)  # a cancelled task has ended by now
    ann = Person("ann")
    room_actor.post(Subscribe(ann.viewer, 0))
    await ann.until("presence")
    assert [room_actor] == list(registry)


async def test_an_unused_room_is_unloaded(store: SqliteStore, registry: Registry) -> None:
    game = await create_open_room(store, 0)
    room_actor = await registry.get(game)
    await registry.unload_idle()
    await registry.unload_idle()
    assert list(registry) == []
    reloaded = await registry.get(game)
    assert reloaded is not None
    assert reloaded is not room_actor
    ann = Person("ann")
    reloaded.post(Subscribe(ann.viewer, 0))
    await ann.until("presence")


async def test_an_unloaded_room_is_freed_without_the_collector(
    store: SqliteStore, registry: Registry
) -> None:
    room_actor = await registry.get(await create_open_room(store, 0))
    assert room_actor is not None
    ann = Person("ann")
    room_actor.post(Subscribe(ann.viewer, 0))
    await ann.until("presence")
    room_actor.disconnected(ann.viewer)
    gc.collect()
    gc.disable()
    try:
        closed = asyncio.Event()
        weakref.finalize(room_actor, closed.set)
        del room_actor, ann
        await registry.unload_idle()
        await registry.unload_idle()
        await asyncio.wait_for(closed.wait(), WAIT_S)
    finally:
        gc.enable()


def test_the_sweep_interval_exceeds_the_time_for_a_hello() -> None:
    assert 2 * Limits().hello_seconds < SWEEP_SECONDS

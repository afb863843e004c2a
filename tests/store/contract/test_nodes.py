"""The leases of rooms on a database that only one node uses."""

from zeitnot_server.store import Store

from ..playing import Game


async def test_a_single_node_holds_every_room(store: Store) -> None:
    await Game(store).create()
    assert await store.nodes.claim("game1") is None
    assert await store.nodes.claim("nosuch") is None
    await store.nodes.release(["game1"])
    assert await store.nodes.claim("game1") is None


async def test_a_single_node_is_the_leader(store: Store) -> None:
    await store.runs.begin()
    await store.nodes.post(b"here")
    assert await store.nodes.is_leader()
    assert list(await store.nodes.others()) == []
    assert not store.nodes.has_suspects
    assert list(await store.nodes.running()) == []
    await Game(store).create()
    assert list(await store.nodes.remote_rooms(["game1", "nosuch"])) == []
    assert list(await store.nodes.stopped([99])) == []
    assert store.nodes.this.name
    assert store.nodes.is_cluster in (False, True)
    assert await store.nodes.synchronous() is (False if store.nodes.is_cluster else None)


async def test_the_first_query_for_changes_returns_a_starting_point(store: Store) -> None:
    await Game(store).create()
    start = await store.nodes.changes(None)
    assert list(start.games) == []
    if store.nodes.is_cluster:
        assert list((await store.nodes.changes(start.until)).games) in ([], ["game1"])

"""A node whose heartbeat has stopped may be dead: a claim of its rooms waits until this is
decided."""

import asyncio

import pytest

from zeitnot_server.store.nodes import Node
from zeitnot_server.store.postgresql import PostgresqlStore
from zeitnot_server.store.postgresql.nodes import nodes

from ..playing import Game
from .conftest import Open
from .looking import other_nodes

BEAT = "UPDATE node_clock SET ms = ms + 1 WHERE run = ?"


class Clock:
    """A clock that the test sets."""

    def __init__(self, store: PostgresqlStore) -> None:
        self.now_s = 100.0
        store.nodes._monotonic_s = lambda: self.now_s


async def claim_from_suspect(
    a: PostgresqlStore, b: PostgresqlStore, clock: Clock
) -> "asyncio.Task[Node | None]":
    """Stops node a's heartbeat; returns the waiting claim by node b of a room of a."""
    await Game(a, run=a.runs.number).create()
    await a._heartbeat_row.close()
    assert await other_nodes(b) == ["a"]
    assert not b.nodes.has_suspects
    assert await b.nodes.claim("game1") == a.nodes.this
    clock.now_s += 1
    assert await other_nodes(b) == ["a"]
    assert b.nodes.has_suspects
    claim = asyncio.create_task(b.nodes.claim("game1"))
    assert await other_nodes(b) == ["a"]
    return claim


async def test_a_claim_of_a_dead_nodes_room_succeeds_when_its_lease_ends(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        clock = Clock(b)
        claim = await claim_from_suspect(a, b, clock)
        clock.now_s += 1
        assert await other_nodes(b) == ["a"]
        clock.now_s += 1
        assert await other_nodes(b) == []
        assert not b.nodes.has_suspects
        assert await claim is None


async def test_a_node_that_continues_keeps_its_rooms(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        claim = await claim_from_suspect(a, b, Clock(b))
        await b.write(lambda c: c.execute(BEAT, (a.runs.number,)))
        assert await other_nodes(b) == ["a"]
        assert not b.nodes.has_suspects
        assert await claim == a.nodes.this


async def test_a_claim_waits_no_longer_than_a_lease_lasts(
    node: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the database accepts no writes, the node remains a suspect."""
    monkeypatch.setattr(nodes, "CLAIM_PAUSE_S", 0.0)
    async with node("a") as a, node("b") as b:
        clock = Clock(b)
        claim = await claim_from_suspect(a, b, clock)
        clock.now_s += nodes.LEASE_SECONDS
        assert await claim == a.nodes.this
        assert b.nodes.has_suspects

"""Reads of the states that the other nodes have posted."""

import asyncio
from collections.abc import Sequence

import pytest

from zeitnot_server.store.nodes import OtherNode

from .peers import Pair, settle


async def test_concurrent_reads_of_other_nodes_are_merged(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the older of two results could be shown last."""
    nodes = pair[1].game_server.store.nodes
    read, n_reads, proceed = nodes.others, 0, asyncio.Event()

    async def slowly() -> Sequence[OtherNode]:
        nonlocal n_reads
        n_reads += 1
        await proceed.wait()
        return await read()

    monkeypatch.setattr(nodes, "others", slowly)
    peers = pair[1].game_server.lobby.peers
    reads = [asyncio.create_task(read_) for read_ in (peers.refresh(), peers.round())]
    await settle()
    reads.append(asyncio.create_task(peers.refresh()))
    await settle()
    proceed.set()
    await asyncio.gather(*reads)
    assert n_reads == 1
    await peers.refresh()
    assert n_reads == 2

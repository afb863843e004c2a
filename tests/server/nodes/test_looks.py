"""Looks at what the other nodes have posted."""

import asyncio
from collections.abc import Sequence

import pytest

from zeitnot_server.store.nodes import OtherNode

from .peers import Pair, settle


async def test_looks_at_the_same_time_are_one(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two, the one that has read first could otherwise show it last."""
    nodes = pair[1].game_server.store.nodes
    read, asked, answers = nodes.others, list[None](), asyncio.Event()

    async def slowly() -> Sequence[OtherNode]:
        asked.append(None)
        await answers.wait()
        return await read()

    monkeypatch.setattr(nodes, "others", slowly)
    peers = pair[1].game_server.lobby.peers
    looking = [asyncio.create_task(one) for one in (peers.refresh(), peers.round())]
    await settle()
    looking.append(asyncio.create_task(peers.refresh()))
    await settle()
    answers.set()
    await asyncio.gather(*looking)
    assert len(asked) == 1
    await peers.refresh()
    assert len(asked) == 2

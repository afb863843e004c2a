"""Two nodes and a real broker. A hint triggers a round at the other node at once; without hints a
change arrives with the next regular round, and none is lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import MqttFeed

from ...feed.conftest import MOSQUITTO, WAIT_S, Broker
from .cluster import Cluster
from .peers import A_BOT, ANN, ME, BotClient, LobbyNode, Pair, lobby_node


class ManualWait:
    """A round runs only when the node is woken, or when the test sets `due`."""

    def __init__(self) -> None:
        self.due = asyncio.Event()

    async def __call__(self, wake: asyncio.Event) -> None:
        due = asyncio.ensure_future(self.due.wait())
        woken = asyncio.ensure_future(wake.wait())
        await asyncio.wait((due, woken), return_when=asyncio.FIRST_COMPLETED)
        due.cancel()
        woken.cancel()
        self.due.clear()


@asynccontextmanager
async def running(
    cluster: Cluster, name: str, broker: Broker, wait: ManualWait
) -> AsyncIterator[LobbyNode]:
    feed = MqttFeed(broker.url, name, retry_s=(0.05,), several=True)
    await feed.start()
    async with lobby_node(cluster, name, feed) as node:
        node.game_server.lobby.peers._wait = wait
        rounds = asyncio.create_task(node.game_server.lobby.peers.run())
        yield node
        rounds.cancel()
        await asyncio.gather(rounds, return_exceptions=True)
    await feed.stop()


@pytest.fixture
async def broker(tmp_path: Path) -> AsyncIterator[Broker]:
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed")
    broker = Broker(tmp_path)
    await broker.start()
    yield broker
    await broker.close()


@pytest.fixture
async def waits() -> tuple[ManualWait, ManualWait]:
    return ManualWait(), ManualWait()


@pytest.fixture
async def pair(
    cluster: Cluster, broker: Broker, waits: tuple[ManualWait, ManualWait]
) -> AsyncIterator[Pair]:
    async with (
        running(cluster, "a", broker, waits[0]) as a,
        running(cluster, "b", broker, waits[1]) as b,
    ):
        yield a, b


async def bots_at(node: LobbyNode, number: int) -> None:
    """Waits until the lobby of the node shows this number of bots."""
    async with asyncio.timeout(WAIT_S):
        while len(node.service.bots.online()) != number:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0)


async def connected(a: LobbyNode, b: LobbyNode) -> None:
    """Waits until both nodes have subscribed, so that each receives the hints of the other."""
    async with asyncio.timeout(WAIT_S):
        for sender, receiver in ((a, b), (b, a)):
            received = asyncio.Event()
            receiver.game_server.feed.set_hint_callback(received.set)
            while not received.is_set():
                sender.game_server.feed.send_hint()
                await asyncio.sleep(0.01)
            receiver.game_server.feed.set_hint_callback(receiver.game_server.lobby.peers._wake.set)


async def test_a_hint_shows_a_change_at_once_at_the_other_node(pair: Pair) -> None:
    a, b = pair
    await connected(a, b)
    bot = BotClient()
    await b.join(bot)
    await bots_at(a, 1)
    bot.invitations()
    game = await a.create(ANN, ME, A_BOT)
    invitations = list[p.Invited]()
    async with asyncio.timeout(WAIT_S):
        while not invitations:
            invitations = bot.invitations()
            await asyncio.sleep(0)
    assert invitations[0].game == game.room.id
    b.service.leave(bot.watcher)
    await bots_at(a, 0)


async def test_without_a_broker_the_next_round_shows_a_change(
    pair: Pair, broker: Broker, waits: tuple[ManualWait, ManualWait]
) -> None:
    a, b = pair
    await connected(a, b)
    await broker.kill()
    await b.join(BotClient())
    for wait in waits[::-1]:
        wait.due.set()
    async with asyncio.timeout(WAIT_S):
        while not a.service.bots.online():
            waits[0].due.set()
            await asyncio.sleep(0)
    assert [bot.name for bot in (await a.lobby()).bots] == ["Marvin"]

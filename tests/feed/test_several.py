"""Several servers that publish to one broker: who publishes the lobby, and hints."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt
import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import MqttFeed

from .conftest import DEFAULT_CONFIG, MOSQUITTO, WAIT_S, Broker
from .test_mqtt import summary, wire


@asynccontextmanager
async def node(broker: Broker, name: str | None) -> AsyncIterator[MqttFeed]:
    feed = MqttFeed(broker.url, node=name, retry_s=(0.05,), several=True)
    await feed.start()
    yield feed
    await feed.stop()


def lobby(*bots: str) -> p.Lobby:
    rows = [p.BotView(name=name, plays=["ewn"]) for name in bots]
    return p.Lobby(open=[], running=[], yours=[], bots=rows)


def hint_queue(feed: MqttFeed) -> "asyncio.Queue[None]":
    """A queue that gets an item for each hint that this feed receives."""
    received: asyncio.Queue[None] = asyncio.Queue()
    feed.set_hint_callback(lambda: received.put_nowait(None))
    return received


def clear(received: "asyncio.Queue[None]") -> None:
    while not received.empty():
        received.get_nowait()


async def hint_until_received(feed: MqttFeed, received: "asyncio.Queue[None]") -> None:
    """Repeats the hint, because the other feed may not have subscribed yet."""
    async with asyncio.timeout(WAIT_S):
        while received.empty():
            feed.send_hint()
            await asyncio.sleep(0.01)


async def test_only_the_other_feeds_receive_a_hint(broker: Broker) -> None:
    async with node(broker, "a") as a, node(broker, "b") as b:
        by_a, by_b = hint_queue(a), hint_queue(b)
        await hint_until_received(a, by_b)
        async with broker.listener("zeitnot/v1/hints/+") as reader:
            b.send_hint()
            while str((message := await reader.next()).topic) != "zeitnot/v1/hints/b":
                pass
        assert (message.payload, message.qos, message.retain) == (b"", 0, False)
        async with asyncio.timeout(WAIT_S):
            while not by_b.empty():  # the last hints of the other feed may still arrive
                clear(by_b)
                for _ in range(3):
                    clear(by_a)
                    await hint_until_received(b, by_a)


async def test_hints_continue_when_the_broker_is_back(broker: Broker) -> None:
    async with node(broker, "a") as a, node(broker, "b") as b:
        received = hint_queue(b)
        await hint_until_received(a, received)
        await broker.kill()
        a.send_hint()
        clear(received)
        await broker.start()
        await hint_until_received(a, received)


async def test_the_feed_works_with_a_broker_that_refuses_hints(tmp_path: Path) -> None:
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed")
    acl = tmp_path / "acl"
    acl.write_text("topic deny zeitnot/v1/hints/#\ntopic readwrite zeitnot/v1/#\n")
    acl.chmod(0o600)
    broker = Broker(tmp_path, DEFAULT_CONFIG + f"user root\nacl_file {acl}\n")
    await broker.start()
    try:
        async with node(broker, "a") as a, broker.listener("zeitnot/v1/games/+/state") as reader:
            a.send_hint()
            a.room_state(summary("abcd"))
            assert (await reader.next()).payload == wire(summary("abcd"))
            a.send_hint()
            a.room_state(summary("abcd", 2))
            assert (await reader.next()).payload == wire(summary("abcd", 2))
    finally:
        await broker.close()


async def test_the_leader_publishes_the_lobby(broker: Broker) -> None:
    async with (
        node(broker, "a") as a,
        node(broker, "b") as b,
        broker.listener("zeitnot/v1/lobby") as reader,
    ):
        b.lobby(lobby("FromB"))
        a.set_leader(True)
        a.lobby(lobby("FromA"))
        assert (await reader.next()).payload == wire(lobby("FromA"))


async def test_a_new_leader_publishes_at_once_and_clears_bots_that_are_gone(
    broker: Broker,
) -> None:
    """The previous leader died after publishing bots that are no longer online."""
    async with node(broker, "b") as b, broker.listener("zeitnot/v1/bots/+") as reader:
        async with node(broker, "a") as a:
            a.set_leader(True)
            a.lobby(lobby("Stays", "Goes"))
            for _ in range(2):
                await reader.next()
        b.lobby(lobby("Stays", "Goes"))  # the lobby that b has seen so far
        b.set_leader(True)
        b.lobby(lobby("Stays"))
        await reader.until("zeitnot/v1/bots/Goes", b"")
        async with broker.listener("zeitnot/v1/#") as late:
            retained = [str((await late.next()).topic) for _ in range(4)]
    assert sorted(retained) == [
        "zeitnot/v1/bots/Stays",
        "zeitnot/v1/lobby",
        "zeitnot/v1/nodes/a",
        "zeitnot/v1/nodes/b",
    ]


async def test_a_former_leader_publishes_no_old_lobby(broker: Broker) -> None:
    async with node(broker, "a") as a:
        a.set_leader(True)
        async with broker.listener("zeitnot/v1/#") as reader:
            a.lobby(lobby("Bot"))
            await reader.until("zeitnot/v1/lobby", wire(lobby("Bot")))
            a.set_leader(False)
            a.room_state(summary("first"))
            await reader.until("zeitnot/v1/games/first/state", wire(summary("first")))
        await broker.kill()
        await broker.start()
        async with broker.listener("zeitnot/v1/#") as reader:
            a.room_state(summary("second"))
            await reader.until("zeitnot/v1/games/first/state", wire(summary("first")))
            await reader.until("zeitnot/v1/games/second/state", wire(summary("second")))
            async with broker.listener("zeitnot/v1/#") as late:
                retained = {str((await late.next()).topic) for _ in range(3)}
    assert retained == {
        "zeitnot/v1/nodes/a",
        "zeitnot/v1/games/first/state",
        "zeitnot/v1/games/second/state",
    }


async def test_a_released_state_is_not_published_again(broker: Broker) -> None:
    async with node(broker, "a") as a:
        async with broker.listener("zeitnot/v1/games/+/state") as reader:
            for game in ("kept", "released"):
                a.room_state(summary(game))
                await reader.until(f"zeitnot/v1/games/{game}/state", wire(summary(game)))
        a.release("released")
        await broker.kill()
        await broker.start()
        async with broker.listener("zeitnot/v1/games/+/state") as reader:
            assert str((await reader.next()).topic) == "zeitnot/v1/games/kept/state"
            a.room_state(summary("kept", 2))
            assert str((await reader.next()).topic) == "zeitnot/v1/games/kept/state"


NODE_PROCESS = """
import asyncio, sys
from zeitnot_server.feed import MqttFeed

async def main():
    await MqttFeed(sys.argv[1], node="a", several=True).start()
    await asyncio.Event().wait()

asyncio.run(main())
"""


ONLINE, OFFLINE = b'{"online":true}', b'{"online":false}'


async def test_a_node_that_starts_on_another_machine_stays_online(broker: Broker) -> None:
    """Its old machine has vanished; the broker notices later and ends that connection."""
    async with broker.listener("zeitnot/v1/nodes/a") as reader:
        vanished = await asyncio.create_subprocess_exec(
            sys.executable, "-c", NODE_PROCESS, broker.url
        )
        seen = [(await reader.next()).payload]
        vanished.send_signal(signal.SIGSTOP)
        async with node(broker, "a"):
            seen.append((await reader.next()).payload)
            vanished.kill()
            await vanished.wait()
            seen += [(await reader.next()).payload for _ in range(2)]
        seen.append((await reader.next()).payload)
    assert seen == [ONLINE, ONLINE, OFFLINE, ONLINE, OFFLINE]


async def test_a_reader_cannot_take_a_nodes_connection(broker: Broker) -> None:
    """A client that connects with the identifier of another one replaces its connection."""
    async with broker.listener("zeitnot/v1/#") as reader, node(broker, "a") as a:
        await reader.until("zeitnot/v1/nodes/a", ONLINE)
        for identifier in ("zeitnot-a", "zeitnota", "a"):
            async with aiomqtt.Client("127.0.0.1", broker.port, identifier=identifier):
                pass
        a.room_state(summary("game"))
        assert str((await reader.next()).topic) == "zeitnot/v1/games/game/state"


async def test_servers_without_names_do_not_disturb_each_other(
    broker: Broker, capsys: pytest.CaptureFixture[str]
) -> None:
    """They have separate databases and the same broker."""
    async with (
        broker.listener("zeitnot/v1/games/+/state") as reader,
        node(broker, None) as one,
        node(broker, None) as other,
    ):
        for ply in range(3):
            for feed, game in ((one, "one"), (other, "other")):
                feed.room_state(summary(game, ply))
                await reader.until(f"zeitnot/v1/games/{game}/state", wire(summary(game, ply)))
    assert "broker away" not in capsys.readouterr().out

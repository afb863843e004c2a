"""The feed with a real broker that is up, down, killed, stalled and restarted."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
from prometheus_client import REGISTRY

import zeitnot_protocol as p
from zeitnot_server.feed import BadAddress, MqttFeed, NullFeed, mqtt
from zeitnot_server.feed.mqtt import ENDED_EXPIRY_S
from zeitnot_server.feed.outbox import Outbox

from .conftest import PATIENCE_S, Broker

RETRY_S = (0.05,)


def summary(game: str, moves: int = 0, state: str = "running") -> p.GameSummary:
    fields = {
        "id": game,
        "game_type": "tictactoe",
        "settings": {},
        "control": {"kind": "unlimited"},
        "state": state,
        "seats": [{}, {}],
        "moves": moves,
        "position": "......... x",
        "created_at": 1,
    }
    return msgspec.convert(fields, p.GameSummary)


def event(seq: int, game: str = "abcd") -> p.Offered:
    return p.Offered(game=game, seq=seq, at=1, seat=0)


def wire(message: object) -> bytes:
    return p.encode(message).encode()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that goes takes leave for as long as it needs to on a busy machine."""
    monkeypatch.setattr(mqtt, "GOODBYE_S", PATIENCE_S)


@asynccontextmanager
async def running_feed(broker: Broker, outbox: Outbox | None = None) -> AsyncIterator[MqttFeed]:
    feed = MqttFeed(broker.url, outbox=outbox, retry_s=RETRY_S)
    await feed.start()
    yield feed
    await feed.stop()


def dropped() -> float:
    """What the metric says."""
    return REGISTRY.get_sample_value("zeitnot_feed_dropped_total") or 0.0


async def test_a_state_is_retained(broker: Broker) -> None:
    """Who comes late is told at once how the game stands."""
    async with running_feed(broker) as feed, broker.listener("zeitnot/v1/games/+/state") as early:
        feed.room_state(summary("abcd", 3))
        await early.until("zeitnot/v1/games/abcd/state", wire(summary("abcd", 3)))
        async with broker.listener("zeitnot/v1/games/abcd/state") as late:
            message = await late.next()
    assert message.retain
    assert msgspec.json.decode(message.payload, type=p.GameSummary) == summary("abcd", 3)


async def test_events_come_in_order_with_their_numbers(broker: Broker) -> None:
    async with (
        running_feed(broker) as feed,
        broker.listener("zeitnot/v1/games/abcd/events") as reader,
    ):
        for seq in range(1, 101):
            feed.event("abcd", event(seq))
        messages = [await reader.next() for _ in range(100)]
    decoded = [p.decode_room_out(bytes(message.payload)) for message in messages]
    assert decoded == [event(seq) for seq in range(1, 101)]
    assert {(message.qos, message.retain) for message in messages} == {(1, False)}


async def test_the_lobby_tells_nothing_private(broker: Broker) -> None:
    bots = [p.BotView(name="Ponderer", plays=["ewn"]), p.BotView(name="Other", plays=[])]
    one, two = summary("aaaa"), summary("bbbb")
    async with running_feed(broker) as feed, broker.listener("zeitnot/v1/lobby") as reader:
        feed.lobby(p.Lobby(open=[one], running=[two], yours=[two], bots=bots))
        message = await reader.next()
    lobby = p.decode_lobby_out(bytes(message.payload))
    assert lobby == p.Lobby(open=[one], running=[two], yours=[], bots=bots)


async def test_the_state_of_a_departed_bot_is_not_retained(broker: Broker) -> None:
    bot = p.BotView(name="Ponderer", plays=["ewn"])
    async with running_feed(broker) as feed, broker.listener("zeitnot/v1/bots/+") as reader:
        feed.lobby(p.Lobby(open=[], running=[], yours=[], bots=[bot]))
        await reader.until("zeitnot/v1/bots/Ponderer", wire(bot))
        feed.lobby(p.Lobby(open=[], running=[], yours=[], bots=[]))
        assert (await reader.next()).payload == b""


async def test_the_state_of_an_ended_game_expires(broker: Broker) -> None:
    async with running_feed(broker) as feed, broker.listener("zeitnot/v1/games/+/state") as reader:
        feed.room_state(summary("abcd", 9, "finished"))
        message = await reader.next()
        feed.room_state(summary("efgh"))
        other = await reader.next()
    assert getattr(message.properties, "MessageExpiryInterval", None) == ENDED_EXPIRY_S
    assert not hasattr(other.properties, "MessageExpiryInterval")


async def test_a_broker_that_is_down_at_the_start(silent_broker: Broker) -> None:
    """Nothing waits for it, nothing raises, and what was queued comes when it is there."""
    async with running_feed(silent_broker) as feed:
        for seq in range(1, 11):
            feed.event("abcd", event(seq))
            feed.room_state(summary("abcd", seq))
        await silent_broker.start()
        async with silent_broker.listener("zeitnot/v1/games/abcd/state") as reader:
            await reader.until("zeitnot/v1/games/abcd/state", wire(summary("abcd", 10)))


async def test_a_broker_that_dies_and_comes_back(broker: Broker) -> None:
    """It gets all states again, the unchanged too."""
    async with running_feed(broker) as feed:
        async with broker.listener("zeitnot/v1/games/+/state") as reader:
            feed.room_state(summary("unchanged"))
            feed.room_state(summary("changed", 1))
            for game, moves in (("unchanged", 0), ("changed", 1)):
                await reader.until(f"zeitnot/v1/games/{game}/state", wire(summary(game, moves)))
        await broker.kill()
        feed.room_state(summary("changed", 2))
        for seq in range(1, 31):
            feed.event("changed", event(seq, "changed"))
        await broker.start()
        async with broker.listener("zeitnot/v1/games/+/state") as reader:
            states = {(m := await reader.next()).topic.value: m.payload for _ in range(2)}
    assert states == {
        "zeitnot/v1/games/unchanged/state": wire(summary("unchanged")),
        "zeitnot/v1/games/changed/state": wire(summary("changed", 2)),
    }


async def test_an_idle_feed_notices_a_restart_of_the_broker(broker: Broker) -> None:
    """Nothing is published in the meantime; the new broker has the states all the same."""
    async with running_feed(broker) as feed:
        async with broker.listener("zeitnot/v1/games/+/state") as reader:
            feed.room_state(summary("abcd"))
            await reader.next()
        await broker.kill()
        await broker.start()
        async with broker.listener("zeitnot/v1/games/+/state") as reader:
            assert (await reader.next()).payload == wire(summary("abcd"))


async def test_dropped_events_are_counted(silent_broker: Broker) -> None:
    """The newest ones come; the metric says how many did not."""
    before = dropped()
    async with running_feed(silent_broker, Outbox(most_events=10)) as feed:
        for seq in range(1, 26):
            feed.event("abcd", event(seq))
        assert dropped() - before == 15
        await silent_broker.start()
        async with silent_broker.listener("zeitnot/v1/nodes/main") as reader:
            await reader.until("zeitnot/v1/nodes/main", b'{"online":true}')


async def test_a_broker_that_stalls(broker: Broker) -> None:
    """Frozen in the middle of it all: the queue stays bounded, the newest state arrives."""
    outbox = Outbox(most_events=100)
    async with running_feed(broker, outbox) as feed, broker.listener("zeitnot/v1/#") as reader:
        await reader.until("zeitnot/v1/nodes/main", b'{"online":true}')
        broker.signal(signal.SIGSTOP)
        for seq in range(1, 1001):
            feed.event("abcd", event(seq))
            feed.room_state(summary("abcd", seq))
            await asyncio.sleep(0)
        assert len(outbox) <= 101 + mqtt.WINDOW
        broker.signal(signal.SIGCONT)
        await reader.until("zeitnot/v1/games/abcd/state", wire(summary("abcd", 1000)))


async def test_a_stopping_server_publishes_that_it_is_offline(
    broker: Broker, patient: None
) -> None:
    async with broker.listener("zeitnot/v1/nodes/main") as reader:
        async with running_feed(broker):
            await reader.until("zeitnot/v1/nodes/main", b'{"online":true}')
        assert (await reader.next()).payload == b'{"online":false}'


async def test_queued_messages_are_sent_before_the_server_stops(
    broker: Broker, patient: None
) -> None:
    async with broker.listener("zeitnot/v1/games/abcd/events") as reader:
        async with running_feed(broker) as feed:
            for seq in range(1, 101):
                feed.event("abcd", event(seq))
        for seq in range(1, 101):
            assert (await reader.next()).payload == wire(event(seq))


DOOMED = """
import asyncio, sys
from zeitnot_server.feed import MqttFeed

async def main():
    await MqttFeed(sys.argv[1]).start()
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_a_killed_server_is_reported_by_its_last_will(broker: Broker) -> None:
    """The last will: nobody is left to say it, so the broker does."""
    async with broker.listener("zeitnot/v1/nodes/main") as reader:
        server = await asyncio.create_subprocess_exec(sys.executable, "-c", DOOMED, broker.url)
        assert (await reader.next()).payload == b'{"online":true}'
        server.kill()
        await server.wait()
        message = await reader.next()
    assert message.payload == b'{"online":false}'


async def test_a_packet_that_cannot_be_sent_raises_nothing(broker: Broker) -> None:
    """A fault of the feed must not cost a game its move."""
    before = dropped()
    async with running_feed(broker) as feed, broker.listener("zeitnot/v1/games/+/events") as reader:
        feed.event("a/b", event(1))
        feed.event("abcd", event(2))
        assert (await reader.next()).payload == wire(event(2))
    assert dropped() - before == 1


async def test_stopping_without_a_broker_is_short(silent_broker: Broker) -> None:
    async with asyncio.timeout(PATIENCE_S), running_feed(silent_broker) as feed:
        feed.event("abcd", event(1))


async def test_a_feed_that_was_never_started_can_be_stopped() -> None:
    await MqttFeed("mqtt://127.0.0.1:1").stop()


def test_a_bad_address_is_refused_at_once() -> None:
    with pytest.raises(BadAddress):
        MqttFeed("localhost:1883")


async def test_without_a_broker_the_calls_are_the_same() -> None:
    feed = NullFeed()
    await feed.start()
    feed.room_state(summary("abcd"))
    feed.event("abcd", event(1))
    feed.lobby(p.Lobby(open=[], running=[], yours=[], bots=[]))
    await feed.stop()


async def test_waits_before_reconnecting_to_a_broker_that_refuses(
    silent_broker: Broker, capsys: pytest.CaptureFixture[str]
) -> None:
    """It hangs up after every welcome: one line in the log, and the waits grow to the longest."""
    visits: list[float] = []
    enough = asyncio.Event()

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(asyncio.get_running_loop().time())
        if len(visits) == 4:
            enough.set()
        await reader.read(1)
        writer.write(b"\x20\x03\x00\x00\x00")  # CONNACK, MQTT 5, section 3.2
        await writer.drain()
        writer.close()

    door = await asyncio.start_server(hang_up, "127.0.0.1", silent_broker.port)
    feed = MqttFeed(silent_broker.url, retry_s=(0.0, 0.0, 0.3))
    async with asyncio.timeout(PATIENCE_S), door:
        await feed.start()
        await enough.wait()
        await feed.stop()
    assert visits[3] - visits[2] >= 0.3
    assert capsys.readouterr().out.count("feed_down") == 1


async def packet(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The type and the rest of one MQTT packet."""
    (first,) = await reader.readexactly(1)
    length, shift, more = 0, 0, True
    while more:
        (byte,) = await reader.readexactly(1)
        length, shift, more = length | (byte & 127) << shift, shift + 7, byte > 127
    return first >> 4, await reader.readexactly(length)


async def test_sends_only_so_many_messages_at_once(silent_broker: Broker) -> None:
    """It says so by its Receive Maximum, and acknowledges when it has as many."""
    most, flying, worst, count = 3, list[bytes](), 0, 0
    all_here = asyncio.Event()

    async def strict(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal worst, count
        await packet(reader)
        writer.write(bytes([0x20, 6, 0, 0, 3, 0x21, 0, most]))  # CONNACK, MQTT 5, section 3.2
        while count < 30:
            kind, rest = await packet(reader)
            assert kind == 3  # PUBLISH
            topic = 2 + int.from_bytes(rest[:2])
            flying.append(rest[topic : topic + 2])
            count, worst = count + 1, max(worst, len(flying))
            if len(flying) == most:
                writer.write(b"".join(b"\x40\2" + number for number in flying))  # PUBACK
                flying.clear()
        all_here.set()
        writer.close()

    door = await asyncio.start_server(strict, "127.0.0.1", silent_broker.port)
    feed = MqttFeed(silent_broker.url, retry_s=RETRY_S)
    async with asyncio.timeout(PATIENCE_S), door:
        await feed.start()  # one packet of its own
        for seq in range(1, 30):
            feed.event("abcd", event(seq))
        await all_here.wait()
        await feed.stop()
    assert worst == most


async def test_a_broker_that_sends_unrequested_messages_is_disconnected() -> None:
    """It is tried again later; what it sent is kept nowhere."""
    sent, has_left = 0, asyncio.Event()
    publish = bytes([0x30, 0xFF, 0xFF, 0x03]) + b"\0\4abcd\0" + bytes(65535 - 7)

    async def broken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await reader.read(2000)
        writer.write(bytes([0x20, 3, 0, 0, 0]))  # CONNACK
        try:
            while True:
                writer.write(publish)
                await writer.drain()
                sent += 1
        except OSError:
            has_left.set()

    server = await asyncio.start_server(broken, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    feed = MqttFeed(f"mqtt://127.0.0.1:{port}", retry_s=RETRY_S)
    await feed.start()
    async with asyncio.timeout(60):
        await has_left.wait()
    assert sent < 1000
    await feed.stop()
    server.close()

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
from zeitnot_server.feed.publish_queue import PublishQueue

from .conftest import WAIT_S, Broker

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
    """Gives a stopping feed enough time to publish its last messages."""
    monkeypatch.setattr(mqtt, "STOP_TIMEOUT_S", WAIT_S)


@asynccontextmanager
async def running_feed(
    broker: Broker, queue: PublishQueue | None = None
) -> AsyncIterator[MqttFeed]:
    feed = MqttFeed(broker.url, queue=queue, retry_s=RETRY_S)
    await feed.start()
    yield feed
    await feed.stop()


def dropped_total() -> float:
    """The value of the metric for dropped messages."""
    return REGISTRY.get_sample_value("zeitnot_feed_dropped_total") or 0.0


async def test_a_state_is_retained(broker: Broker) -> None:
    """A late subscriber gets the game's state at once."""
    async with (
        running_feed(broker) as feed,
        broker.listener("zeitnot/v1/games/+/state") as early_reader,
    ):
        feed.room_state(summary("abcd", 3))
        await early_reader.until("zeitnot/v1/games/abcd/state", wire(summary("abcd", 3)))
        async with broker.listener("zeitnot/v1/games/abcd/state") as late_reader:
            message = await late_reader.next()
    assert message.retain
    assert msgspec.json.decode(message.payload, type=p.GameSummary) == summary("abcd", 3)


async def test_events_arrive_in_order_with_their_numbers(broker: Broker) -> None:
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


async def test_the_lobby_contains_nothing_private(broker: Broker) -> None:
    bots = [p.BotView(name="Ponderer", plays=["ewn"]), p.BotView(name="Other", plays=[])]
    open_game, running_game = summary("aaaa"), summary("bbbb")
    async with running_feed(broker) as feed, broker.listener("zeitnot/v1/lobby") as reader:
        feed.lobby(
            p.Lobby(open=[open_game], running=[running_game], yours=[running_game], bots=bots)
        )
        message = await reader.next()
    lobby = p.decode_lobby_out(bytes(message.payload))
    assert lobby == p.Lobby(open=[open_game], running=[running_game], yours=[], bots=bots)


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


async def test_messages_wait_for_a_broker_that_is_down_at_the_start(stopped_broker: Broker) -> None:
    """Nothing waits for the broker, nothing raises, and queued messages arrive when it runs."""
    async with running_feed(stopped_broker) as feed:
        for seq in range(1, 11):
            feed.event("abcd", event(seq))
            feed.room_state(summary("abcd", seq))
        await stopped_broker.start()
        async with stopped_broker.listener("zeitnot/v1/games/abcd/state") as reader:
            await reader.until("zeitnot/v1/games/abcd/state", wire(summary("abcd", 10)))


async def test_a_restarted_broker_gets_all_states_again(broker: Broker) -> None:
    """The restarted broker gets all states again, also unchanged ones."""
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
            states = {
                (message := await reader.next()).topic.value: message.payload for _ in range(2)
            }
    assert states == {
        "zeitnot/v1/games/unchanged/state": wire(summary("unchanged")),
        "zeitnot/v1/games/changed/state": wire(summary("changed", 2)),
    }


async def test_an_idle_feed_notices_a_restart_of_the_broker(broker: Broker) -> None:
    """Nothing is published in the meantime; the restarted broker gets the states nevertheless."""
    async with running_feed(broker) as feed:
        async with broker.listener("zeitnot/v1/games/+/state") as reader:
            feed.room_state(summary("abcd"))
            await reader.next()
        await broker.kill()
        await broker.start()
        async with broker.listener("zeitnot/v1/games/+/state") as reader:
            assert (await reader.next()).payload == wire(summary("abcd"))


async def test_dropped_events_are_counted(stopped_broker: Broker) -> None:
    """The newest events are kept; the metric counts the others."""
    before = dropped_total()
    async with running_feed(stopped_broker, PublishQueue(max_events=10)) as feed:
        for seq in range(1, 26):
            feed.event("abcd", event(seq))
        assert dropped_total() - before == 15
        await stopped_broker.start()
        async with stopped_broker.listener("zeitnot/v1/nodes/main") as reader:
            await reader.until("zeitnot/v1/nodes/main", b'{"online":true}')


async def test_the_queue_is_bounded_while_the_broker_stalls(broker: Broker) -> None:
    """While the broker's process is stopped the queue is bounded; then the newest state arrives."""
    queue = PublishQueue(max_events=100)
    async with running_feed(broker, queue) as feed, broker.listener("zeitnot/v1/#") as reader:
        await reader.until("zeitnot/v1/nodes/main", b'{"online":true}')
        broker.signal(signal.SIGSTOP)
        for seq in range(1, 1001):
            feed.event("abcd", event(seq))
            feed.room_state(summary("abcd", seq))
            await asyncio.sleep(0)
        assert len(queue) <= 101 + mqtt.WINDOW
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


FEED_PROCESS = """
import asyncio, sys
from zeitnot_server.feed import MqttFeed

async def main():
    await MqttFeed(sys.argv[1]).start()
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_a_killed_server_is_reported_by_its_last_will(broker: Broker) -> None:
    """The broker publishes the last will of the killed server."""
    async with broker.listener("zeitnot/v1/nodes/main") as reader:
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-c", FEED_PROCESS, broker.url
        )
        assert (await reader.next()).payload == b'{"online":true}'
        server.kill()
        await server.wait()
        message = await reader.next()
    assert message.payload == b'{"online":false}'


async def test_a_packet_that_cannot_be_sent_raises_nothing(broker: Broker) -> None:
    """A failure of the feed must not affect the game."""
    before = dropped_total()
    async with running_feed(broker) as feed, broker.listener("zeitnot/v1/games/+/events") as reader:
        feed.event("a/b", event(1))
        feed.event("abcd", event(2))
        assert (await reader.next()).payload == wire(event(2))
    assert dropped_total() - before == 1


async def test_stopping_without_a_broker_ends_in_time(stopped_broker: Broker) -> None:
    async with asyncio.timeout(WAIT_S), running_feed(stopped_broker) as feed:
        feed.event("abcd", event(1))


async def test_a_feed_that_was_never_started_can_be_stopped() -> None:
    await MqttFeed("mqtt://127.0.0.1:1").stop()


def test_a_bad_address_is_refused_at_once() -> None:
    with pytest.raises(BadAddress):
        MqttFeed("localhost:1883")


async def test_the_null_feed_accepts_all_calls() -> None:
    feed = NullFeed()
    await feed.start()
    feed.room_state(summary("abcd"))
    feed.event("abcd", event(1))
    feed.lobby(p.Lobby(open=[], running=[], yours=[], bots=[]))
    await feed.stop()


async def test_waits_before_reconnecting_to_a_broker_that_refuses(
    stopped_broker: Broker, capsys: pytest.CaptureFixture[str]
) -> None:
    """The broker closes every connection after CONNACK: one log line, and the waits grow."""
    connection_times_s: list[float] = []
    has_fourth = asyncio.Event()

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection_times_s.append(asyncio.get_running_loop().time())
        if len(connection_times_s) == 4:
            has_fourth.set()
        await reader.read(1)
        writer.write(b"\x20\x03\x00\x00\x00")  # CONNACK, MQTT 5, section 3.2
        await writer.drain()
        writer.close()

    fake_broker = await asyncio.start_server(hang_up, "127.0.0.1", stopped_broker.port)
    feed = MqttFeed(stopped_broker.url, retry_s=(0.0, 0.0, 0.3))
    async with asyncio.timeout(WAIT_S), fake_broker:
        await feed.start()
        await has_fourth.wait()
        await feed.stop()
    assert connection_times_s[3] - connection_times_s[2] >= 0.3
    assert capsys.readouterr().out.count("broker away") == 1


async def read_packet(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The type and the body of one MQTT packet."""
    (first,) = await reader.readexactly(1)
    length, shift, more = 0, 0, True
    while more:
        (byte,) = await reader.readexactly(1)
        length, shift, more = length | (byte & 127) << shift, shift + 7, byte > 127
    return first >> 4, await reader.readexactly(length)


async def test_sends_at_most_receive_maximum_messages_at_once(stopped_broker: Broker) -> None:
    """The broker sets Receive Maximum and acknowledges only when it has received that many."""
    receive_maximum, unacked, max_unacked, n_received = 3, list[bytes](), 0, 0
    has_all = asyncio.Event()

    async def strict(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal max_unacked, n_received
        await read_packet(reader)
        writer.write(
            bytes([0x20, 6, 0, 0, 3, 0x21, 0, receive_maximum])
        )  # CONNACK, MQTT 5, section 3.2
        while n_received < 30:
            kind, body = await read_packet(reader)
            assert kind == 3  # PUBLISH
            topic_end = 2 + int.from_bytes(body[:2])
            unacked.append(body[topic_end : topic_end + 2])  # the packet's identifier
            n_received, max_unacked = n_received + 1, max(max_unacked, len(unacked))
            if len(unacked) == receive_maximum:
                writer.write(b"".join(b"\x40\2" + number for number in unacked))  # PUBACK
                unacked.clear()
        has_all.set()
        writer.close()

    fake_broker = await asyncio.start_server(strict, "127.0.0.1", stopped_broker.port)
    feed = MqttFeed(stopped_broker.url, retry_s=RETRY_S)
    async with asyncio.timeout(WAIT_S), fake_broker:
        await feed.start()  # one of the 30 packets says that the server is online
        for seq in range(1, 30):
            feed.event("abcd", event(seq))
        await has_all.wait()
        await feed.stop()
    assert max_unacked == receive_maximum


async def test_a_broker_that_sends_unrequested_messages_is_disconnected() -> None:
    """The feed reconnects later and discards the messages."""
    n_sent, is_disconnected = 0, asyncio.Event()
    publish = bytes([0x30, 0xFF, 0xFF, 0x03]) + b"\0\4abcd\0" + bytes(65535 - 7)

    async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal n_sent
        await reader.read(2000)
        writer.write(bytes([0x20, 3, 0, 0, 0]))  # CONNACK
        try:
            while True:
                writer.write(publish)
                await writer.drain()
                n_sent += 1
        except OSError:
            is_disconnected.set()

    server = await asyncio.start_server(flood, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    feed = MqttFeed(f"mqtt://127.0.0.1:{port}", retry_s=RETRY_S)
    await feed.start()
    async with asyncio.timeout(60):
        await is_disconnected.wait()
    assert n_sent < 1000
    await feed.stop()
    server.close()

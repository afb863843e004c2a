"""The feed over MQTT 5: one task that connects, empties the queue, and reconnects.

The broker may be down at the start, crash, hang or come back without any effect on the callers. A
packet is removed from the queue when the broker has acknowledged it, so an event may arrive twice
(QoS 1), with the same sequence number; after each reconnect all retained packets are published
again.

Several servers may publish to one broker: each its own rooms, and the leader also the lobby and the
bots. They then also send each other hints over it that something has changed.
"""

import asyncio
import contextlib
import logging
import secrets
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, repeat
from typing import Any

import aiomqtt
import structlog
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions
from prometheus_client import Counter, Gauge

import zeitnot_protocol as p

from . import topics
from .address import Address
from .publish_queue import Packet, PublishQueue
from .topics import Topic

CONNECTED = Gauge("zeitnot_feed_connected", "1 while the MQTT broker is connected")
PUBLISHED = Counter("zeitnot_feed_published", "Packets that the MQTT broker acknowledged")
DROPPED = Counter("zeitnot_feed_dropped", "Packets dropped because too many waited for the broker")

WINDOW = 20  # packets in flight, or fewer if the broker accepts fewer
KEEPALIVE_S = 15
TIMEOUT_S = 10.0
STOP_TIMEOUT_S = 2.0
SETTLED_S = 5.0  # after a connection of this length the backoff is reset
RETRY_S = (0.25, 0.5, 1.0, 2.0, 5.0)  # waits between attempts; the last one repeats
DEFAULT_NODE = "main"  # in topics, where there is one server
ENDED_EXPIRY_S = 24 * 3600  # the broker deletes the summary of an ended game after this time

logger = structlog.get_logger(__name__)
_quiet = logging.getLogger(f"{__name__}.client")  # its errors are logged here, once each
_quiet.setLevel(logging.CRITICAL)


class _Client(aiomqtt.Client):
    """`window`: how many packets may be in flight. A broker may announce that it accepts fewer
    (MQTT 5, section 3.2.2.3.3), which aiomqtt does not pass on."""

    window = WINDOW

    def _on_connect(
        self, client: Any, userdata: Any, flags: Any, reason_code: Any, properties: Any = None
    ) -> None:
        self.window = min(WINDOW, getattr(properties, "ReceiveMaximum", WINDOW))
        super()._on_connect(client, userdata, flags, reason_code, properties)


class MqttFeed:
    """See `Feed`. The constructor raises BadAddress for a bad `url`. `several`: this is one of
    several servers, and not the leader until `set_leader` is called. `node`: its name, unique among
    running servers.

    The MQTT client identifier is random, because a client that knows it can take the connection
    over (MQTT 5, section 3.1.4). It does not change, so that a reconnecting server takes over its
    own connection if the broker has not noticed its loss. When a node starts on another machine,
    the broker may publish the last will of the old one later, over the presence of the new one. So
    the node subscribes to its own presence, and corrects it.
    """

    enabled = True

    def __init__(
        self,
        url: str,
        node: str | None = None,
        queue: PublishQueue | None = None,
        retry_s: Sequence[float] = RETRY_S,
        several: bool = False,
    ) -> None:
        self._address = Address.parse(url)
        self._identifier = f"zeitnot{secrets.token_hex(8)}"  # what every broker has to take
        name = node or DEFAULT_NODE
        self._node, self._hint_topic = topics.node(name), topics.hint(name)
        self._hints, self._leads = several, not several
        self._hint_waits = False
        self._on_hint: Callable[[], None] = lambda: None
        self._queue = PublishQueue() if queue is None else queue
        self._retry_s = retry_s
        self._backoffs = _backoff_delays(retry_s)
        self._is_up: bool | None = None  # None: not known yet
        self._down_since_s: float | None = None
        self._wake = asyncio.Event()
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._lobby: p.Lobby | None = None
        self._bots: dict[str, p.BotView] = {}
        self._dropped_counted = 0

    async def start(self) -> None:
        """Begins to publish; does not wait for the broker."""
        self._queue.add_state(self._presence(True))
        self._task = asyncio.create_task(self._run(), name="feed")

    async def stop(self) -> None:
        """Publishes the queued packets, for at most two seconds, and that this server stops."""
        if self._task is None:
            return
        self._queue.add_state(self._presence(False))
        self._stopping.set()
        self._wake.set()
        _, pending = await asyncio.wait([self._task], timeout=STOP_TIMEOUT_S)
        for task in pending:
            task.cancel()
            await asyncio.wait([task])
        self._task = None
        CONNECTED.set(0)

    def room_state(self, summary: p.GameSummary) -> None:
        """A game's newest summary, as spectators see it; retained."""
        last = summary.state == "finished"
        self._retain(partial(topics.state, summary.id), summary, last)

    def release(self, game: str) -> None:
        """Another server may publish this game's state from now on."""
        self._put(lambda: self._queue.release(topics.state(game)))

    def event(self, game: str, event: p.RoomEvent) -> None:
        """An event as spectators see it, after it is on disk."""
        self._put(lambda: self._queue.add_event(Packet(topics.events(game), _json(event))))

    def lobby(self, lobby: p.Lobby) -> None:
        """The lobby as anybody sees it; retained. Each bot online also has a topic. A server that
        is not the leader only remembers the lobby, to know what the leader has published."""
        public = p.Lobby(open=lobby.open, running=lobby.running, yours=[], bots=lobby.bots)
        online = {bot.name: bot for bot in lobby.bots}
        gone = self._bots.keys() - online.keys()
        changed = [name for name, bot in online.items() if self._bots.get(name) != bot]
        self._lobby, self._bots = public, online
        if self._leads:
            self._retain_lobby(changed, gone)

    def _retain_lobby(self, changed: Iterable[str], gone: Iterable[str] = ()) -> None:
        self._retain(lambda: topics.LOBBY, self._lobby)
        for name in changed:
            self._retain(partial(topics.bot, name), self._bots[name])
        for name in gone:
            self._retain(partial(topics.bot, name), None, last=True)

    def set_leader(self, leads: bool) -> None:
        """Sets whether this server publishes the lobby and the bots. A new leader publishes them at
        once, because the previous one may have died before it published a change."""
        if leads == self._leads:
            return
        self._leads = leads
        if leads and self._lobby is not None:
            self._retain_lobby(self._bots)
        elif not leads:
            self._put(lambda: self._queue.release(topics.LOBBY))
            for name in self._bots:
                self._put(partial(self._release_bot, name))

    def _release_bot(self, name: str) -> None:
        self._queue.release(topics.bot(name))

    def send_hint(self) -> None:
        """Sends a hint as soon as there is a connection; hints that wait are merged."""
        self._hint_waits = self._hints
        self._wake.set()

    def set_hint_callback(self, callback: Callable[[], None]) -> None:
        """Sets the callback for hints of other servers."""
        self._on_hint = callback

    def _retain(
        self, topic: Callable[[], Topic], message: object | None, last: bool = False
    ) -> None:
        """Retains a message under a topic; None clears the topic."""
        self._put(
            lambda: self._queue.add_state(Packet(topic(), _json(message), retain=True, last=last))
        )

    def _put(self, add: Callable[[], None]) -> None:
        """Changes the queue. An error in a packet is only logged, because it must not affect the
        game."""
        try:
            add()
        except Exception as error:
            logger.error("packet not published", error=repr(error))
            DROPPED.inc()
        self._count_dropped()
        self._wake.set()

    def _count_dropped(self) -> None:
        if self._queue.dropped > self._dropped_counted:
            DROPPED.inc(self._queue.dropped - self._dropped_counted)
            self._dropped_counted = self._queue.dropped

    # ── the task ───────────────────────────────────────────────────────────────────────────────

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            started = loop.time()
            try:
                async with _connection(self._client()) as client:
                    await self._publish_all(client)
            except* Exception as failures:
                self._note_down(str(failures.exceptions[0]))
            if self._stopping.is_set():
                return
            if loop.time() - started >= SETTLED_S:
                self._backoffs = _backoff_delays(self._retry_s)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), next(self._backoffs))

    def _note_up(self) -> None:
        """Notes that a packet was acknowledged: only then does the broker count as up."""
        if not self._is_up:
            since, now = self._down_since_s, asyncio.get_running_loop().time()
            logger.info(
                "broker connected",
                broker=str(self._address),
                away_s=0.0 if since is None else round(now - since, 1),
                dropped_so_far=self._queue.dropped,
            )
            CONNECTED.set(1)
        self._is_up = True

    def _note_down(self, reason: str) -> None:
        """Logs a broker's outage once, however many attempts fail."""
        if self._is_up is not False:
            self._down_since_s = asyncio.get_running_loop().time()
            logger.warning("broker away", broker=str(self._address), reason=reason)
        self._is_up = False
        CONNECTED.set(0)

    def _client(self) -> _Client:
        offline = self._presence(False)
        client = _Client(
            self._address.host,
            self._address.port,
            identifier=self._identifier,
            username=self._address.username,
            password=self._address.password,
            protocol=aiomqtt.ProtocolVersion.V5,
            will=aiomqtt.Will(str(offline.topic), offline.payload, qos=1, retain=True),
            tls_context=ssl.create_default_context() if self._address.tls else None,
            keepalive=KEEPALIVE_S,
            timeout=TIMEOUT_S,
            max_inflight_messages=WINDOW,
            max_queued_incoming_messages=WINDOW,  # more are dropped
            logger=_quiet,
        )
        client.pending_calls_threshold = WINDOW
        return client

    async def _publish_all(self, client: _Client) -> None:
        self._queue.requeue_all()
        async with asyncio.TaskGroup() as group:
            loss_check = group.create_task(self._listen(client))
            if self._hints:
                group.create_task(_subscribe(client, topics.HINTS))
                group.create_task(_subscribe(client, str(self._node)))
            await self._send_queued(client, group)
            loss_check.cancel()

    async def _send_queued(self, client: _Client, group: asyncio.TaskGroup) -> None:
        """Publishes until this server stops and the queue is empty, with many packets in flight: a
        broker may hold back an acknowledgement until it sends more data (RFC 896)."""
        while True:
            while self._queue.in_flight < client.window:
                if (packet := self._queue.take()) is None:
                    break
                group.create_task(self._send(client, packet))
            if self._hint_waits:
                self._hint_waits = False
                group.create_task(client.publish(str(self._hint_topic), b"", qos=0))
            if self._stopping.is_set() and not self._queue:
                return
            self._wake.clear()
            await self._wake.wait()

    async def _listen(self, client: aiomqtt.Client) -> None:
        """Handles hints, and corrects messages that this node is offline. Raises MqttError when the
        connection is lost, which is noticed here even while nothing is sent, and when the broker
        sends messages without a subscription, because it might not stop."""
        async for message in client.messages:
            if self._hints and message.topic.matches(topics.HINTS):
                self._on_hint()
            elif self._hints and message.topic.matches(str(self._node)):
                online = self._presence(True)
                if message.payload != online.payload and not self._stopping.is_set():
                    self._put(partial(self._queue.add_state, online))
            else:
                raise aiomqtt.MqttError("the broker sends messages without a subscription")

    async def _send(self, client: aiomqtt.Client, packet: Packet) -> None:
        await _publish(client, packet)
        self._queue.sent(packet)
        PUBLISHED.inc()
        self._note_up()
        self._wake.set()

    def _presence(self, online: bool) -> Packet:
        return Packet(self._node, _json({"online": online}), retain=True)


def _backoff_delays(backoffs: Sequence[float]) -> Iterator[float]:
    return chain(backoffs, repeat(backoffs[-1]))


def _json(message: object) -> bytes:
    return b"" if message is None else p.encode(message).encode()


async def _publish(client: aiomqtt.Client, packet: Packet) -> None:
    properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    if packet.last and packet.payload:
        properties.MessageExpiryInterval = ENDED_EXPIRY_S
    await client.publish(
        str(packet.topic), packet.payload, qos=1, retain=packet.retain, properties=properties
    )


@contextlib.asynccontextmanager
async def _connection(client: _Client) -> AsyncIterator[_Client]:
    """Connects. aiomqtt may leave the error of a lost connection in a future that it does not read
    (or in a second one that replaces it), which asyncio would log with a traceback: so it is read
    here."""
    first = client._disconnected
    try:
        async with client:
            yield client
    finally:
        for end in (first, client._disconnected):
            if end.done() and not end.cancelled():
                end.exception()


async def _subscribe(client: aiomqtt.Client, topic: str) -> None:
    """Subscribes to what others publish there. If the broker refuses, hints are missed, on which
    nothing depends."""
    with contextlib.suppress(aiomqtt.MqttError):
        await client.subscribe(topic, options=SubscribeOptions(qos=0, noLocal=True))

"""The queue of packets to publish, which drops some when it grows too long. Pure.

Events of a topic wait in order, and topics take turns, so that a fast game delays no other. When
more than `max_events` wait, the oldest of a topic that has more than its share are dropped (a
reader sees the gap in the sequence numbers and can read the game over HTTP). Only the newest state
of a topic waits, so states do not accumulate. States are kept after they are sent, for a broker
that comes back without its retained messages. A state marked `last` belongs to a game or bot that
has ended; the newest `max_ended` of those are kept. A released state is dropped after it has been
sent, or when the connection ends.
"""

from collections import deque
from dataclasses import dataclass

from .topics import Topic


@dataclass(frozen=True, slots=True, eq=False)
class Packet:
    """One publication; compared by identity, since two may be equal.

    `last`: the last one on this (retained) topic.
    """

    topic: Topic
    payload: bytes
    retain: bool = False
    last: bool = False


class PublishQueue:
    """Packets that wait for the broker. Not thread-safe."""

    def __init__(self, max_events: int = 4096, max_ended: int = 256) -> None:
        self.dropped = 0
        self._max_events = max_events
        self._max_ended = max_ended
        self._events: dict[Topic, deque[Packet]] = {}  # none is empty; the next topic comes first
        self._waiting = 0  # events of all topics
        self._states: dict[Topic, Packet] = {}
        self._unsent: dict[Topic, None] = {}
        self._ended: dict[Topic, None] = {}
        self._released: set[Topic] = set()
        self._in_flight: dict[Packet, None] = {}
        self._state_is_next = False

    def __len__(self) -> int:
        """How many packets have not been acknowledged."""
        return self._waiting + len(self._unsent) + len(self._in_flight)

    @property
    def in_flight(self) -> int:
        """How many packets were taken and have not been acknowledged."""
        return len(self._in_flight)

    def add_event(self, packet: Packet) -> None:
        """Queues an event; an older one may be dropped for it, and counted in `dropped`."""
        self._events.setdefault(packet.topic, deque()).append(packet)
        self._waiting += 1
        while self._waiting > self._max_events:
            self._drop_event(packet.topic)

    def add_state(self, packet: Packet) -> None:
        """Replaces the state of this topic."""
        self._states[packet.topic] = packet
        self._released.discard(packet.topic)
        self._unsent[packet.topic] = None
        self._ended.pop(packet.topic, None)
        if packet.last:
            self._ended[packet.topic] = None
        if len(self._ended) > self._max_ended:
            self._forget(next(iter(self._ended)))

    def release(self, topic: Topic) -> None:
        """Drops the state of this topic after it has been sent, or when the connection ends,
        because by then another server may have published a newer one. A last state is kept until it
        has been sent, because none is newer."""
        if topic in self._states:
            self._released.add(topic)
            self._drop_if_sent(topic)

    def _drop_if_sent(self, topic: Topic) -> None:
        """Drops a released state that neither waits nor is in flight."""
        if topic not in self._released or topic in self._unsent:
            return
        if self._states[topic] not in self._in_flight:
            del self._states[topic]
            self._ended.pop(topic, None)
            self._released.discard(topic)

    def take(self) -> Packet | None:
        """The packet to publish next. Events and states alternate, so that neither kind starves."""
        if self._state_is_next:
            packet = self._next_state() or self._next_event()
        else:
            packet = self._next_event() or self._next_state()
        if packet is not None:
            self._state_is_next = not packet.retain
            self._in_flight[packet] = None
        return packet

    def sent(self, packet: Packet) -> None:
        """Removes a packet that the broker has acknowledged."""
        self._in_flight.pop(packet, None)
        self._drop_if_sent(packet.topic)

    def requeue_all(self) -> None:
        """Queues the packets in flight and all unreleased states again, for a new connection: the
        broker may have neither."""
        for packet in reversed(self._in_flight):
            if not packet.retain:
                self._events.setdefault(packet.topic, deque()).appendleft(packet)
                self._waiting += 1
        self._in_flight.clear()
        for topic in [topic for topic in self._released if not self._states[topic].last]:
            del self._states[topic]
            self._released.discard(topic)
        self._unsent = dict.fromkeys(self._states)

    def _next_event(self) -> Packet | None:
        for topic in self._events:
            packet = self._pop(topic)
            if topic in self._events:
                self._events[topic] = self._events.pop(topic)  # behind the others
            return packet
        return None

    def _next_state(self) -> Packet | None:
        for topic in self._unsent:
            del self._unsent[topic]
            return self._states[topic]
        return None

    def _drop_event(self, added: Topic) -> None:
        """Drops the oldest event of the topic that has just grown, if it has more than its share,
        or else of the longest topic."""
        queue, share = self._events.get(added, deque()), self._max_events / len(self._events)
        if len(queue) <= share:
            queue = max(self._events.values(), key=len)
        self._pop(queue[0].topic)
        self.dropped += 1

    def _pop(self, topic: Topic) -> Packet:
        queue = self._events[topic]
        packet = queue.popleft()
        self._waiting -= 1
        if not queue:
            del self._events[topic]
        return packet

    def _forget(self, topic: Topic) -> None:
        del self._states[topic], self._ended[topic]
        self._released.discard(topic)
        if topic in self._unsent:
            del self._unsent[topic]
            self.dropped += 1

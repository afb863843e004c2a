"""What is still to be published, and what to drop when that grows too much. Pure.

Events wait in order; when more than `most_events` wait, the oldest are dropped (a reader sees the
gap in the sequence numbers and can read the game over HTTP). Of a state only the newest counts, so
states do not accumulate; they are kept after sending, for a broker that comes back without its
retained messages. A state marked `last` belongs to something that has ended; of those the newest
`most_ended` are kept.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from .topics import Topic


@dataclass(frozen=True, slots=True, eq=False)
class Packet:
    """One publication; compared by identity, since two may look the same.

    `last`: nothing more will come on this (retained) topic.
    """

    topic: Topic
    payload: bytes
    retain: bool = False
    last: bool = False


class Outbox:
    """Packets that wait for the broker. Not thread-safe."""

    def __init__(self, most_events: int = 4096, most_ended: int = 256) -> None:
        self.dropped = 0
        self._most_events = most_events
        self._most_ended = most_ended
        self._events: deque[Packet] = deque()
        self._on_their_way = 0  # events at the head that the last batch has
        self._states: dict[Topic, Packet] = {}
        self._unsent: dict[Topic, None] = {}
        self._ended: dict[Topic, None] = {}

    def __len__(self) -> int:
        """How many packets wait."""
        return len(self._events) + len(self._unsent)

    def add_event(self, packet: Packet) -> None:
        """Queues an event; the oldest that is not in flight may be dropped for it: `dropped`
        counts."""
        self._events.append(packet)
        if len(self._events) > self._most_events:
            del self._events[self._on_their_way]
            self.dropped += 1

    def add_state(self, packet: Packet) -> None:
        """Replaces the state of this topic."""
        self._states[packet.topic] = packet
        self._unsent[packet.topic] = None
        self._ended.pop(packet.topic, None)
        if packet.last:
            self._ended[packet.topic] = None
        if len(self._ended) > self._most_ended:
            self._forget(next(iter(self._ended)))

    def batch(self, most: int) -> list[Packet]:
        """What to publish next, `most` packets or fewer; it stays here until `sent`.

        Events go first, but a state gets every second place, so that neither starves the other.
        """
        states = [self._states[topic] for topic, _ in zip(self._unsent, range(most), strict=False)]
        room = max(most - len(states), most // 2)
        events = [packet for packet, _ in zip(self._events, range(room), strict=False)]
        self._on_their_way = len(events)
        return events + states[: most - len(events)]

    def sent(self, batch: Iterable[Packet]) -> None:
        """The broker has acknowledged these; what was replaced meanwhile is still to be sent."""
        done = {id(packet) for packet in batch}
        while self._events and id(self._events[0]) in done:
            self._events.popleft()
        self._on_their_way = 0
        for topic in [t for t in self._unsent if id(self._states[t]) in done]:
            del self._unsent[topic]

    def broker_is_new(self) -> None:
        """Queues all states again: the broker may have lost them."""
        self._on_their_way = 0
        self._unsent = dict.fromkeys(self._states)

    def _forget(self, topic: Topic) -> None:
        del self._states[topic], self._ended[topic]
        if topic in self._unsent:
            del self._unsent[topic]
            self.dropped += 1

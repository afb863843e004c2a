"""The network between one client and the server: TCP as applications see it.

Within one connection no frame is duplicated or reordered. A lost segment delays all later frames.
When a connection is cut, frames are lost, and the two sides notice it at different times.
Duplicates and reordering occur between several connections of one player, because frames of an old
connection may arrive after those of the new one.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

Deliver = Callable[[Any, float], None]
"""Receives a frame and the seconds since its arrival; 0 unless the loop was busy or stopped."""


@dataclass(frozen=True, slots=True)
class Latency:
    """One-way delay in seconds, its jitter, and the probability that a segment is lost."""

    base: float = 0.01
    jitter: float = 0.005
    lost: float = 0.0


class Pipe:
    """One direction of a connection. `capacity`: how many frames may be in flight. `on_space`: is
    called when one has arrived."""

    def __init__(
        self, latency: Latency, rng: Random, deliver: Deliver, capacity: int = 10**9
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._latency = latency
        self._rng = rng
        self._deliver = deliver
        self._capacity = capacity
        self._last = 0.0  # arrival time of the last frame
        self._in_flight: deque[float] = deque()  # arrival time of each frame
        self._arrived = 0
        self._broken = False
        self.on_space: Callable[[], None] = lambda: None

    def send(self, frame: Any) -> None:
        """Sends a frame."""
        delay = self._latency.base + self._rng.random() * self._latency.jitter
        if self._rng.random() < self._latency.lost:
            delay += self._rng.uniform(0.2, 1.0)
        self._last = max(self._last + 1e-6, self._loop.time() + delay)
        self._in_flight.append(self._last)
        self._loop.call_at(self._last, self._arrive, frame, self._last)

    def stop_reading(self, seconds: float) -> None:
        """Makes the reader stop reading for this time."""
        self._last = max(self._last, self._loop.time() + seconds)

    def drop_all(self) -> None:
        """Drops all frames in flight and all later ones."""
        self._broken = True

    @property
    def has_space(self) -> bool:
        """Whether another frame can be sent."""
        return len(self._in_flight) < self._capacity

    def unread(self) -> Callable[[], bool]:
        """Returns a function that tells whether the frames which are unread now have since been
        read or lost."""
        now = self._loop.time()
        arrived = self._arrived + sum(due <= now for due in self._in_flight)
        return lambda: self._broken or self._arrived >= arrived

    def _arrive(self, frame: Any, due: float) -> None:
        if self._broken:
            return
        self._in_flight.popleft()
        self._arrived += 1
        self._deliver(frame, self._loop.time() - due)
        self.on_space()


class TcpConnection:
    """One connection: two pipes, and callbacks. `up` delivers frames to the server, `down` to the
    client. At the end, `server_gone` notifies the client, and `client_gone` notifies the server;
    each is called at most once."""

    def __init__(
        self,
        latency: Latency,
        rng: Random,
        up: Deliver,
        down: Deliver,
        client_gone: Callable[[], None],
        server_gone: Callable[[], None],
        capacity: int,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._rng = rng
        self._latency = latency
        self.to_server = Pipe(latency, rng, up)
        self.to_client = Pipe(latency, rng, down, capacity)
        self._notify_client: Callable[[], None] | None = server_gone
        self._notify_server: Callable[[], None] | None = client_gone

    def cut(self) -> None:
        """Cuts the connection; the client notices within a second, the server within nine."""
        self.to_server.drop_all()
        self.to_client.drop_all()
        self._loop.call_later(self._rng.uniform(0, 1), self._client_notices)
        self._loop.call_later(self._rng.uniform(0, 9), self._server_notices)

    def client_closes(self) -> None:
        """The client closes; frames that it sent may still arrive, possibly late."""
        self._notify_client = None
        self.to_client.drop_all()
        if self._rng.random() < 0.5:
            self.to_server.drop_all()
            self._loop.call_later(self._rng.uniform(0, 9), self._server_notices)
        else:
            self.to_server.stop_reading(self._rng.choice((0.0, 0.0, 0.5, 2.0)))
            self.to_server.send(None)

    def server_closes(self, flushed: bool) -> None:
        """The server closes or dies. `flushed`: frames in flight still arrive."""
        self._notify_server = None
        self.to_server.drop_all()
        if flushed:
            self.to_client.send(None)
        else:
            self.to_client.drop_all()
            self._loop.call_later(self._latency.base, self._client_notices)

    def end_for_client(self) -> None:
        """The client has read the end of the stream."""
        self._client_notices()

    def end_for_server(self) -> None:
        """The server has read the end of the stream."""
        self._server_notices()

    def _client_notices(self) -> None:
        notify, self._notify_client = self._notify_client, None
        if notify:
            notify()

    def _server_notices(self) -> None:
        notify, self._notify_server = self._notify_server, None
        if notify:
            notify()

"""The network between one client and the server: TCP as programs meet it.

Within one connection nothing is lost, doubled or out of order, but everything may come late (a lost
segment holds up what is behind it) or never (a cut loses what was on its way, in both directions,
and each side learns of it when it learns of it). Doubles and disorder come from several connections
of one player: a stale one whose frames arrive after those of its successor.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

Deliver = Callable[[Any, float], None]
"""Gets a frame, and how many seconds ago it came: a loop that stood still reads late."""


@dataclass(frozen=True, slots=True)
class Latency:
    """Delay in seconds one way, its variation, and the probability that a segment is lost."""

    base: float = 0.01
    jitter: float = 0.005
    lost: float = 0.0


class Pipe:
    """One direction. `room`: how many frames may be on their way before the sender must wait."""

    def __init__(self, latency: Latency, rng: Random, deliver: Deliver, room: int = 10**9) -> None:
        self._loop = asyncio.get_running_loop()
        self._latency = latency
        self._rng = rng
        self._deliver = deliver
        self._room = room
        self._last = 0.0
        self._in_flight: deque[float] = deque()  # when each frame comes
        self._arrived = 0
        self._broken = False
        self.on_room: Callable[[], None] = lambda: None

    def send(self, frame: Any) -> None:
        """Puts a frame on its way."""
        delay = self._latency.base + self._rng.random() * self._latency.jitter
        if self._rng.random() < self._latency.lost:
            delay += self._rng.uniform(0.2, 1.0)
        self._last = max(self._last + 1e-6, self._loop.time() + delay)
        self._in_flight.append(self._last)
        self._loop.call_at(self._last, self._arrive, frame, self._last)

    def hold(self, seconds: float) -> None:
        """The reader does not read for so long."""
        self._last = max(self._last, self._loop.time() + seconds)

    def drop_all(self) -> None:
        """What is on its way is lost, and what will be sent too."""
        self._broken = True

    @property
    def has_room(self) -> bool:
        """Whether one more frame can be put on its way."""
        return len(self._in_flight) < self._room

    def unread(self) -> Callable[[], bool]:
        """Looks at what has come, though the reader had no time for it; the answer says whether it
        has since been read, or is lost."""
        now = self._loop.time()
        old = self._arrived + sum(due <= now for due in self._in_flight)
        return lambda: self._broken or self._arrived >= old

    def _arrive(self, frame: Any, due: float) -> None:
        if self._broken:
            return
        self._in_flight.popleft()
        self._arrived += 1
        self._deliver(frame, self._loop.time() - due)
        self.on_room()


class TcpConnection:
    """One connection: both pipes, and what is called at its end.

    `down` tells the client, `lost` the server; each is called at most once.
    """

    def __init__(
        self,
        latency: Latency,
        rng: Random,
        up: Deliver,
        down: Deliver,
        client_gone: Callable[[], None],
        server_gone: Callable[[], None],
        room: int,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._rng = rng
        self._latency = latency
        self.to_server = Pipe(latency, rng, up)
        self.to_client = Pipe(latency, rng, down, room)
        self._tell_client: Callable[[], None] | None = server_gone
        self._tell_server: Callable[[], None] | None = client_gone

    def cut(self) -> None:
        """The line is dead; the client learns of it within a second, the server within nine."""
        self.to_server.drop_all()
        self.to_client.drop_all()
        self._loop.call_later(self._rng.uniform(0, 1), self._client_learns)
        self._loop.call_later(self._rng.uniform(0, 9), self._server_learns)

    def client_closes(self) -> None:
        """The client has had enough. What it sent may still arrive, and late."""
        self._tell_client = None
        self.to_client.drop_all()
        if self._rng.random() < 0.5:
            self.to_server.drop_all()
            self._loop.call_later(self._rng.uniform(0, 9), self._server_learns)
        else:
            self.to_server.hold(self._rng.choice((0.0, 0.0, 0.5, 2.0)))
            self.to_server.send(None)

    def server_closes(self, flushed: bool) -> None:
        """The server has ended it, or died. `flushed`: what it had sent still arrives."""
        self._tell_server = None
        self.to_server.drop_all()
        if flushed:
            self.to_client.send(None)
        else:
            self.to_client.drop_all()
            self._loop.call_later(self._latency.base, self._client_learns)

    def end_for_client(self) -> None:
        """The end of the stream has come to the client."""
        self._client_learns()

    def end_for_server(self) -> None:
        """The end of the stream has come to the server."""
        self._server_learns()

    def _client_learns(self) -> None:
        tell, self._tell_client = self._tell_client, None
        if tell:
            tell()

    def _server_learns(self) -> None:
        tell, self._tell_server = self._tell_server, None
        if tell:
            tell()

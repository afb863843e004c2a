"""One connected viewer of a room, and what is on its way to him.

The outbox is bounded: a viewer that does not read is cut off, never waited for.
"""

import asyncio
import itertools
from collections.abc import Callable, Iterable
from typing import Protocol

from zeitnot_client import protocol as p

from ..rooms.room import Actor
from .bucket import Bucket
from .link import Link, NoLink

OUTBOX_FRAMES = 512
SOCKETS_A_PERSON = 4
POLICY = 1008  # close code, RFC 6455, section 7.4.1
THOUGHTS_PER_SECOND = 4


class Way(Protocol):
    """Where a socket's frames go. `open`: whether it takes a frame just now."""

    @property
    def open(self) -> bool: ...

    def write(self, *frames: str) -> None:
        """Sends frames; only while it is open."""


class NoWay:
    """Nothing goes out by itself: frames wait until somebody gets them, as in tests."""

    open = False

    def write(self, *frames: str) -> None:
        raise AssertionError("never open")


class Outbox:
    """What goes to one socket: at once while its way is open, else it waits here.

    `on_cut` is called once: when it has overflowed, or when the house wants this viewer to come
    again. `on_dismiss`: when it is to go for good, with a close code and a reason; nothing more is
    sent then either."""

    def __init__(
        self,
        on_cut: Callable[[], None],
        on_dismiss: Callable[[int, str], None] | None = None,
        way: Way | None = None,
    ) -> None:
        self._way: Way = way or NoWay()
        self._frames: asyncio.Queue[str] = asyncio.Queue()
        self._limit = OUTBOX_FRAMES
        self._on_cut = on_cut
        self._on_dismiss = on_dismiss or (lambda code, reason: on_cut())
        self._open = True
        self._taken = False

    def put(self, frame: str) -> None:
        """Sends a frame or queues it; on overflow the viewer is cut off and later frames go
        nowhere."""
        if self._open and self._frames.qsize() >= self._limit:
            self.cut()
        if self._open:
            self._add(frame)

    def put_all(self, frames: list[str]) -> None:
        """As `put`, one after the other, in one write if that can be."""
        if self._open and self._way.open and self._frames.empty():
            self._way.write(*frames)
            return
        for frame in frames:
            self.put(frame)

    def _add(self, frame: str) -> None:
        if self._way.open and self._frames.empty():
            self._way.write(frame)
        else:
            self._frames.put_nowait(frame)

    def flush(self) -> None:
        """The way is open again: sends what waits."""
        while self._way.open and not self._frames.empty():
            self._way.write(self._frames.get_nowait())
            self._frames.task_done()

    def greet(self, frames: list[str]) -> None:
        """Queues the past that a viewer has asked for, however long; the bound is for what comes
        after it. Who asks again with so much unread is cut off."""
        if self._frames.qsize() >= OUTBOX_FRAMES:
            self.cut()
        if not self._open:
            return
        for frame in frames:
            self._add(frame)
        self._limit = self._frames.qsize() + OUTBOX_FRAMES

    def cut(self) -> None:
        """Ends this connection."""
        if self._open:
            self._open = False
            self._on_cut()

    def dismiss(self, code: int, reason: str) -> None:
        """Ends this connection with a close code (RFC 6455, section 7.4) and a reason."""
        if self._open:
            self._open = False
            self._on_dismiss(code, reason)

    def let_go(self) -> None:
        """The socket is over: nothing is sent any more, and nobody told of it."""
        self._open = False
        self._way = NoWay()
        self._on_cut = lambda: None
        self._on_dismiss = lambda code, reason: None

    async def get(self) -> str:
        """The next frame to send; the one before it counts as sent."""
        if self._taken:
            self._frames.task_done()
        self._taken = False
        frame = await self._frames.get()
        self._taken = True
        return frame

    @property
    def empty(self) -> bool:
        """Whether nothing waits to be sent."""
        return self._frames.empty()

    async def drained(self) -> None:
        """Returns when everything put so far has been sent."""
        await self._frames.join()


_numbers = itertools.count()


class Viewer:
    """Who looks at a room through one socket; `actor` None: not signed in. `allowance`: how much
    the socket may send. `may_make` counts a wish for another game, `may_report` an engine's report
    of so many bytes; False: not now."""

    def __init__(
        self,
        actor: Actor | None,
        outbox: Outbox,
        link: Link | None = None,
        allowance: Bucket | None = None,
    ) -> None:
        self.actor = actor
        self.outbox = outbox
        self.link: Link = link or NoLink()
        self.allowance = allowance or Bucket()
        self.may_make: Callable[[], bool] = lambda: True
        self.may_report: Callable[[int], bool] = lambda size: True
        self.gone = False
        self.number = next(_numbers)
        self.thoughts = Bucket(THOUGHTS_PER_SECOND, THOUGHTS_PER_SECOND)

    def send(self, message: p.RoomOut) -> None:
        """Queues one message for this viewer."""
        self.outbox.put(p.encode(message))

    def send_frame(self, frame: str) -> None:
        """Queues a frame encoded once for many viewers."""
        self.outbox.put(frame)

    def send_frames(self, frames: list[str]) -> None:
        """Queues several at once."""
        self.outbox.put_all(frames)


def surplus(own: Iterable[Viewer], newcomer: Viewer) -> list[Viewer]:
    """Who of an account's sockets has to go so that it has no more than four in a room with the
    newcomer: the oldest, for they may be dead and not know it yet. Who is known to be going does
    not count."""
    others = [viewer for viewer in own if viewer is not newcomer and not viewer.link.leaving]
    others.sort(key=lambda viewer: viewer.number)
    return others[: max(0, len(others) + 1 - SOCKETS_A_PERSON)]


def refuse(
    code: str,
    message: str,
    *,
    game: str | None = None,
    id: str | None = None,
    state: str | None = None,
) -> p.Error:
    """A typed error for the wire."""
    return p.Error(code=code, message=message, game=game, id=id, state=state)

"""One connected viewer of a room, and the frames that wait for it.

The queue is bounded, in frames and in bytes, and so are all queues of an account or of an address
together (`ByteQuota`): a viewer that does not read is disconnected, never waited for.
"""

import asyncio
import itertools
import sys
from collections.abc import Callable, Iterable
from typing import Protocol

import zeitnot_protocol as p

from ...limits.holds import UNBOUNDED, ByteQuota
from ...limits.quota_subject import UNMETERED, QuotaSubject
from ...limits.rates import TokenBucket
from ...limits.table import STANDARD
from ...rooms.room import Actor
from ...rooms.value import replace


class Link(Protocol):
    """One connection: its lag, and its unread input. `leaving`: the peer has sent a close frame, or
    the connection is lost."""

    leaving: bool

    def measure(self) -> None:
        """Called when the viewer's clock starts: flushes written frames, and measures a round trip
        for later calls of `owed_ms`."""

    def owed_ms(self, bot: bool) -> int:
        """The lag that this connection is owed for a move, before any quota (`rooms.lag`)."""

    def unread(self) -> Callable[[], bool]:
        """Notes how much input is unread now. The returned function, called repeatedly, reads that
        input with priority, and returns whether all of it is in the room's queue, or lost."""


class NullLink:
    """For a viewer without a connection, in tests: no lag, nothing unread."""

    leaving = False

    def measure(self) -> None:
        """Does nothing."""

    def owed_ms(self, bot: bool) -> int:
        """Always 0."""
        return 0

    def unread(self) -> Callable[[], bool]:
        """Nothing is unread."""
        return lambda: True


DRAIN_POLL_SECONDS = 0.001
MAX_DRAIN_POLLS = 1000
MAX_QUEUED_FRAMES = STANDARD.outbox_frames
MAX_QUEUED_BYTES = STANDARD.outbox_bytes
SOCKETS_PER_PERSON = STANDARD.room_sockets


class FrameSink(Protocol):
    """A socket, as its send queue sees it. `can_write`: whether it takes a frame now."""

    @property
    def can_write(self) -> bool: ...

    def write(self, *frames: str) -> bool:
        """Sends frames; False, and sends none, if it cannot write now."""


class NullSink:
    """Can never write: frames wait in the queue until a test takes them."""

    can_write = False

    def write(self, *frames: str) -> bool:
        return False


class SendQueue:
    """The frames for one socket: sent at once while its sink can write, else queued here.

    `on_abort` drops the connection: it is called once, when the queue has overflowed or the viewer
    has to reconnect. `on_close` closes the socket with a close code and a reason. After either,
    nothing more is sent."""

    def __init__(
        self,
        on_abort: Callable[[], None],
        on_close: Callable[[int, str], None] | None = None,
        sink: FrameSink | None = None,
        quota: ByteQuota = UNBOUNDED,
    ) -> None:
        self._sink: FrameSink = sink or NullSink()
        self._quota = quota
        self._frames: list[str] = []  # a deque takes 700 bytes, an asyncio.Queue 2,400
        self._waiters: list[asyncio.Future[None]] = []  # wait for a change of the queue
        self._bytes = 0  # of all waiting frames
        self._backlog_frames = self._backlog_bytes = 0  # how much of this is of the last backlog
        self._make_full_lobby: Callable[[], str] | None = None  # makes a frame of the newest lobby
        self._on_abort = on_abort
        self._on_close = on_close or (lambda code, reason: on_abort())
        self._open = True
        self._taken = False  # a frame that `get` has returned is being sent

    def put(self, frame: str) -> None:
        """Sends a frame or queues it; on overflow the viewer is disconnected and later frames are
        dropped."""
        if not self._open:
            return
        if not self._frames and self._sink.write(frame):
            return
        if self._has_room(frame):
            self._enqueue(frame)
        else:
            self.abort()

    def put_all(self, frames: list[str]) -> None:
        """Like `put`, in order, in one write if possible."""
        if self._open and not self._frames and self._sink.write(*frames):
            return
        for frame in frames:
            self.put(frame)

    def refresh(self, frames: list[str], make_full_lobby: Callable[[], str]) -> None:
        """Sends frames that update the lobby, if no frame waits. Otherwise they are dropped, and
        `make_full_lobby` makes a frame of the whole lobby when the queue is empty: so at most one
        lobby waits for a slow reader."""
        if not self._open:
            return
        if self._frames:
            self._make_full_lobby = make_full_lobby
        else:
            self.put_all(frames)

    def _has_room(self, frame: str) -> bool:
        waiting = len(self._frames)
        if not waiting:
            return True
        size = self._bytes - self._backlog_bytes + sys.getsizeof(frame)
        return waiting - self._backlog_frames < MAX_QUEUED_FRAMES and size <= MAX_QUEUED_BYTES

    def _enqueue(self, frame: str) -> None:
        """Queues a frame; disconnects the viewer if too much waits for its account or address."""
        size = sys.getsizeof(frame)
        if not self._quota.add(size):
            self.abort()
            return
        self._bytes += size
        self._frames.append(frame)
        self._wake()

    def _take(self) -> str:
        """The next frame, which is no longer counted as waiting."""
        frame = self._frames.pop(0)
        size = sys.getsizeof(frame)
        self._bytes -= size
        self._quota.remove(size)
        if self._backlog_frames:
            self._backlog_frames -= 1
            self._backlog_bytes -= size
        if self._make_full_lobby is not None and not self._frames:
            make_full_lobby, self._make_full_lobby = self._make_full_lobby, None
            self._enqueue(make_full_lobby())
        self._wake()
        return frame

    def _wake(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def _change(self) -> None:
        """Returns after the next change of the queue."""
        self._waiters.append(asyncio.get_running_loop().create_future())
        await self._waiters[-1]

    def flush(self) -> None:
        """Call it when the sink can write again: sends the waiting frames."""
        while self._sink.can_write and self._frames:
            self._sink.write(self._take())

    def send_backlog(self, frames: list[str]) -> None:
        """Queues the catch-up that a viewer has asked for, however long; the bounds apply to the
        frames after it. A viewer that asks again while its queue is full is disconnected."""
        if len(self._frames) >= MAX_QUEUED_FRAMES or self._bytes >= MAX_QUEUED_BYTES:
            self.abort()
        for frame in frames:
            if not self._open:
                return
            if self._frames or not self._sink.write(frame):
                self._enqueue(frame)
        self._backlog_frames, self._backlog_bytes = len(self._frames), self._bytes

    def abort(self) -> None:
        """Disconnects the viewer without a close frame; it will reconnect."""
        if self._open:
            self._open = False
            self._drop()
            self._on_abort()

    def close(self, code: int, reason: str) -> None:
        """Closes this connection with a close code (RFC 6455, section 7.4) and a reason."""
        if self._open:
            self._open = False
            self._on_close(code, reason)

    def dispose(self) -> None:
        """Call it when the socket is closed: nothing more is sent, and no callback is called."""
        self._open = False
        self._drop()
        self._sink = NullSink()
        self._on_abort = lambda: None
        self._on_close = lambda code, reason: None

    def _drop(self) -> None:
        """Drops the waiting frames."""
        self._make_full_lobby = None
        while self._frames:
            self._take()

    async def get(self) -> str:
        """The next frame to send; the one before it counts as sent."""
        self._taken = False
        self._wake()
        while not self._frames:
            await self._change()
        self._taken = True
        return self._take()

    @property
    def empty(self) -> bool:
        """Whether nothing waits to be sent."""
        return not self._frames

    @property
    def waiting_bytes(self) -> int:
        """The memory that waiting frames take, in bytes."""
        return self._bytes

    async def wait_until_sent(self) -> None:
        """Returns when everything put so far has been sent."""
        while self._frames or self._taken:
            await self._change()


_numbers = itertools.count()


class Permits(Protocol):
    """Limits what one socket may ask for, counted by its account and address."""

    def may_create_game(self) -> bool:
        """Counts a request for another game; False: not now."""

    def may_report(self, size: int) -> bool:
        """Counts an engine's report of so many bytes; False: not now."""

    def may_sit(self) -> Callable[[], None] | None:
        """Takes a deposit for a free seat in another player's game, and returns a function that
        refunds it; None: not now."""


class AllPermitted:
    """Permits everything, in tests."""

    def may_create_game(self) -> bool:
        return True

    def may_report(self, size: int) -> bool:
        return True

    def may_sit(self) -> Callable[[], None] | None:
        return lambda: None


class Viewer:
    """One socket in a room, a player's or a spectator's; `actor` None: not signed in. `allowance`:
    how much the socket may send; `sender`: the account and address that its use is charged to;
    `owner`: in a rated game, the account that owns this bot, empty if it has no owner."""

    def __init__(
        self,
        actor: Actor | None,
        send_queue: SendQueue,
        link: Link | None = None,
        allowance: TokenBucket | None = None,
        sender: QuotaSubject = UNMETERED,
        permits: Permits | None = None,
        owner: str = "",
    ) -> None:
        self.actor, self.owner = actor, owner
        self.send_queue = send_queue
        self.link: Link = link or NullLink()
        self.allowance = allowance or TokenBucket(STANDARD.messages[0])
        self.sender = sender
        self.permits: Permits = permits or AllPermitted()
        self.gone = False
        self.process, self.assignment = "", 0  # a bot's, as its hello names them
        self.number = next(_numbers)
        self.info_allowance = TokenBucket(STANDARD.analysis_lines[0])
        self._identified = False

    def identify(self, hello: p.Hello, version: str | None = None) -> None:
        """Takes a bot's seat and process from the socket's first hello. `version`: the one that is
        shown and recorded, None if it is unknown."""
        if not self._identified and self.actor is not None and self.actor.bot:
            self.actor = replace(self.actor, seat=hello.seat, version=version)
            self.process, self.assignment = hello.process, hello.assignment
        self._identified = True

    @property
    def account(self) -> str | None:
        """The account of the socket; None: not signed in."""
        return self.actor.account if self.actor is not None else None

    def merge(self, account: str) -> None:
        """Makes this the socket of the account that its guest was merged into."""
        if self.actor is not None:
            self.actor = replace(self.actor, account=account)

    def is_superseded_by(self, other: "Viewer") -> bool:
        """Whether the game was assigned to this process of the bot first, and to the other's
        process later."""
        return 0 < self.assignment < other.assignment and self.process != other.process

    def owed_ms(self) -> int:
        """The lag that this connection is owed for a move, before any quota."""
        return self.link.owed_ms(self.actor is not None and self.actor.bot)

    def send(self, message: p.RoomOut) -> None:
        """Queues one message for this viewer."""
        self.send_queue.put(p.encode(message))

    def send_frame(self, frame: str) -> None:
        """Queues a frame encoded once for many viewers."""
        self.send_queue.put(frame)


def excess_sockets(same_account: Iterable[Viewer], newcomer: Viewer) -> list[Viewer]:
    """The sockets of an account to close so that it has no more than SOCKETS_PER_PERSON in a room,
    the newcomer included: the oldest, which may be dead connections. Sockets that are already
    closing do not count."""
    others = [
        viewer for viewer in same_account if viewer is not newcomer and not viewer.link.leaving
    ]
    others.sort(key=lambda viewer: viewer.number)
    return others[: max(0, len(others) + 1 - SOCKETS_PER_PERSON)]


def refuse(
    code: p.ErrorCode,
    message: str,
    *,
    game: str | None = None,
    id: str | None = None,
    state: str | None = None,
) -> p.Error:
    """A typed error for the wire."""
    return p.Error(code=code, message=message, game=game, id=id, state=state)


def owed_ms(viewers: Iterable[Viewer]) -> int:
    """The lag owed to a player with these connections: that of the slowest."""
    return max(map(Viewer.owed_ms, viewers), default=0)


async def drain_input(viewers: Iterable[Viewer]) -> None:
    """Returns when all input that these connections have sent so far is in the room's queue."""
    pending = [viewer.link.unread() for viewer in viewers]
    for _ in range(MAX_DRAIN_POLLS):
        pending = [is_drained for is_drained in pending if not is_drained()]
        if not pending:
            return
        await asyncio.sleep(DRAIN_POLL_SECONDS)

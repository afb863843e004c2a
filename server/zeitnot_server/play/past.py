"""What a viewer who comes, or comes back, has not seen yet.

A short past is told by the room itself. A long one is told outside of it, so that nobody's moves
wait for it: portion by portion, as the viewer reads them, up to where the room was; then the viewer
joins with the little that has come since.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence

import zeitnot_protocol as p

from ..rooms.fold import fold
from ..rooms.room import Actor, LogEntry, Phase, Room
from ..rooms.view import view
from ..store import PORTION
from .long_reads import LongReads
from .outbox import Viewer
from .terms import Joined, Log


def is_long(room: Room, since: int, known: Room | None) -> bool:
    """Whether more than a portion of the log has to be read for who has the events up to `since`.
    `known`: the room as it was then, where that is at hand."""
    return room.seq > since and room.seq - _start(room, since, known)[1] > PORTION


async def since_at(log: Log, room: Room, since: int) -> int | None:
    """When event number `since` was (Unix ms); None where there is none. Raises StoreError."""
    if not 0 < since <= room.seq:
        return None
    return room.at if since == room.seq else _at(await log.entries(room.id, since - 1, 1), since)


async def short_past(
    log: Log, room: Room, joined: Joined, seat: int | None
) -> tuple[int | None, list[str]]:
    """What is not long, in one read: as `since_at`, and the frames as `portions` tells them.
    Raises StoreError."""
    since = joined.since
    if since >= room.seq:
        return await since_at(log, room, since), []
    then, at = _start(room, since, joined.known)
    before = min(at, 1)  # event number `since`, which is not told
    entries = await log.entries(room.id, at - before, PORTION + before)
    _, frames = _frames(entries[before:], room, then, since, seat)
    return _at(entries, since), frames


async def portions(
    log: Log, room: Room, since: int, seat: int | None, known: Room | None = None
) -> AsyncIterator[list[str]]:
    """The frames of the events after `since` as this seat may see them (None: a spectator), up to
    where `room` is. Later events, which a commit of unknown outcome may have left in
    the log, are sent when the room has read it again. Raises StoreError."""
    then, at = _start(room, since, known)
    while at < room.seq:
        entries = await log.entries(room.id, at, PORTION)
        if not entries:
            break
        then, frames = _frames(entries, room, then, since, seat)
        yield frames
        at = entries[-1].event.seq


def _frames(
    entries: Sequence[LogEntry], room: Room, then: Room, since: int, seat: int | None
) -> tuple[Room, list[str]]:
    """What of these follows on `since`, up to where `room` is; `then` is the room before them, and
    after them, where anything is hidden."""
    hides, frames = _hides(room), list[str]()
    for entry in entries:
        if entry.event.seq > room.seq:
            break
        then = fold(then, [entry]) if hides else then
        if entry.event.seq > since:
            frames.append(p.encode(view(entry.event, then, seat)))
    return then, frames


def _at(entries: Sequence[LogEntry], number: int) -> int | None:
    return next((entry.event.at for entry in entries if entry.event.seq == number), None)


def _start(room: Room, since: int, known: Room | None) -> tuple[Room, int]:
    """From where the log is read, and the room as it was there: what is hidden is judged by the
    room as it was at each event, so all of the log is needed for it."""
    if not _hides(room):
        return room, since
    return (Room.new(room.game_setup), 0) if known is None else (known, since)


def _hides(room: Room) -> bool:
    return room.game_setup.rules.hidden is not None and room.phase is not Phase.FINISHED


class LongPasts:
    """Viewers of one room who are being told a long past. `join` gets them when they have it, and
    says False if they have to come again; until it calls `stop` they count as being told."""

    def __init__(self, log: Log, reads: LongReads, join: Callable[[Joined], bool]) -> None:
        self._log = log
        self._reads = reads
        self._join = join
        self._telling: dict[Viewer, asyncio.Task[None]] = {}

    @property
    def viewers(self) -> Collection[Viewer]:
        """Who is being told."""
        return self._telling.keys()

    def tells(self, actor: Actor | None) -> bool:
        """Whether a socket of this account is being told."""
        told = (viewer.actor for viewer in self._telling)
        return actor is not None and any(one and one.account == actor.account for one in told)

    def tell(self, joined: Joined, room: Room, seat: int | None) -> None:
        """Begins to; who was being told something else is told this instead."""
        viewer = joined.viewer
        self.stop(viewer)
        told = portions(self._log, room, joined.since, seat, joined.known)
        task = asyncio.create_task(self._tell(viewer, told, room))
        self._telling[viewer] = task
        task.add_done_callback(lambda done: self._told(viewer, done))

    def stop(self, viewer: Viewer) -> None:
        """The viewer has joined or gone, or asks for something else."""
        if task := self._telling.pop(viewer, None):
            task.cancel()

    def close(self) -> None:
        """Nobody is told anything more; who was has to come again."""
        for viewer in list(self._telling):
            self.stop(viewer)
            viewer.outbox.cut()
        self._join = lambda joined: False

    async def _tell(self, viewer: Viewer, told: AsyncIterator[list[str]], room: Room) -> None:
        while True:
            await viewer.outbox.drained()
            async with self._reads.portion([viewer.sender]):
                frames = await anext(told, None)
            if frames is None:
                break
            viewer.sender.read(sum(map(len, frames)))
            viewer.outbox.greet(frames)
        if not self._join(Joined(viewer, room.seq, known=room)):
            viewer.outbox.cut()

    def _told(self, viewer: Viewer, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            viewer.outbox.cut()  # it will come again

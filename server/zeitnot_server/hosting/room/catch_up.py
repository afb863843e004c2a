"""Sends the events that a viewer has missed when it connects or reconnects.

A short catch-up is sent by the room itself. A long one is sent outside of the room, so that no move
waits for it: chunk by chunk, as fast as the viewer reads, up to the room's last event at its start;
then the viewer joins the room and gets the events that have happened since.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence

import zeitnot_protocol as p

from ...limits.long_reads import LongReads
from ...rooms.fold import fold
from ...rooms.room import LogEntry, Phase, Room
from ...rooms.view import view
from ...store import LOG_CHUNK
from .mailbox import PriorityMailbox
from .send_queue import Viewer
from .terms import Item, Log, Subscribe


def is_long(room: Room, since: int, known: Room | None) -> bool:
    """Whether more than one chunk of the log has to be read for a viewer that has the events up to
    `since`. `known`: the room after that event, if available."""
    return room.seq > since and room.seq - _start(room, since, known)[1] > LOG_CHUNK


async def since_at(log: Log, room: Room, since: int) -> int | None:
    """When event number `since` happened (Unix ms); None if there is no such event. Raises
    StoreError."""
    if not 0 < since <= room.seq:
        return None
    return room.at if since == room.seq else _at(await log.entries(room.id, since - 1, 1), since)


async def short_catch_up(
    log: Log, room: Room, request: Subscribe, seat: int | None
) -> tuple[int | None, list[str]]:
    """A catch-up that is not long, in one read: as `since_at`, and the frames as `missed_events`
    gives them. Raises StoreError."""
    since = request.since
    if since >= room.seq:
        return await since_at(log, room, since), []
    start_room, at = _start(room, since, request.known)
    before = min(at, 1)  # event number `since`, which is not sent
    entries = await log.entries(room.id, at - before, LOG_CHUNK + before)
    _, frames = _frames(entries[before:], room, start_room, since, seat)
    return _at(entries, since), frames


async def missed_events(
    log: Log, room: Room, since: int, seat: int | None, known: Room | None = None
) -> AsyncIterator[list[str]]:
    """The frames of the events after `since` as this seat may see them (None: a spectator), up to
    the last event of `room`. Later events, which a commit of unknown outcome may have left in the
    log, are sent when the room has read it again. Raises StoreError."""
    start_room, at = _start(room, since, known)
    while at < room.seq:
        entries = await log.entries(room.id, at, LOG_CHUNK)
        if not entries:
            break
        start_room, frames = _frames(entries, room, start_room, since, seat)
        yield frames
        at = entries[-1].event.seq


def _frames(
    entries: Sequence[LogEntry], room: Room, start_room: Room, since: int, seat: int | None
) -> tuple[Room, list[str]]:
    """The frames of the entries after `since`, up to the last event of `room`. `start_room`: the
    room before these entries; returned as after them if the game hides anything, else unchanged."""
    hides, frames = _hides_anything(room), list[str]()
    for entry in entries:
        if entry.event.seq > room.seq:
            break
        start_room = fold(start_room, [entry]) if hides else start_room
        if entry.event.seq > since:
            frames.append(p.encode(view(entry.event, start_room, seat)))
    return start_room, frames


def _at(entries: Sequence[LogEntry], number: int) -> int | None:
    return next((entry.event.at for entry in entries if entry.event.seq == number), None)


def _start(room: Room, since: int, known: Room | None) -> tuple[Room, int]:
    """The room at the event after which the log has to be read, and that event's number. What a
    seat may see depends on the room at each event, so a game that hides anything is read from its
    beginning."""
    if not _hides_anything(room):
        return room, since
    return (Room.new(room.game_setup), 0) if known is None else (known, since)


def _hides_anything(room: Room) -> bool:
    return room.game_setup.rules.hidden is not None and room.phase is not Phase.FINISHED


class LongCatchUps:
    """The viewers of one room to which a long catch-up is being sent; a viewer is included until
    `stop` is called for it."""

    def __init__(self, log: Log, reads: LongReads) -> None:
        self._log = log
        self._reads = reads
        self._sending: dict[Viewer, asyncio.Task[None]] = {}

    @property
    def viewers(self) -> Collection[Viewer]:
        """The viewers to which a catch-up is being sent."""
        return self._sending.keys()

    def send(
        self, request: Subscribe, room: Room, seat: int | None, queue: PriorityMailbox[Item]
    ) -> None:
        """Begins a catch-up; replaces one that is being sent to this viewer. Then the viewer joins
        by the room's queue, and has to reconnect if that has no room for it."""
        viewer = request.viewer
        self.stop(viewer)
        chunks = missed_events(self._log, room, request.since, seat, request.known)
        task = asyncio.create_task(self._send(viewer, chunks, room, queue))
        self._sending[viewer] = task
        task.add_done_callback(lambda done: self._on_end(viewer, done))

    def stop(self, viewer: Viewer) -> None:
        """Ends the catch-up of a viewer that has joined or left, or has said hello again."""
        if task := self._sending.pop(viewer, None):
            task.cancel()

    def close(self) -> None:
        """Ends all catch-ups; the viewers have to reconnect."""
        for viewer in list(self._sending):
            self.stop(viewer)
            viewer.send_queue.cut()

    async def _send(
        self,
        viewer: Viewer,
        chunks: AsyncIterator[list[str]],
        room: Room,
        queue: PriorityMailbox[Item],
    ) -> None:
        while True:
            await viewer.send_queue.wait_until_sent()
            async with self._reads.chunk([viewer.sender]):
                frames = await anext(chunks, None)
            if frames is None:
                break
            viewer.sender.read(sum(map(len, frames)))
            viewer.send_queue.greet(frames)
        if not queue.try_put(Subscribe(viewer, room.seq, known=room)):
            viewer.send_queue.cut()

    def _on_end(self, viewer: Viewer, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            viewer.send_queue.cut()  # it will reconnect

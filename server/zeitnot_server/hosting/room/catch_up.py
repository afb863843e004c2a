"""Sends the events that a viewer has missed when it connects or reconnects.

A short catch-up is sent by the room itself. A long one is sent outside of the room, so that no move
waits for it: chunk by chunk, as fast as the viewer reads, up to the last event that the
room had when it began; then the viewer joins the room and gets the events that have happened since.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence

import zeitnot_protocol as p

from ...limits.long_reads import LongReads
from ...rooms.fold import fold
from ...rooms.room import LogEntry, Phase, Room
from ...rooms.view import view
from ...store import LOG_CHUNK
from .host import Log
from .inbox import Item, Subscribe
from .mailbox import PriorityMailbox
from .send_queue import Viewer


def needs_long_catch_up(room: Room, since: int, room_at_since: Room | None) -> bool:
    """Whether more than one chunk of the log has to be read for a viewer that has the events up to
    `since`. `room_at_since`: the room after that event, if it is at hand."""
    return room.seq > since and room.seq - _replay_start(room, since, room_at_since)[1] > LOG_CHUNK


async def time_of_event(log: Log, room: Room, since: int) -> int | None:
    """When event number `since` happened (Unix ms); None if there is no such event. Raises
    StoreError."""
    if not 0 < since <= room.seq:
        return None
    return (
        room.at
        if since == room.seq
        else _find_time(await log.entries(room.id, since - 1, 1), since)
    )


async def short_catch_up(
    log: Log, room: Room, request: Subscribe, seat: int | None
) -> tuple[int | None, list[str]]:
    """A catch-up in one read: the time of event `since`, and the frames of the events after it.
    Raises StoreError."""
    since = request.since
    if since >= room.seq:
        return await time_of_event(log, room, since), []
    start_room, start_seq = _replay_start(room, since, request.room_at_since)
    extra = min(start_seq, 1)  # event number `since`, whose time is read, and which is not sent
    entries = await log.entries(room.id, start_seq - extra, LOG_CHUNK + extra)
    _, frames = _frames(entries[extra:], room, start_room, since, seat)
    return _find_time(entries, since), frames


async def missed_events(
    log: Log, room: Room, since: int, seat: int | None, room_at_since: Room | None = None
) -> AsyncIterator[list[str]]:
    """The frames of the events after `since` as this seat may see them (None: a spectator), up to
    the last event of `room`. Later events, which a commit of unknown outcome may have left in the
    log, are sent when the room has read it again. Raises StoreError."""
    start_room, read_seq = _replay_start(room, since, room_at_since)
    while read_seq < room.seq:
        entries = await log.entries(room.id, read_seq, LOG_CHUNK)
        if not entries:
            break
        start_room, frames = _frames(entries, room, start_room, since, seat)
        yield frames
        read_seq = entries[-1].event.seq


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


def _find_time(entries: Sequence[LogEntry], seq: int) -> int | None:
    return next((entry.event.at for entry in entries if entry.event.seq == seq), None)


def _replay_start(room: Room, since: int, room_at_since: Room | None) -> tuple[Room, int]:
    """The room at the event after which the log has to be read, and that event's number. What a
    seat may see depends on the room at each event, so a game that hides anything is read from its
    beginning."""
    if not _hides_anything(room):
        return room, since
    return (Room.new(room.game_setup), 0) if room_at_since is None else (room_at_since, since)


def _hides_anything(room: Room) -> bool:
    return room.game_setup.rules.hidden is not None and room.phase is not Phase.FINISHED


class LongCatchUps:
    """The viewers of one room to which a long catch-up is being sent. A viewer is included until
    `stop` is called for it, even after its catch-up."""

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
        """Begins a catch-up; replaces one that is being sent to this viewer. At its end the viewer
        is put into the room's queue, or has to reconnect if that is full."""
        viewer = request.viewer
        self.stop(viewer)
        chunks = missed_events(self._log, room, request.since, seat, request.room_at_since)
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
            viewer.send_queue.abort()

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
            viewer.send_queue.send_backlog(frames)
        if not queue.try_put(Subscribe(viewer, room.seq, room_at_since=room)):
            viewer.send_queue.abort()

    def _on_end(self, viewer: Viewer, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            viewer.send_queue.abort()  # it will reconnect

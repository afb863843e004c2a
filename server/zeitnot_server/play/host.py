"""One room, hosted: a task that owns its state, a bounded queue, one commit in flight.

The life of a move (docs/why/rooms.md): stamped frame → queue → `step` → `commit` → only then the
new room replaces the old one, the mover is acknowledged and the others are told.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from zeitnot_client import protocol as p

from ..feed import Feed
from ..rooms.commands import Command, Flag, Fresh, Outage, PlayerCommand, Resume
from ..rooms.fold import fold
from ..rooms.room import Actor, Now, Phase, Room, Row, Step
from ..rooms.step import step
from ..rooms.view import turn, view
from ..store import Commit, Conflict, WriteFailed
from .now import AdjustedClock
from .outbox import Viewer, refuse
from .summary import summary

QUEUE_LENGTH = 256
FLAG_MARGIN_MS = 25
RETURN_MS = 15_000
LOOP_PASSES = 8

log = structlog.get_logger()


class Log(Protocol):
    """What a host needs of the store."""

    async def commit(self, commit: Commit) -> None: ...

    async def rows(self, game_id: str, since: int) -> list[Row]: ...


@dataclass(frozen=True, slots=True)
class Told:
    """A player's command, stamped as its frame arrived."""

    viewer: Viewer
    command: PlayerCommand
    at_ms: int


@dataclass(frozen=True, slots=True)
class Joined:
    """A viewer has said hello and has all events up to `since`."""

    viewer: Viewer
    since: int


@dataclass(frozen=True, slots=True)
class Own:
    """The server's own command."""

    command: Command


Item = Told | Joined | Own


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the house does when something happens in a room; none of them may block or raise."""

    fresh: Callable[[], Fresh]
    changed: Callable[["Host"], None]
    created: Callable[[Room], None]
    finished: Callable[[Room], None]


class Host:
    """Runs one room. Everything goes through `post`; state changes only in `run`."""

    def __init__(
        self, room: Room, store: Log, clock: AdjustedClock, feed: Feed, hooks: Hooks
    ) -> None:
        self.room = room
        self.viewers: set[Viewer] = set()
        self._store = store
        self._clock = clock
        self._feed = feed
        self._hooks = hooks
        self._queue: asyncio.Queue[Item] = asyncio.Queue(QUEUE_LENGTH)
        self._timer: asyncio.TimerHandle | None = None
        self._presence: p.Presence | None = None

    # ── from outside ───────────────────────────────────────────────────────────────────────────

    def post(self, item: Item) -> bool:
        """Hands something to the room; False if it has too much to do already."""
        try:
            self._queue.put_nowait(item)
        except asyncio.QueueFull:
            return False
        return True

    def leave(self, viewer: Viewer) -> None:
        """A viewer's socket is gone. Never refused, however much the room has to do."""
        self.viewers.discard(viewer)
        viewer.gone = True
        self._tell_presence()

    def relay(self, viewer: Viewer, info: p.Info, at_ms: int) -> None:
        """Shows an engine's thoughts to the room: only a player's, at most four a second, kept
        nowhere."""
        seat = self._seat(viewer)
        on = self.room.phase in (Phase.RUNNING, Phase.PAUSED)
        if seat is None or not on or not viewer.thoughts.take(at_ms):
            return
        info.seat = seat
        frame = p.encode(info)
        for other in self.viewers:
            if other is not viewer:
                other.send_frame(frame)

    @property
    def idle(self) -> bool:
        """Nobody looks, nothing waits and no clock runs: the room can leave memory."""
        return not self.viewers and self._queue.empty() and self._timer is None

    def seat_online(self, seat: int) -> bool:
        """Whether a socket of this seat's player is connected."""
        return any(self._seat(viewer) == seat for viewer in self.viewers)

    async def run(self, loaded_outage_ms: int | None = None) -> None:
        """The room's task. `loaded_outage_ms`: it was running when the server was last alive, and
        the turn had then lasted so long."""
        if loaded_outage_ms is not None and self.room.phase is Phase.RUNNING:
            await self._carry_out(Outage(loaded_outage_ms), None, self._clock.now(), None)
        self._arm()
        while True:
            item = await self._queue.get()
            try:
                await self._take(item)
            except Exception:
                log.exception("room failed", game=self.room.id)
                raise

    # ── one item at a time ─────────────────────────────────────────────────────────────────────

    async def _take(self, item: Item) -> None:
        match item:
            case Told(viewer, command, at_ms):
                now = self._clock.at(at_ms)
                await self._carry_out(command, viewer.actor, now, viewer)
            case Own(command):
                await self._carry_out(command, None, self._clock.now(), None)
            case Joined(viewer, since):
                await self._join(viewer, since)

    async def _join(self, viewer: Viewer, since: int) -> None:
        rows = await self._store.rows(self.room.id, min(since, self.room.seq))
        seat = self._seat(viewer)
        charter = self.room.charter
        welcome = p.Welcome(
            game=self.room.id,
            room=charter.view(),
            seq=self.room.seq,
            commitment=charter.commitment,
            you=seat,
        )
        past = [p.encode(view(row.event, self.room, seat)) for row in rows]
        viewer.outbox.greet([p.encode(welcome), *past])
        if viewer.gone:
            return
        self.viewers.add(viewer)
        self._tell_state(viewer)
        self._tell_presence(newcomer=viewer)
        if self.room.phase is Phase.PAUSED and seat is not None and seat == self.room.turn:
            await self._carry_out(Resume(), None, self._clock.now(), None)

    async def _carry_out(
        self, command: Command, actor: Actor | None, now: Now, viewer: Viewer | None
    ) -> None:
        fresh = self._hooks.fresh() if isinstance(command, p.RematchWish) else None
        done = step(self.room, command, actor, now, fresh)
        if done.rows and not await self._commit(done):
            if viewer:
                viewer.send(self._error(command, "retry", "Not stored; please send it again."))
            return
        if done.rows:
            self._announce(done)
        if viewer:
            self._answer(viewer, command, done)

    async def _commit(self, done: Step) -> bool:
        """Makes a step durable and the room's own; False: the outcome was unknown and the room
        now is what the log says."""
        created = (self._next_room(done),) if done.create else ()
        try:
            await self._store.commit(Commit(done.room, done.rows, created))
        except (WriteFailed, Conflict) as failed:
            log.error("commit failed", game=self.room.id, error=str(failed))
            await self._reread()
            return False
        self.room = done.room
        if any(isinstance(r.event, p.Started | p.Threw | p.Moved | p.Resumed) for r in done.rows):
            clock = self.room.clock.started_at(self._clock.ms())
            self.room = replace(self.room, clock=clock)
        for room in created:
            self._hooks.created(room)
        return True

    def _next_room(self, done: Step) -> Room:
        if done.create is None:
            raise AssertionError("no next game")
        charter = replace(
            self.room.charter,
            id=done.create.id,
            seed=done.create.seed,
            created_at=done.rows[-1].event.at,
            invitations=done.create.invitations,
        )
        return Room.new(charter)

    async def _reread(self) -> None:
        """The log is the truth: what a failed commit has left there is what happened."""
        rows = await self._store.rows(self.room.id, self.room.seq)
        self.room = fold(self.room, rows)
        self._tell(rows)
        self._arm()

    # ── telling ────────────────────────────────────────────────────────────────────────────────

    def _announce(self, done: Step) -> None:
        self._tell(done.rows)
        if any(isinstance(row.event, p.Seated) for row in done.rows):
            self._tell_presence()
        if any(hasattr(row.event, "clock") or isinstance(row.event, p.Threw) for row in done.rows):
            for viewer in self.viewers:
                self._tell_state(viewer)
        self._arm()
        if self._public:
            self._feed.room_state(summary(self.room))
        self._hooks.changed(self)
        if isinstance(done.rows[-1].event, p.Finished):
            self._hooks.finished(self.room)

    @property
    def _public(self) -> bool:
        """Whether the feed may know of the room: a game made for a link only once it has begun."""
        return self.room.charter.listed or self.room.phase is not Phase.OPEN

    def _tell(self, rows: tuple[Row, ...] | list[Row]) -> None:
        for row in rows:
            frames: dict[int | None, str] = {}
            for viewer in self.viewers:
                seat = self._seat(viewer)
                if seat not in frames:
                    frames[seat] = p.encode(view(row.event, self.room, seat))
                viewer.send_frame(frames[seat])
            if self._public:
                self._feed.event(self.room.id, view(row.event, self.room, None))

    def _tell_state(self, viewer: Viewer) -> None:
        clock = self.room.clock.view(self._clock.ms())
        viewer.send(p.Clock(game=self.room.id, clock=clock))
        if legal := turn(self.room, self._seat(viewer)):
            viewer.send(legal)

    def _tell_presence(self, newcomer: Viewer | None = None) -> None:
        seats = [self.seat_online(seat) for seat in range(len(self.room.seats))]
        watching = sum(1 for viewer in self.viewers if self._seat(viewer) is None)
        presence = p.Presence(game=self.room.id, seats=seats, spectators=watching)
        if presence != self._presence:
            self._presence = presence
            frame = p.encode(presence)
            for viewer in self.viewers:
                viewer.send_frame(frame)
            self._hooks.changed(self)
        elif newcomer:
            newcomer.send(presence)

    def _answer(self, viewer: Viewer, command: Command, done: Step) -> None:
        command_id = getattr(command, "id", None)
        if done.refusal:
            viewer.send(self._error(command, done.refusal.code, done.refusal.message))
        elif done.answer and command_id:
            answer = done.answer
            ack = p.Ack(game=self.room.id, id=command_id, seq=answer.seq, clock=answer.clock)
            viewer.send(ack)

    def _error(self, command: Command, code: str, message: str) -> p.Error:
        command_id = getattr(command, "id", None)
        state = self.room.phase.value if code == "wrong_state" else None
        return refuse(code, message, game=self.room.id, id=command_id, state=state)

    def _seat(self, viewer: Viewer) -> int | None:
        return self.room.seat_of(viewer.actor.account) if viewer.actor else None

    # ── deadlines ──────────────────────────────────────────────────────────────────────────────

    def _arm(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self.room.phase is Phase.PAUSED:
            self._later(RETURN_MS, Resume())
        elif (deadline := self.room.clock.deadline_ms()) is not None:
            self._later(deadline - self._clock.ms() + FLAG_MARGIN_MS, Flag())

    def _later(self, delay_ms: int, command: Command) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(
            max(0, delay_ms) / 1000, lambda: self._due(command, LOOP_PASSES)
        )

    def _due(self, command: Command, passes: int) -> None:
        """The timer has fired. The loop first reads what lies in its sockets: a few passes more,
        and a move that was there in time stands before this in the queue."""
        if passes > 0:
            self._timer = asyncio.get_running_loop().call_later(
                0, lambda: self._due(command, passes - 1)
            )
            return
        self._timer = None
        if isinstance(command, Flag) and not self.room.clock.flagged(self._clock.ms()):
            self._arm()
        elif not self.post(Own(command)):
            self._later(FLAG_MARGIN_MS, command)

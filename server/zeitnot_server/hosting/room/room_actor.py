"""One hosted room: a task that owns its state, a bounded queue, one commit in flight.

`zeitnot_server.hosting` explains the path of a command and the invariants that hold here.
"""

from collections.abc import Sequence

import structlog

import zeitnot_protocol as p

from ...feed import Feed
from ...rooms.absence import may_change_absence
from ...rooms.commands import Command, Outage, Resume
from ...rooms.fold import fold_steps
from ...rooms.room import IN_PROGRESS, Actor, LogEntry, Now, Phase, Room, Step
from ...rooms.timeouts import Retry, StopAwaiting, Timeout, flag_due, is_obsolete
from ...rooms.value import replace
from ...store import Commit, Conflict, ReadOnly, StoreError, WriteFailed
from .answers import answer, count_stored, not_stored, send_answer
from .audience import Audience, tell_spectators
from .broadcaster import Broadcaster
from .catch_up import LongCatchUps, is_long, short_catch_up, since_at
from .commit_state import CommitState, Interruption, begun_late, starts_a_clock
from .events import RoomCreated, RoomFinished
from .mailbox import PriorityMailbox
from .now import AdjustedClock
from .send_queue import Viewer, drain_input
from .stepping import checked_step
from .terms import ClientCommand, Host, Item, Log, ServerCommand, Subscribe
from .waits import Waits

logger = structlog.get_logger()


class RoomActor:
    """Runs one room: what goes through `post` is carried out by `run`, one item after the other."""

    def __init__(
        self,
        room: Room,
        room_log: Log,
        clock: AdjustedClock,
        feed: Feed,
        host: Host,
        interruption: Interruption | None = None,
    ) -> None:
        """`interruption`: of a game that ran when the server was last alive."""
        self.room = room
        self._room_log = room_log
        self._clock = clock
        self._host = host
        self._long_catch_ups = LongCatchUps(room_log, host.long_reads)
        self.audience = Audience(room, host.events, self._long_catch_ups.viewers)
        self._queue: PriorityMailbox[Item] = PriorityMailbox(self.audience.owner)
        self.waits = Waits(clock, self._queue)
        self._broadcaster = Broadcaster(self.audience, feed)
        self._state = CommitState.loaded(interruption)
        self._current: list[Item] = []  # out of the queue, but not carried out yet
        self.closed = False  # it has left memory
        self._renamed: dict[str, str] = {}  # new names by account, since the room was loaded

    # ── from outside ───────────────────────────────────────────────────────────────────────────

    @property
    def waiting(self) -> int:
        """How many items wait in its queue."""
        return self._queue.qsize()

    def post(self, item: Item) -> bool:
        """Puts an item into the room's queue; False if it is full, or the room is closed."""
        return self._queue.try_put(item)

    def disconnected(self, viewer: Viewer) -> None:
        """Removes a viewer whose socket is closed. Never refused, however full the queue is."""
        self.audience.discard(viewer)
        self._long_catch_ups.stop(viewer)
        viewer.gone = True
        self._tell_presence()

    def is_obsolete(self, command: Command) -> bool:
        """Whether there is no reason any more for a command of the server's own."""
        presence = self.audience.presence(self.waits.awaited, self._state.halted)
        return is_obsolete(command, self.room, presence, self._clock.now())

    def refused(self, account: str) -> None:
        """Postpones the countdowns of this account, since the server itself has refused to let it
        in."""
        for seat in self.room.seats_of(account):
            if not self.audience.connected(seat):
                self._send_countdowns(self.waits.refused(self.room, seat))

    def relay(self, viewer: Viewer, info: p.Info, at_ms: int) -> None:
        """Relays a player's engine analysis to the room. It is not stored, and lines over the rate
        limit are dropped."""
        if self.room.phase in IN_PROGRESS and viewer.info_allowance.take(at_ms):
            self.audience.send_analysis(viewer, info)

    def rename(self, account: str, name: str) -> bool:
        """Gives an account its new name here, from the next step on; returns whether it is
        present, seated or invited here."""
        self._renamed[account] = name
        self.room = self.audience.room = self.room.renamed(account, name)
        return self.audience.has(account) or self.room.is_player(account)

    @property
    def idle(self) -> bool:
        """Whether the room can leave memory: no viewers, nothing to do, no seat about to become
        free, and no clock running but one of correspondence."""
        if self.audience.viewers or self._current or not self._queue.empty():
            return False
        if self.waits.due_ms or self._long_catch_ups.viewers:
            return False
        return self.room.clock.by_utc or flag_due(self.room, self._clock.now()) is None

    async def wait_until_idle(self) -> None:
        """Returns when all items posted have been processed."""
        await self._queue.join()

    def close(self) -> None:
        """Ends the room after its task: viewers, and senders of queued items, are cut off and
        reconnect to another actor. References are dropped, so that no garbage cycle is left."""
        self.closed = True
        self.waits.close()
        self._long_catch_ups.close()
        for viewer in self.audience.close():
            viewer.send_queue.cut()
        for item in (*self._current, *self._queue.close()):
            if isinstance(item, ClientCommand | Subscribe):
                item.viewer.send_queue.cut()
        self._current = []

    def halt(self) -> None:
        """Halts play from now on, since nothing can be stored."""
        if not self._state.halted:
            self._halt_and_announce(self._clock.ms())

    async def run(self) -> None:
        """The room's task: carries out what is posted until it is cancelled. Logs an error and
        raises it."""
        self.waits.await_return(self.room)
        try:
            if not self._state.halted:  # before this task's first step
                await self._resume_play()
            while True:
                item, before = await self._queue.get(), self.room
                self._current.append(item)
                await self._take(item)
                self._current.remove(item)
                if self.room is before:
                    await self._host.loop_turn()
        except Exception:
            logger.exception("room failed", game=self.room.id)
            raise

    # ── one item at a time ─────────────────────────────────────────────────────────────────────

    async def _take(self, item: Item) -> None:
        if self._state.halted:
            await self._resume_play()
        match item:
            case ClientCommand(viewer, command, at_ms) if self._state.halted:
                refused = not_stored(self.room, command, "read_only")
                send_answer(self._host.tally, self._clock, viewer, refused, at_ms)
            case ClientCommand(viewer, command, at_ms):
                await self._take_command(viewer, command, at_ms)
            case ServerCommand(command):
                await self._take_server_command(command)
            case Subscribe(viewer):
                try:
                    await self._join(item)
                except StoreError as failed:
                    logger.error("log not read", game=self.room.id, error=failed)
                    viewer.send_queue.cut()  # it will reconnect
        if self._state.unknown is not None:
            await self._resume_play()

    async def _take_server_command(self, command: Timeout) -> None:
        """What the mover has sent in time may leave no reason for the command."""
        before = None
        given = None if isinstance(command, Retry | StopAwaiting) else command
        while given is not None and before is not self.room:
            before, now = self.room, self._now_with_lag()
            await self._drain_mover_input(now)
        if self.waits.is_premature(command):
            return
        if given is not None and not self.is_obsolete(given):
            await self._carry_out(given, None, now, None)
        if self.waits.taken(command):
            self._check_waits(self._now_with_lag())  # the flag may fall later by the lag

    def _now_with_lag(self) -> Now:
        return self._clock.at(self._clock.ms(), self.audience.owed_ms())

    async def _take_command(self, viewer: Viewer, command: Command, at_ms: int) -> None:
        """The mover's command counts at its stamp; a command of another viewer is carried out after
        those that the mover has sent in time."""
        if self.audience.seat(viewer) != self.room.clock.running:
            await self._drain_mover_input(self._clock.at(at_ms, self.audience.owed_ms()))
        is_mover = self.audience.seat(viewer) == self.room.clock.running
        lag_ms = viewer.owed_ms() if is_mover else self.audience.owed_ms()
        now = self._clock.at(at_ms, lag_ms)
        await self._carry_out(command, viewer.actor, now, viewer)

    async def _join(self, request: Subscribe) -> None:
        viewer, seat = request.viewer, self.audience.seat(request.viewer)
        if is_long(self.room, request.since, request.known):
            if request.known is None:
                at = await since_at(self._room_log, self.room, request.since)
                viewer.send_queue.greet(self._welcome(request, at))
            if not viewer.gone:  # meanwhile
                self.audience.discard(viewer)  # new events come after the catch-up
                self._long_catch_ups.send(request, self.room, seat, self._queue)
                self._check_waits()
            return
        at, frames = await short_catch_up(self._room_log, self.room, request, seat)
        self._long_catch_ups.stop(viewer)
        if not self._broadcaster.greet(viewer, self._welcome(request, at), frames):
            return
        with self._host.heartbeat.at_work(self.room):
            self._broadcaster.tell_state(viewer, self._state, self._clock.now())
        self._tell_presence(newcomer=viewer)
        if seat is not None and seat == self.room.turn and not self._state.halted:
            await self._resume_if_there()

    def _welcome(self, request: Subscribe, since_at: int | None) -> list[str]:
        """The frames before the catch-up: the welcome, unless it has been sent for this hello."""
        if request.known is not None:
            return []
        source = self._host.source_of(self.room.id, request.viewer.actor)
        return [self._broadcaster.welcome(self.audience.seat(request.viewer), source, since_at)]

    async def _carry_out(
        self, command: Command, actor: Actor | None, now: Now, viewer: Viewer | None
    ) -> None:
        before, tally = self.room, self._host.tally
        result = checked_step(self.audience, self._host, command, actor, now, viewer)
        if not result.entries:
            send_answer(tally, self._clock, viewer, answer(before, command, result), now.ms)
            return
        if failed := await self._commit(result, now):
            refused = not_stored(before, command, failed)
            send_answer(tally, self._clock, viewer, refused, now.ms)
            return
        of_spectators = self._announce(before, result.entries, result.rooms)
        if viewer:
            count_stored(self._host, viewer, command, before, result)
            send_answer(tally, self._clock, viewer, answer(self.room, command, result), now.ms)
        await tell_spectators(*of_spectators)
        if isinstance(command, Resume) and self.waits.awaited:
            self.waits.stop_awaiting(self.room.turn)
            self._check_waits()
        elif self.waits.awaited and self.waits.stands(self.room):
            await self._carry_out(Outage(0), None, self._clock.now(), None)

    async def _drain_mover_input(self, now: Now) -> None:
        """Processes what the mover sent in time, before another command can make the flag fall."""
        room = self.room
        if room.phase is not Phase.RUNNING or not room.clock.flagged(room.instant(now), now.lag_ms):
            return
        seat = room.clock.running
        await drain_input(self.audience.movers())
        items = self._queue.take_where(lambda item: self.audience.is_command_of(seat, item))
        self._current += items
        for item in items:
            await self._take(item)
            self._current.remove(item)

    # ── the log ────────────────────────────────────────────────────────────────────────────────

    async def _commit(self, result: Step, now: Now) -> p.ErrorCode | None:
        """Makes a step durable, then replaces the room's state. If that fails, play is halted as of
        the step's instant: `read_only` if nothing was written, `retry` if that is not known."""
        created = (result.create.room(result.room),) if result.create else ()
        try:
            with self._host.heartbeat.storing(result.room.game_setup.id, now.ms):
                await self._room_log.commit(Commit(result.room, result.entries, created))
        except ReadOnly:
            self._halt_and_announce(now.ms)
            return "read_only"
        except (WriteFailed, Conflict) as failed:
            logger.error("commit failed", game=self.room.id, error=failed)
            self._state = self._state.failed(created)
            self._halt(now.ms)
            return "retry"
        self._apply_committed(result.room, result.entries)
        for room in created:
            self._host.events.publish(RoomCreated(room))
        return None

    def _apply_committed(self, room: Room, entries: Sequence[LogEntry]) -> None:
        """Replaces the room after its entries are on disk."""
        halted, self._state = self._state.halted, self._state.committed()
        if starts_a_clock(room, entries, self.room.clock.running):
            now_ms = self._clock.ms()
            late_ms = begun_late(room, entries, now_ms)
            room = replace(room, clock=room.clock.started_at(now_ms))
            self._host.heartbeat.began(room.game_setup.id, late_ms)
        if room.seats is not self.room.seats:  # a name has come in, or changed during the commit
            for account, name in self._renamed.items():
                room = room.renamed(account, name)
        self.room = self.audience.room = room
        if halted:  # during the commit
            self._halt(self._clock.ms())

    def _halt(self, at_ms: int) -> None:
        """Halts play as of this instant."""
        self._state = self._state.halt(self.room, at_ms)
        self._check_waits()

    def _halt_and_announce(self, at_ms: int) -> None:
        """Halts play, and sends all viewers that it is halted, once."""
        self._halt(at_ms)
        if not self._state.announced:
            self._state = replace(self._state, announced=True)
            self._broadcaster.announce_halt(self._state, self._clock.now())

    async def _resume_play(self) -> None:
        """Resumes play if possible: rereads the log if necessary, then writes the interruption."""
        try:
            if self._state.unknown is not None:
                await self._reread(self._state.unknown)
        except StoreError as failed:
            if not self._state.announced:
                logger.error("log not read", game=self.room.id, error=failed)
            self._halt_and_announce(self._clock.ms())
            return
        self._state = self._state.unhalted()
        interruption = self._state.interruption
        if interruption is not None and self.room.phase in (Phase.RUNNING, Phase.PAUSED):
            self.waits.await_return(self.room)
            await self._carry_out(interruption, None, self._clock.now(), None)
        if not self._state.halted:
            self._state = self._state.playing()
            self._check_waits()
            await self._resume_if_there()

    async def _resume_if_there(self) -> None:
        turn = self.room.turn
        if self.room.phase is Phase.PAUSED and turn is not None and self.audience.connected(turn):
            await self._carry_out(Resume(), None, self._clock.now(), None)

    async def _reread(self, created: tuple[Room, ...]) -> None:
        """Rereads the log. Events that a failed commit has left there have happened, and are sent
        like all others. Raises StoreError."""
        before = self.room
        entries = await self._room_log.entries(before.id, before.seq)
        self._state = self._state.reread()
        if entries:
            with self._host.heartbeat.at_work(before):
                rooms = fold_steps(before, entries)
            self._apply_committed(rooms[-1], entries)
            for room in created:
                if room.id == self.room.next_game:  # else this was an earlier commit
                    self._host.events.publish(RoomCreated(room))
            await tell_spectators(*self._announce(before, entries, rooms))

    # ── sending ────────────────────────────────────────────────────────────────────────────────

    def _announce(
        self, before: Room, entries: Sequence[LogEntry], rooms: Sequence[Room]
    ) -> tuple[list[Viewer], list[str]]:
        """Sends events to players, feed and server, and sets the clock's timer. `rooms`: the room
        after each. Returns the spectators, and the frames for them."""
        with self._host.heartbeat.at_work(self.room):
            now = self._clock.now()
            frames = self._broadcaster.announce(entries, rooms, self._state, now)
        for mover in self.audience.movers():
            mover.link.measure()
        if may_change_absence(before, self.room, entries):
            self._check_waits()
        else:
            self.waits.check_clock(self.room, now)
        self.audience.publish_change()
        if self.room.finished is not None and before.finished is None:
            self._host.tally.ended[self.room.finished.reason] += 1
            self._host.events.publish(RoomFinished(self.room))
        return frames

    def _tell_presence(self, newcomer: Viewer | None = None) -> None:
        if not self.closed:
            self.audience.tell_presence(newcomer)
            if newcomer:
                for countdown in self.waits.countdowns(self.room):
                    newcomer.send(countdown)
            self._check_waits()

    def _check_waits(self, now: Now | None = None) -> None:
        """Call it when the room or its viewers have changed."""
        if not self.closed:
            presence = self.audience.presence(self.waits.awaited, self._state.halted)
            self._send_countdowns(self.waits.check(self.room, presence, now or self._clock.now()))

    def _send_countdowns(self, countdowns: Sequence[p.Countdown]) -> None:
        for countdown in countdowns:
            self.audience.send_all(countdown)
        if countdowns:
            self.audience.publish_change()

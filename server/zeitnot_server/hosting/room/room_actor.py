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
from ...rooms.room import Actor, LogEntry, Now, Phase, Room, Step
from ...rooms.timeouts import EndReconnectGrace, Retry, Timeout, flag_due, is_obsolete
from ...rooms.value import replace
from ...store import Commit, Conflict, ReadOnly, StoreError, WriteFailed
from .answers import answer, count_stored, not_stored_error, send_answer
from .audience import Audience, send_to_spectators
from .broadcaster import Broadcaster
from .catch_up import LongCatchUps, needs_long_catch_up, short_catch_up, time_of_event
from .commit_state import CommitState, Interruption, late_turn_start_ms, starts_clock
from .deadlines import Deadlines
from .events import InvitationDeclined, RoomCreated, RoomFinished
from .host import Host, Log
from .inbox import ClientCommand, Item, ServerCommand, Subscribe, senders_of
from .mailbox import PriorityMailbox
from .now import AdjustedClock
from .send_queue import Viewer, drain_input
from .stepping import checked_step

logger = structlog.get_logger()


class RoomActor:
    """Runs one room: `run` processes the items that `post` has queued, one after the other."""

    def __init__(
        self,
        room: Room,
        room_log: Log,
        clock: AdjustedClock,
        feed: Feed,
        host: Host,
        interruption: Interruption | None = None,
    ) -> None:
        """`interruption`: has to be written first, if the server went down during the game."""
        self.room = room
        self._room_log, self._clock, self._host = room_log, clock, host
        self._long_catch_ups = LongCatchUps(room_log, host.long_reads)
        self.audience = Audience(room, host.events, self._long_catch_ups.viewers)
        self._queue: PriorityMailbox[Item] = PriorityMailbox(self.audience.owner)
        self.deadlines = Deadlines(clock, self._queue)
        self._broadcaster = Broadcaster(self.audience, feed)
        self._state = CommitState.loaded(interruption)
        self._in_progress: list[Item] = []  # out of the queue, but not carried out yet
        self.closed = False  # after it has left memory
        self._renamed: dict[str, str] = {}  # new names by account, since the room was loaded

    # ── from outside ───────────────────────────────────────────────────────────────────────────

    @property
    def waiting(self) -> int:
        """How many items wait in the queue."""
        return self._queue.qsize()

    def post(self, item: Item) -> bool:
        """Puts an item into the room's queue; False if it is full, or the room is closed."""
        return self._queue.try_put(item)

    def disconnected(self, viewer: Viewer) -> None:
        """Removes a viewer whose socket is closed. Does not use the queue, which may be full."""
        self.audience.discard(viewer)
        self._long_catch_ups.stop(viewer)
        viewer.gone = True
        self._send_presence()

    def is_obsolete(self, command: Command) -> bool:
        """Whether the reason for a command of the server no longer exists."""
        presence = self.audience.presence(self.deadlines.reconnecting, self._state.halted)
        return is_obsolete(command, self.room, presence, self._clock.now())

    def postpone_countdowns(self, account: str) -> None:
        """Postpones the countdowns of this account, which the server has refused to let in."""
        for seat in self.room.seats_of(account):
            if not self.audience.connected(seat):
                self._send_countdowns(self.deadlines.postpone(self.room, seat))

    def rename(self, account: str, name: str) -> bool:
        """Gives an account its new name here, from the next step on; returns whether it is
        present, seated or invited here."""
        self._renamed[account] = name
        self.room = self.audience.room = self.room.renamed(account, name)
        return self.audience.has_account(account) or self.room.is_player(account)

    def merge(self, guest: str, account: str) -> bool:
        """Puts an account in a guest's place, also for its sockets; returns whether it had one."""
        before, self.room = self.room, self.audience.merge(guest, account)
        return self.room is not before

    @property
    def idle(self) -> bool:
        """Whether the room can leave memory: no viewers, no queued items, no deadlines, and no
        running clock other than one of correspondence."""
        if self.audience.viewers or self._in_progress or not self._queue.empty():
            return False
        if self.deadlines.due_ms or self._long_catch_ups.viewers:
            return False
        return self.room.clock.uses_utc or flag_due(self.room, self._clock.now()) is None

    async def wait_until_idle(self) -> None:
        """Returns when all items posted have been processed."""
        await self._queue.join()

    def close(self) -> None:
        """Ends the room after its task: viewers and senders of queued items have to reconnect, to
        another actor. References are dropped, so that no garbage cycle is left."""
        self.closed = True
        self.deadlines.close()
        self._long_catch_ups.close()
        senders = senders_of((*self._in_progress, *self._queue.close()))
        for viewer in (*self.audience.close(), *senders):
            viewer.send_queue.abort()
        self._in_progress = []

    def halt(self) -> None:
        """Halts play from now on, because nothing can be stored."""
        if not self._state.halted:
            self._halt_and_announce(self._clock.ms())

    async def run(self) -> None:
        """The room's task: processes the queued items until cancelled. Logs and raises errors."""
        self.deadlines.start_reconnect_grace(self.room)
        try:
            if not self._state.halted:  # before this task's first step
                await self._resume_play()
            while True:
                item, before = await self._queue.get(), self.room
                self._in_progress.append(item)
                await self._process(item)
                self._in_progress.remove(item)
                if self.room is before:
                    await self._host.next_tick()
        except Exception:
            logger.exception("room failed", game=self.room.id)
            raise

    # ── one item at a time ─────────────────────────────────────────────────────────────────────

    async def _process(self, item: Item) -> None:
        if self._state.halted:
            await self._resume_play()
        merges = self._host.merges
        match item:
            case ClientCommand(viewer) | Subscribe(viewer) if merges and viewer.account in merges:
                viewer.send_queue.abort()  # it came in as a guest: it will reconnect as the account
            case ClientCommand(viewer, command, at_ms) if self._state.halted:
                refused = not_stored_error(self.room, command, "read_only")
                send_answer(self._host.tally, self._clock, viewer, refused, at_ms)
            case ClientCommand(viewer, command, at_ms):
                await self._process_command(viewer, command, at_ms)
            case ServerCommand(command):
                await self._process_server_command(command)
            case Subscribe(viewer):
                try:
                    await self._join(item)
                except StoreError as failed:
                    logger.error("log not read", game=self.room.id, error=failed)
                    viewer.send_queue.abort()  # it will reconnect
        if self._state.unresolved_commit is not None:
            await self._resume_play()

    async def _process_server_command(self, command: Timeout) -> None:
        """Carries out a command whose deadline has passed, unless a command that the mover has sent
        in time has made it obsolete. `Retry` and `EndReconnectGrace` are not commands of the room:
        for them only the deadlines are updated."""
        before = None
        room_command = None if isinstance(command, Retry | EndReconnectGrace) else command
        while room_command is not None and before is not self.room:
            before, now = self.room, self._now_with_lag()
            await self._drain_mover_input(now)
        if self.deadlines.is_premature(command):
            return
        if room_command is not None and not self.is_obsolete(room_command):
            await self._carry_out(room_command, None, now, None)
        if self.deadlines.note_taken(command):
            self._update_deadlines(self._now_with_lag())  # lag may postpone the flag

    def _now_with_lag(self) -> Now:
        return self._clock.at(self._clock.ms(), self.audience.owed_ms())

    async def _process_command(self, viewer: Viewer, command: Command, at_ms: int) -> None:
        """Carries out a command at the instant of its stamp; if its sender is not the mover, after
        those that the mover has sent in time."""
        if self.audience.seat(viewer) != self.room.clock.running:
            await self._drain_mover_input(self._clock.at(at_ms, self.audience.owed_ms()))
        is_mover = self.audience.seat(viewer) == self.room.clock.running
        lag_ms = viewer.owed_ms() if is_mover else self.audience.owed_ms()
        await self._carry_out(command, viewer.actor, self._clock.at(at_ms, lag_ms), viewer)

    async def _join(self, request: Subscribe) -> None:
        viewer, seat = request.viewer, self.audience.seat(request.viewer)
        if needs_long_catch_up(self.room, request.since, request.room_at_since):
            if request.room_at_since is None:
                seen_at = await time_of_event(self._room_log, self.room, request.since)
                viewer.send_queue.send_backlog(self._welcome(request, seen_at))
            if not viewer.gone:  # meanwhile
                self.audience.discard(viewer)  # new events come after the catch-up
                self._long_catch_ups.send(request, self.room, seat, self._queue)
                self._update_deadlines()
            return
        seen_at, frames = await short_catch_up(self._room_log, self.room, request, seat)
        self._long_catch_ups.stop(viewer)
        if not self._broadcaster.admit(viewer, self._welcome(request, seen_at), frames):
            return
        with self._host.heartbeat.at_work(self.room):
            self._broadcaster.send_state(viewer, self._state, self._clock.now())
        self._send_presence(newcomer=viewer)
        if seat is not None and seat == self.room.turn and not self._state.halted:
            await self._resume_if_mover_connected()

    def _welcome(self, request: Subscribe, seen_at: int | None) -> list[str]:
        """The frames before the catch-up: the welcome, unless it has been sent for this hello."""
        if request.room_at_since is not None:
            return []
        source = self._host.source_of(self.room.id, request.viewer.actor)
        return [self._broadcaster.welcome(self.audience.seat(request.viewer), source, seen_at)]

    async def _carry_out(
        self, command: Command, actor: Actor | None, now: Now, viewer: Viewer | None
    ) -> None:
        before, tally = self.room, self._host.tally
        result = checked_step(self.audience, self._host, command, actor, now, viewer)
        if not result.entries:
            send_answer(tally, self._clock, viewer, answer(before, command, result), now.ms)
            return
        if failed := await self._commit(result, now):
            refused = not_stored_error(before, command, failed)
            send_answer(tally, self._clock, viewer, refused, now.ms)
            return
        for_spectators = self._announce(before, result.entries, result.rooms)
        if viewer:
            count_stored(self._host, viewer, command, before, result)
            send_answer(tally, self._clock, viewer, answer(self.room, command, result), now.ms)
        await send_to_spectators(*for_spectators)
        if isinstance(command, Resume) and self.deadlines.reconnecting:
            self.deadlines.end_reconnect_grace(self.room.turn)
            self._update_deadlines()
        elif self.deadlines.reconnecting and self.deadlines.must_pause_clock(self.room):
            await self._carry_out(Outage(0), None, self._clock.now(), None)

    async def _drain_mover_input(self, now: Now) -> None:
        """Processes what the mover has sent in time, before another command makes the flag fall."""
        room = self.room
        if room.phase is not Phase.RUNNING or not room.clock.flagged(room.instant(now), now.lag_ms):
            return
        seat = room.clock.running
        await drain_input(self.audience.movers())
        items = self._queue.take_where(lambda item: self.audience.is_command_of(seat, item))
        self._in_progress += items
        for item in items:
            await self._process(item)
            self._in_progress.remove(item)

    # ── the log ────────────────────────────────────────────────────────────────────────────────

    async def _commit(self, result: Step, now: Now) -> p.ErrorCode | None:
        """Makes a step durable, then replaces the room's state. If that fails, play is halted as of
        the step's instant: `read_only` if nothing was written, `retry` if that is not known."""
        created = (result.next_game.room(result.room),) if result.next_game else ()
        try:
            with self._host.heartbeat.storing(result.room.game_setup.id, now.ms):
                await self._room_log.commit(Commit(result.room, result.entries, created))
        except ReadOnly:
            self._halt_and_announce(now.ms)
            return "read_only"
        except (WriteFailed, Conflict) as failed:
            logger.error("commit failed", game=self.room.id, error=failed)
            self._state = self._state.with_unresolved_commit(created)
            self._halt(now.ms)
            return "retry"
        self._apply_committed(result.room, result.entries)
        for room in created:
            self._host.events.publish(RoomCreated(room))
        return None

    def _apply_committed(self, room: Room, entries: Sequence[LogEntry]) -> None:
        """Replaces the room after its entries are on disk."""
        halted, self._state = self._state.halted, self._state.committed()
        if starts_clock(room, entries, self.room.clock.running):
            now_ms = self._clock.ms()
            late_ms = late_turn_start_ms(room, entries, now_ms)
            room = replace(room, clock=room.clock.started_at(now_ms))
            self._host.heartbeat.began(room.game_setup.id, late_ms)
        if room.seats is not self.room.seats or room.game_setup is not self.room.game_setup:
            room = self._host.merges.apply(room)  # a player sat down, or was renamed or merged
            for account, name in self._renamed.items():
                room = room.renamed(account, name)
        self.room = self.audience.room = room
        if halted:  # during the commit
            self._halt(self._clock.ms())

    def _halt(self, at_ms: int) -> None:
        """Halts play as of this instant."""
        self._state = self._state.halt(self.room, at_ms)
        self._update_deadlines()

    def _halt_and_announce(self, at_ms: int) -> None:
        """Halts play, and sends all viewers that it is halted, once."""
        self._halt(at_ms)
        if not self._state.announced:
            self._state = replace(self._state, announced=True)
            self._broadcaster.announce_halt(self._state, self._clock.now())

    async def _resume_play(self) -> None:
        """Resumes play if possible: rereads the log if necessary, then writes the interruption."""
        try:
            if self._state.unresolved_commit is not None:
                await self._reread(self._state.unresolved_commit)
        except StoreError as failed:
            if not self._state.announced:
                logger.error("log not read", game=self.room.id, error=failed)
            self._halt_and_announce(self._clock.ms())
            return
        self._state = self._state.retrying()
        interruption = self._state.interruption
        if interruption is not None and self.room.phase in (Phase.RUNNING, Phase.PAUSED):
            self.deadlines.start_reconnect_grace(self.room)
            await self._carry_out(interruption, None, self._clock.now(), None)
        if not self._state.halted:
            self._state = self._state.resumed()
            self._update_deadlines()
            await self._resume_if_mover_connected()

    async def _resume_if_mover_connected(self) -> None:
        turn = self.room.turn
        if self.room.phase is Phase.PAUSED and turn is not None and self.audience.connected(turn):
            await self._carry_out(Resume(), None, self._clock.now(), None)

    async def _reread(self, created: tuple[Room, ...]) -> None:
        """Rereads the log, and sends the events that a failed commit has left there."""
        before = self.room
        entries = await self._room_log.entries(before.id, before.seq)
        self._state = self._state.resolved()
        if entries:
            with self._host.heartbeat.at_work(before):
                rooms = fold_steps(before, entries)
            self._apply_committed(rooms[-1], entries)
            for room in created:
                if room.id == self.room.next_game:  # else this was an earlier commit
                    self._host.events.publish(RoomCreated(room))
            await send_to_spectators(*self._announce(before, entries, rooms))

    # ── sending ────────────────────────────────────────────────────────────────────────────────

    def _announce(
        self, before: Room, entries: Sequence[LogEntry], rooms: Sequence[Room]
    ) -> tuple[list[Viewer], list[str]]:
        """Sends events to players, feed and server, and updates the deadlines. `rooms`: the room
        after each entry. Returns the spectators, and the frames for them."""
        with self._host.heartbeat.at_work(self.room):
            now = self._clock.now()
            for_spectators = self._broadcaster.announce(entries, rooms, self._state, now)
        for mover in self.audience.movers():
            mover.link.measure()
        if may_change_absence(before, self.room, entries):
            self._update_deadlines()
        else:
            self.deadlines.update_clock(self.room, now)
        self.audience.publish_change()
        if self.room.has_declined and self.room.game_setup is not before.game_setup:
            self._host.events.publish(InvitationDeclined.of(self.room, entries))
        if self.room.finished is not None and before.finished is None:
            self._host.tally.ended[self.room.finished.reason] += 1
            self._host.events.publish(RoomFinished(self.room))
        return for_spectators

    def _send_presence(self, newcomer: Viewer | None = None) -> None:
        if not self.closed:
            self.audience.send_presence(newcomer)
            if newcomer:
                for countdown in self.deadlines.countdowns(self.room):
                    newcomer.send(countdown)
            self._update_deadlines()

    def _update_deadlines(self, now: Now | None = None) -> None:
        """Call it when the room or its viewers have changed."""
        if not self.closed:
            presence = self.audience.presence(self.deadlines.reconnecting, self._state.halted)
            self._send_countdowns(
                self.deadlines.update(self.room, presence, now or self._clock.now())
            )

    def _send_countdowns(self, countdowns: Sequence[p.Countdown]) -> None:
        for countdown in countdowns:
            self.audience.send_all(countdown)
        if countdowns:
            self.audience.publish_change()

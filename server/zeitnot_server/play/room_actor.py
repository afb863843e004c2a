"""One room, hosted: a task that owns its state, a bounded queue, one commit in flight.

The life of a move (docs/why/rooms.md): stamped frame → queue → `step` → `commit` → only then the
new room replaces the old one, the mover is acknowledged and the others are told.
"""

from collections.abc import Sequence
from typing import cast

import structlog

import zeitnot_protocol as p

from ..feed import Feed
from ..rooms.commands import (
    Abandon,
    AdjournAfterCrash,
    AllLeft,
    Command,
    Expire,
    Flag,
    GiveWay,
    Outage,
    PlayerCommand,
    Resume,
    StandUp,
)
from ..rooms.fold import fold
from ..rooms.report import tidy_info
from ..rooms.room import ON, Actor, LogEntry, Now, Phase, Refusal, Room, Step
from ..rooms.step import step
from ..rooms.value import replace
from ..rooms.view import moments, view
from ..rooms.waiting import has_waited_ms, is_left_alone
from ..store import Commit, Conflict, ReadOnly, StoreError, WriteFailed
from .absence import Absence, absent_from_start, lapsing
from .answers import SENTENCES, answer, not_now, not_stored
from .audience import Audience
from .frames import state_frames
from .input_drain import all_read, owed_ms
from .mailbox import PriorityMailbox
from .now import AdjustedClock
from .outbox import Viewer, refuse, surplus
from .past import LongPasts, is_long, portions
from .reports import judged
from .spectators import tell_spectators
from .summary import summary
from .terms import ClientCommand, Hooks, Item, Joined, Log, Retry, ServerCommand
from .timer import Timer
from .vacancies import Vacancies

QUEUE_LENGTH = 256
FLAG_MARGIN_MS = 25
RETURN_MS = 15_000
RETRY_MS = 1000
FLAG, RESUME = ServerCommand(Flag()), ServerCommand(Resume())

log = structlog.get_logger()


class RoomActor:
    """Runs one room. Everything goes through `post`; state changes only in `run`."""

    def __init__(
        self, room: Room, store: Log, clock: AdjustedClock, feed: Feed, hooks: Hooks
    ) -> None:
        self.room = room
        self._store = store
        self._clock = clock
        self._feed = feed
        self._hooks = hooks
        self._queue: PriorityMailbox[Item] = PriorityMailbox(QUEUE_LENGTH, self._is_spectator)
        self._timer: Timer[ServerCommand | Retry] = Timer(self._due)
        self._audience = Audience(self, lambda: hooks.changed(self))
        self._absence = Absence(
            self,
            clock.ms,
            self._audience.tell_all,
            lambda seat: self.post(ServerCommand(Abandon(seat))),
        )
        self._vacancies = Vacancies(
            self, clock.now, lambda command: self.post(ServerCommand(command))
        )
        self._long_pasts = LongPasts(store, hooks.long_reads, self.post)
        self._taking: Item | None = None  # what is being carried out
        self.closed = False  # it has left memory
        self._halted = False  # nothing can be written: play stands still
        self._announced_read_only = False  # the viewers know of it
        self._away: Outage | AdjournAfterCrash | None = None  # to be written before play goes on
        self._inherited = False  # it is of an earlier run
        self._unknown: tuple[Room, ...] | None = None  # a commit's outcome; the rooms it made
        self._renamed: dict[str, str] = {}  # accounts, since this room is in memory

    # ── from outside ───────────────────────────────────────────────────────────────────────────

    @property
    def viewers(self) -> set[Viewer]:
        """All who look at the room."""
        return self._audience.viewers

    def seat_online(self, seat: int) -> bool:
        """Whether a socket of this seat's player is connected, be it that it reads the past yet."""
        if self._audience.online(seat):
            return True
        sits = self.room.seats[seat].actor
        reading = (viewer.actor for viewer in self._long_pasts.viewers)
        return sits is not None and any(who and who.account == sits.account for who in reading)

    @property
    def origin(self) -> str:
        """What the address of a player who is here counts as; nothing, if it does not count."""
        here = (viewer for seat in self.room.seats for viewer in self._audience.of(seat.actor))
        return next((viewer.sender.origin or "" for viewer in here), "")

    @property
    def _a_player_is_online(self) -> bool:
        return any(map(self.seat_online, range(len(self.room.seats))))

    @property
    def person_online(self) -> bool:
        """Whether a person who plays here is connected. Bots do not count: they wait for ever."""
        people = (i for i, s in enumerate(self.room.seats) if s.actor and not s.actor.bot)
        return any(map(self.seat_online, people))

    @property
    def spectators(self) -> int:
        """How many look at it without a seat."""
        return self._audience.spectators

    @property
    def waiting(self) -> int:
        """How many items wait in its queue."""
        return self._queue.qsize()

    @property
    def person_here(self) -> bool:
        """Whether anybody looks at the room who is not a bot."""
        return any(viewer.actor is None or not viewer.actor.bot for viewer in self.viewers)

    def post(self, item: Item) -> bool:
        """Hands something to the room; False if it has too much to do already, or is closed."""
        return self._queue.offer(item)

    def _is_spectator(self, item: Item) -> bool:
        return isinstance(item, ClientCommand | Joined) and self._audience.seat(item.viewer) is None

    def leave(self, viewer: Viewer) -> None:
        """A viewer's socket is gone. Never refused, however much the room has to do."""
        self._audience.discard(viewer)
        self._long_pasts.stop(viewer)
        viewer.gone = True
        self._tell_presence()

    def relay(self, viewer: Viewer, info: p.Info, at_ms: int) -> None:
        """Shows an engine's thoughts to the room: only a player's, at most four a second, kept
        nowhere, and of their texts only what reads as such."""
        seat = self._audience.seat(viewer)
        on = self.room.phase in ON
        if seat is None or not on or not viewer.thoughts.take(at_ms):
            return
        info = tidy_info(info, self.room.game_setup.rules)
        info.seat = seat
        self._audience.spread_thought(viewer, info)

    def rename(self, account: str, name: str) -> bool:
        """Gives an account its new name here, from the next step on; whether it has a part here."""
        self._renamed[account] = name
        self.room = self.room.renamed(account, name)
        watches = any(v.actor and v.actor.account == account for v in self.viewers)
        return watches or self.room.expects(account)

    @property
    def idle(self) -> bool:
        """Nobody looks, nothing waits or is being done, no seat is about to become free, and no
        clock runs but one of days: the room can leave memory."""
        if self.viewers or self._taking is not None or not self._queue.empty():
            return False
        if self._vacancies.accounts or self._long_pasts.viewers:
            return False
        return not self._timer.running or (self.room.by_utc and not self._halted)

    async def rested(self) -> None:
        """Returns when all that was posted has been carried out."""
        await self._queue.rested()

    def close(self) -> None:
        """The room's task is over: it takes nothing more, sets no timer and has no viewers. Who has
        looked until now, or has sent something that waits, is cut off and comes again to
        another actor. Its references are dropped, so that no cycle is left to the collector."""
        self.closed = True
        self._timer.close()
        self._absence.close()
        self._vacancies.close()
        self._long_pasts.close()
        for viewer in self._audience.close():
            viewer.outbox.cut()
        for item in (self._taking, *self._queue.close()):
            if isinstance(item, ClientCommand | Joined):
                item.viewer.outbox.cut()
        self._taking = None

    def halt(self) -> None:
        """Nothing can be written: play stands still from now on."""
        if not self._halted:
            self._halt(self._clock.ms())
            self._announce_read_only()

    async def run(self, away: Outage | AdjournAfterCrash | None = None) -> None:
        """The room's task. `away`: it was running when the server was last alive, and this is to be
        written before anything else."""
        self._away, self._inherited = away, away is not None
        try:
            await self._go_on()
            while True:
                self._taking = await self._queue.get()
                before = self.room
                await self._take(self._taking)
                self._taking = None
                if self.room is before:
                    await self._hooks.loop_turn()
        except Exception:
            self._hooks.at_work(None)  # the rules may have raised: a fault, but no crash
            log.exception("room failed", game=self.room.id)
            raise

    # ── one item at a time ─────────────────────────────────────────────────────────────────────

    async def _take(self, item: Item) -> None:
        if self._halted:
            await self._go_on()
        match item:
            case ClientCommand(viewer, command, at_ms) if self._halted:
                self._answer(viewer, not_stored(self.room, command, "read_only"), at_ms)
            case ClientCommand(viewer, command, at_ms):
                if self._audience.seat(viewer) != self.room.clock.running:
                    await self._drain_mover_input(self._at(at_ms))
                now = self._at(at_ms, viewer)
                await self._carry_out(command, viewer.actor, now, viewer)
            case ServerCommand(command) if not self._halted and not self._overtaken(command):
                now = self._at(self._clock.ms())
                await self._drain_mover_input(now)
                await self._carry_out(command, None, now, None)
            case Joined(viewer):
                try:
                    await self._join(item)
                except StoreError as failed:
                    log.error("log not read", game=self.room.id, error=str(failed))
                    viewer.outbox.cut()  # it will come again
        if self._unknown is not None:
            await self._go_on()

    def _overtaken(self, command: Command) -> bool:
        """Whether somebody has come while the command that says otherwise was in the queue."""
        match command:
            case Abandon(seat):
                return self.seat_online(seat)
            case AllLeft():
                return self.person_online or not is_left_alone(self.room)
            case Expire():
                return self.person_here
            case GiveWay(bot):
                return has_waited_ms(self.room, bot, self._clock.now()) is None
            case Resume():
                return not self._a_player_is_online
            case StandUp(account, since=None):
                sits = self.room.seat_of(account)
                return sits is not None and self.seat_online(sits)
            case _:
                return False

    async def _join(self, joined: Joined) -> None:
        viewer, seat = joined.viewer, self._audience.seat(joined.viewer)
        welcome = [] if joined.known else [self._welcome(viewer, seat)]
        if is_long(self.room, joined.since, joined.known):
            viewer.outbox.greet(welcome)
            self._long_pasts.tell(joined, self.room, seat)
            self._look_who_is_away(still=self._halted)
            return
        told = portions(self._store, self.room, joined.since, seat, joined.known)
        past = [frame async for frames in told for frame in frames]
        viewer.sender.read(sum(map(len, past)))
        viewer.outbox.greet([*welcome, *past])
        if viewer.gone:
            return
        self._long_pasts.stop(viewer)
        for other in surplus(self._audience.of(viewer.actor), viewer):
            other.outbox.dismiss(p.POLICY_VIOLATION, "another socket of yours has come")
        self._audience.add(viewer)
        self._hooks.at_work(self.room)
        if self._halted and self._announced_read_only:
            viewer.send(self._read_only_error())
        viewer.send_frames(state_frames(self.room, seat, self._clock_frame()))
        self._hooks.at_work(None)
        self._tell_presence(newcomer=viewer)
        if seat is not None and seat == self.room.turn and not self._halted:
            await self._resume_if_there()

    def _welcome(self, viewer: Viewer, seat: int | None) -> str:
        game_setup = self.room.game_setup
        return p.encode(
            p.Welcome(
                game=self.room.id,
                room=game_setup.view(),
                seq=self.room.seq,
                commitment=game_setup.commitment,
                you=seat,
                source=self._hooks.source(self.room.id, viewer.actor),
            )
        )

    async def _carry_out(
        self, command: Command, actor: Actor | None, now: Now, viewer: Viewer | None
    ) -> None:
        before = self.room
        done = self._step(command, actor, now, viewer)
        if done.entries and (failed := await self._commit(done, now)):
            if viewer:
                self._answer(viewer, not_stored(self.room, command, failed), now.ms)
            return
        news = self._announce(before, done.entries) if done.entries else None
        if isinstance(command, Flag) and not news:
            self._arm()
        if viewer and news:
            self._count(viewer, command, before, done)
        if viewer and (told := answer(self.room, command, done)):
            self._answer(viewer, told, now.ms)
        if news:
            await tell_spectators(*news)

    def _count(self, viewer: Viewer, command: Command, before: Room, done: Step) -> None:
        """What has been stored for somebody counts; a move is no flood, for the rules and the
        others set its pace."""
        viewer.sender.stored(len(done.entries))
        if isinstance(command, p.Move):
            viewer.sender.frame_was_due()
            viewer.allowance.give_back()
            self._hooks.tally.moves += isinstance(done.entries[0].event, p.Moved)
            if viewer.actor and len(before.moved) < len(before.seats):
                self._hooks.first_move(before.id, viewer.actor.account)

    def _step(self, command: Command, actor: Actor | None, now: Now, viewer: Viewer | None) -> Step:
        """What the command leads to, if it is to be. A fault of ours that a client's command runs
        into is its refusal: who finds one must not be able to cut off the others with it, or to
        have the clocks stopped until they are back."""
        fresh = self._hooks.fresh() if isinstance(command, p.RematchWish) else None
        self._hooks.at_work(self.room)
        try:
            if isinstance(command, p.ResumeWish | p.Ready) and viewer:
                done = self._of_who_is_there(command, viewer, now)
            else:
                done = step(self.room, command, actor, now, fresh)
            if isinstance(command, p.Move):
                if command.engine is not None and done.entries and viewer:
                    return judged(self.room, done, viewer, self._hooks.tally.reports_left_out)
            elif done.entries:
                return self._admitted(self.room, done, command, viewer)
            return done
        except Exception:
            if viewer is None:
                raise
            log.exception("command failed", game=self.room.id, command=type(command).__name__)
            return Step(self.room, refusal=Refusal("internal_error", SENTENCES["internal_error"]))
        finally:
            self._hooks.at_work(None)

    def _of_who_is_there(self, command: p.ResumeWish | p.Ready, viewer: Viewer, now: Now) -> Step:
        """No clock is started for who is away: their wish lapses, or their seat is free, in the
        same commit. A refused command leaves all as it was."""
        seat = self._audience.seat(viewer)
        first: list[Command] = [*absent_from_start(self, seat)]
        if isinstance(command, p.ResumeWish):
            lapse = lapsing(self, seat, now)
            first = [lapse] if lapse else []
        room, entries = self.room, list[LogEntry]()
        for told in first:
            done = step(room, told, None, now)
            if done.refusal:
                return replace(done, room=self.room)
            room = done.room
            entries += done.entries
        done = step(room, command, viewer.actor, now)
        if not done.entries:
            return replace(done, room=self.room)
        return replace(done, entries=(*entries, *done.entries))

    def _answer(self, viewer: Viewer, told: p.Ack | p.Error, at_ms: int) -> None:
        """Tells the sender of a command that was stamped at `at_ms`."""
        viewer.send(told)
        if isinstance(told, p.Error):
            self._hooks.tally.refused[told.code] += 1
            viewer.sender.refused(told.code)
        else:
            self._hooks.tally.ack_s.add((self._clock.ms() - at_ms) / 1000)

    def _admitted(self, before: Room, done: Step, command: Command, viewer: Viewer | None) -> Step:
        """A step that the rules allow, or its refusal: it would be one game too many, or not to be
        stored now. The latter first: who is admitted has a place. A resend is answered as the first
        time in any case."""
        if viewer is not None:
            told = cast(PlayerCommand, command)  # only these have a viewer
            low = self._hooks.disk_low()
            if refusal := not_now(before.phase, told, viewer, disk_low=low):
                return Step(before, refusal=refusal)
            if refusal := self._hooks.judge(done.room, told, viewer):
                return Step(before, refusal=refusal)
        return self._hooks.admit(before, done)

    async def _drain_mover_input(self, now: Now) -> None:
        """Before anything else lets a flag fall, what the mover sent in time is carried out."""
        if self.room.phase is not Phase.RUNNING or not self._fallen(now):
            return
        seat = self.room.clock.running
        await all_read(self._audience.movers())
        from_mover, others = list[ClientCommand](), list[Item]()
        for item in self._queue.take_all():
            if isinstance(item, ClientCommand) and self._audience.seat(item.viewer) == seat:
                from_mover.append(item)
            else:
                others.append(item)
        self._queue.put_back(others)
        for told in from_mover:
            await self._take(told)

    async def _commit(self, done: Step, now: Now) -> p.ErrorCode | None:
        """Makes a step durable and the room's own. Else play stands still as of the step's instant,
        and the error is `read_only`, nothing was written, or `retry`, only the log can tell."""
        created = (done.create.room(done.room),) if done.create else ()
        try:
            await self._store.commit(Commit(done.room, done.entries, created))
        except ReadOnly:
            self._halt(now.ms)
            self._announce_read_only()
            return "read_only"
        except (WriteFailed, Conflict) as failed:
            log.error("commit failed", game=self.room.id, error=str(failed))
            self._unknown = created
            self._halt(now.ms)
            return "retry"
        self._apply_committed(done.room, done.entries)
        for room in created:
            self._hooks.created(room)
        return None

    def _apply_committed(self, room: Room, entries: Sequence[LogEntry]) -> None:
        """The room after entries that are on disk. A clock that they start has run from now on: the
        commit was nobody's time."""
        starting = p.Started | p.Threw | p.Moved | p.TakenBack | p.Resumed
        if not room.by_utc and any(isinstance(r.event, starting) for r in entries):
            room = replace(room, clock=room.clock.started_at(self._clock.ms()))
        for account, name in self._renamed.items():  # perhaps while this was on its way
            room = room.renamed(account, name)
        self.room, self._away, self._inherited, self._announced_read_only = room, None, False, False
        if self._halted:  # while this was on its way to the disk
            self._halt(self._clock.ms())

    # ── while nothing can be written ───────────────────────────────────────────────────────────

    def _halt(self, at_ms: int) -> None:
        """Play stands still as of this instant, and the time until it goes on is nobody's."""
        clock = self.room.clock
        ticking = self.room.phase is Phase.RUNNING and clock.since_ms is not None
        if ticking and not self.room.by_utc and not self._inherited:
            lasted = max(0, at_ms - (clock.since_ms or 0))
            known = self._away.elapsed_ms if self._away else lasted
            self._away = Outage(min(lasted, known))
        self._halted = True
        self._timer.stop()
        self._look_who_is_away(still=True)
        self._timer.at_latest(RETRY_MS, Retry())

    def _announce_read_only(self) -> None:
        """Says so to all, once."""
        if self._announced_read_only:
            return
        self._announced_read_only = True
        for viewer in self.viewers:
            viewer.send(self._read_only_error())
            viewer.send_frame(self._clock_frame())

    def _read_only_error(self) -> p.Error:
        return refuse("read_only", SENTENCES["read_only"], game=self.room.id)

    async def _go_on(self) -> None:
        """Takes play up again if that is possible: what the log says first, then the pause."""
        try:
            if self._unknown is not None:
                await self._reread(self._unknown)
        except StoreError as failed:
            log.error("log not read", game=self.room.id, error=str(failed))
            self._halt(self._clock.ms())
            self._announce_read_only()
            return
        self._halted = False
        if self._away is not None and self.room.phase in (Phase.RUNNING, Phase.PAUSED):
            await self._carry_out(self._away, None, self._clock.now(), None)
        if not self._halted:
            self._away = None
            self._arm()
            self._look_who_is_away()
            await self._resume_if_there()

    async def _resume_if_there(self) -> None:
        turn = self.room.turn
        if self.room.phase is Phase.PAUSED and turn is not None and self.seat_online(turn):
            await self._carry_out(Resume(), None, self._clock.now(), None)

    async def _reread(self, created: tuple[Room, ...]) -> None:
        """The log is the truth: what a failed commit has left there is what happened, and is told
        like everything that happens. Raises StoreError."""
        before = self.room
        entries = await self._store.entries(before.id, before.seq)
        self._unknown, self._halted = None, False
        if entries:
            self._hooks.at_work(before)
            after = fold(before, entries)
            self._hooks.at_work(None)
            self._apply_committed(after, entries)
            for room in created:
                self._hooks.created(room)
            await tell_spectators(*self._announce(before, entries))

    # ── telling ────────────────────────────────────────────────────────────────────────────────

    def _announce(
        self, before: Room, entries: Sequence[LogEntry]
    ) -> tuple[list[Viewer], list[str]]:
        """Tells the players and the feed. Returns the spectators, and what to tell them."""
        self._hooks.at_work(self.room)
        state = any(
            isinstance(entry.event, p.Threw) or hasattr(entry.event, "clock") for entry in entries
        )
        clock = self._clock_frame() if state else None
        news = self._audience.tell(before, entries, clock)
        if any(isinstance(entry.event, p.Seated) for entry in entries):
            self._tell_presence()
        if self._public and self._feed.listens:
            for event, then in moments(before, entries, self.room):
                self._feed.event(self.room.id, view(event, then, None))
            self._feed.room_state(summary(self.room))
        self._hooks.at_work(None)
        self._arm()
        for mover in self._audience.movers():
            mover.link.measure()
        # Moves move nobody away; but only who is past the first turns is missed.
        if before.clock.is_free or any(not isinstance(entry.event, p.Moved) for entry in entries):
            self._look_who_is_away(still=self._halted)
        self._hooks.changed(self)
        if isinstance(end := entries[-1].event, p.Finished):
            self._hooks.tally.ended[end.reason] += 1
            self._hooks.finished(self.room)
        return news

    @property
    def _public(self) -> bool:
        """Whether the feed may know of the room: a game made for a link only once it has begun, and
        not if it ended before."""
        return self.room.game_setup.listed or self.room.phase in ON or self.room.turn_at > 0

    def _tell_presence(self, newcomer: Viewer | None = None) -> None:
        if self.closed:
            return
        self._audience.tell_presence(newcomer)
        if newcomer:
            for countdown in self._absence.told():
                newcomer.send(countdown)
        self._look_who_is_away(still=self._halted)
        if self.room.phase is Phase.PAUSED and not self._halted:
            self._arm()

    def _look_who_is_away(self, still: bool = False) -> None:
        self._absence.look(still)
        self._vacancies.look(still)

    def _clock_frame(self) -> str:
        clock = self.room.clock
        if self._away and clock.since_ms is not None:
            clock = clock.pause(self._away.elapsed_ms)
        shown = clock.view(self.room.instant(self._clock.now()))
        return p.encode(p.Clock(game=self.room.id, clock=shown))

    # ── deadlines ──────────────────────────────────────────────────────────────────────────────

    def _arm(self, lag_ms: int = 0) -> None:
        """Sets the timer for the next deadline. `lag_ms`: what the mover is owed; without it the
        timer may ring before the flag falls, and is set again then."""
        if self.room.phase is Phase.PAUSED:
            if self._a_player_is_online:
                self._timer.at_latest(RETURN_MS, RESUME)
            else:  # who only looks on makes no clock run
                self._timer.stop()
            return
        deadline = self.room.clock.deadline_ms(lag_ms)
        if deadline is None:
            self._timer.stop()
            return
        left_ms = deadline - self.room.instant(self._clock.now())
        self._timer.at_latest(left_ms + FLAG_MARGIN_MS, FLAG)

    def _due(self, item: ServerCommand | Retry) -> None:
        """The timer has rung. It only asks: the clock decides, once the mover has been heard."""
        if item is FLAG and not self._fallen(now := self._at(self._clock.ms())):
            self._arm(now.lag_ms)
        elif not self.post(item):
            self._timer.at_latest(FLAG_MARGIN_MS, item)

    def _fallen(self, now: Now) -> bool:
        return self.room.clock.flagged(self.room.instant(now), now.lag_ms)

    def _at(self, ms: int, viewer: Viewer | None = None) -> Now:
        """An instant with the lag that the seat to move is owed: on this line, if it is one of
        its own, else on the slowest of them."""
        from_mover = viewer is not None and self._audience.seat(viewer) == self.room.clock.running
        return self._clock.at(
            ms, owed_ms([viewer] if viewer and from_mover else self._audience.movers())
        )

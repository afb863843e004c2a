"""A room actor with a log in memory, and viewers whose frames the test reads."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import zeitnot_protocol as p
from zeitnot_server.feed import Feed, NullFeed
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.room.commit_state import Interruption
from zeitnot_server.hosting.room.events import RoomCreated, RoomFinished
from zeitnot_server.hosting.room.host import FindStandIn, Host, NoHeartbeat
from zeitnot_server.hosting.room.inbox import ClientCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.hosting.room.send_queue import AllPermitted, SendQueue, Viewer
from zeitnot_server.rooms.commands import Abandon, NewGameIds, Unseat
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, LogEntry, Room
from zeitnot_server.rooms.rules import Rules
from zeitnot_server.rooms.setup import LEGACY_SETUP
from zeitnot_server.store import Commit, WriteFailed

GAME = "abcd2345"
WAIT_S = 30  # generous, as the machine may be busy
MINUTE = p.Control(kind="sudden_death", base_ms=60_000)


class CommitFailure(Enum):
    """Whether a commit that raised an error has stored its entries nevertheless."""

    STORED = auto()
    NOT_STORED = auto()


@dataclass
class FakeLog:
    """Stores entries in memory. With `proceed` a commit waits until that event is set; with
    `failure` the next commit fails."""

    stored: list[LogEntry] = field(default_factory=list)
    proceed: asyncio.Event | None = None
    failure: CommitFailure | None = None

    async def commit(self, commit: Commit) -> None:
        if self.proceed:
            await self.proceed.wait()
        if self.failure is not CommitFailure.NOT_STORED:
            self.stored.extend(commit.entries)
        if self.failure:
            self.failure = None
            raise WriteFailed("the disk is on fire")

    async def entries(self, game_id: str, since: int, limit: int = -1) -> list[LogEntry]:
        rows = [row for row in self.stored if row.event.seq > since]
        return rows if limit < 0 else rows[:limit]


class NoGames(AllPermitted):
    """Refuses requests for another game while `refuses`."""

    refuses = True

    def may_create_game(self) -> bool:
        return not self.refuses


class Person:
    """A viewer whose frames the test reads."""

    def __init__(self, name: str | None, bot: bool = False) -> None:
        self.cut = False
        self.received: list[dict[str, Any]] = []
        actor = Actor(f"acc-{name}", name, bot) if name else None
        self.viewer = Viewer(actor, SendQueue(self._cut))

    def _cut(self) -> None:
        self.cut = True

    async def next(self) -> dict[str, Any]:
        send_queue = self.viewer.send_queue
        if send_queue.empty:
            async with asyncio.timeout(WAIT_S):  # `wait_for` would make a task for each message
                frame = await send_queue.get()
        else:
            frame = await send_queue.get()
        message: dict[str, Any] = json.loads(frame)
        self.received.append(message)
        return message

    async def until(self, type_: str) -> dict[str, Any]:
        while (message := await self.next())["type"] != type_:
            pass
        return message

    def has_read_all(self) -> bool:
        return self.viewer.send_queue.empty


@contextmanager
def marking(marks: list[Room | None], room: Room) -> Iterator[None]:
    """Replaces `Heartbeat.at_work`: appends the room when its rules begin to run, and None at
    the end."""
    marks.append(room)
    try:
        yield
    finally:
        marks.append(None)


class RecordingHeartbeat(NoHeartbeat):
    """`being_stored`: the time of the move that is being stored, by game; `begun`: the turns that
    have begun."""

    def __init__(self) -> None:
        self.being_stored: dict[str, int] = {}
        self.begun: list[tuple[str, int | None]] = []

    @contextmanager
    def storing(self, game: str, since_ms: int) -> Iterator[None]:
        self.being_stored[game] = since_ms
        yield
        del self.being_stored[game]

    def began(self, game: str, late_ms: int | None) -> None:
        self.begun.append((game, late_ms))


class RoomHarness:
    """A room actor, its log in memory, and a monotonic clock that the test advances."""

    def __init__(
        self,
        control: p.Control = MINUTE,
        setup: p.Setup = LEGACY_SETUP,
        rules: Rules | None = None,
        feed: Feed | None = None,
        invited: tuple[Invitation | None, ...] = (),
        interruption: Interruption | None = None,
        stand_ins: Sequence[FindStandIn] = (),
    ) -> None:
        self.log = FakeLog()
        self.monotonic_ns = 0
        self.wall_ms = 1_700_000_000_000
        self.clock = AdjustedClock(1, lambda: self.monotonic_ns, lambda: self.wall_ms * 1_000_000)
        self.finished_rooms: list[Room] = []
        self.created_rooms: list[Room] = []
        rules = rules or rules_for("tictactoe", {})
        invitations = invited or (None,) * rules.seats
        game_setup = GameSetup(
            GAME, rules, rules.settings, control, b"s" * 32, 1, invitations, setup=setup
        )
        self.heartbeat = RecordingHeartbeat()
        self.storing, self.begun = self.heartbeat.being_stored, self.heartbeat.begun
        new_game_ids = lambda: NewGameIds("next2345", b"n" * 32)  # noqa: E731
        host = Host(new_game_ids, heartbeat=self.heartbeat, stand_ins=stand_ins)
        host.events.subscribe(RoomCreated, lambda fact: self.created_rooms.append(fact.room))
        host.events.subscribe(RoomFinished, lambda fact: self.finished_rooms.append(fact.room))
        room, feed = Room.new(game_setup), feed or NullFeed()
        self.room_actor = RoomActor(room, self.log, self.clock, feed, host, interruption)
        self.n_sent = 0

    def use(self, room: Room) -> None:
        """Replaces the actor's room."""
        self.room_actor.room = self.room_actor.audience.room = room

    def advance(self, ms: int) -> None:
        """Advances the clock in ticks of 50 ms."""
        for _ in range(ms // 50):
            self.monotonic_ns += 50_000_000
            self.clock.tick()

    def fire_timer(self) -> None:
        """Fires the room's timer."""
        self.room_actor.deadlines.fire()

    @property
    def away(self) -> set[int]:
        """The seats with a countdown."""
        due = self.room_actor.deadlines.due_ms
        return {command.seat for command in due if isinstance(command, Abandon)}

    @property
    def accounts_losing_a_seat(self) -> set[str]:
        """The accounts that are about to lose a seat of a game that has not begun."""
        due = self.room_actor.deadlines.due_ms
        return {command.account for command in due if isinstance(command, Unseat)}

    def send(self, person: Person, make: Any, **fields: Any) -> str:
        self.n_sent += 1
        if make is not p.Chat:
            fields.setdefault("id", f"c{self.n_sent}")
        command = make(game=GAME, **fields)
        assert self.room_actor.post(ClientCommand(person.viewer, command, self.clock.ms()))
        return str(fields.get("id"))

    async def seat_players(self, *names: str) -> list[Person]:
        people = [Person(name) for name in names]
        for person in people:
            self.room_actor.post(Subscribe(person.viewer, 0))
            self.send(person, p.Sit)
            self.send(person, p.Ready, salt="s")
        for person in people:
            await person.until("started")
        return people

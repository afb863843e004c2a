"""Plays a game in a room of the server and collects everything that one viewer receives: the frames
of three connections (one from the start, one late, one that returns), the database's records, the
feed, and the log lines."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from structlog.testing import capture_logs

import zeitnot_protocol as p
from tests.server.hosted import Person, RoomHarness
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.rooms import dice
from zeitnot_server.rooms.room import Room

from .pairs import Event, Settings
from .records import records

MOVE_MS = 100
NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")


class ListeningFeed(NullFeed):
    """A feed that records what is published."""

    enabled = True

    def __init__(self) -> None:
        self.published: list[str] = []

    def room_state(self, summary: p.GameSummary) -> None:
        self.published.append(p.encode(summary))

    def event(self, game: str, event: p.RoomEvent) -> None:
        self.published.append(p.encode(event))


@dataclass
class Seen:
    """What one viewer received, in order. `frames`: on a connection from the start. `late`: on one
    opened after the last event. `resumed`: on one that already has half of the events. `presence`:
    separate, because the number of these frames depends on the real clock. `published`: in the
    feed. `lines`: in the log. Feed and log may show only what spectators see."""

    frames: list[dict[str, Any]] = field(default_factory=list)
    late: list[dict[str, Any]] = field(default_factory=list)
    resumed: list[dict[str, Any]] = field(default_factory=list)
    presence: set[str] = field(default_factory=set)
    records: list[bytes] = field(default_factory=list)
    published: list[str] = field(default_factory=list)
    lines: list[Any] = field(default_factory=list)


def seen(
    game: str,
    settings: Settings,
    events: Sequence[Event],
    viewer: int | None,
    with_records: bool = False,
) -> Seen:
    """Plays these events; returns what this viewer receives. Reading the records is slow."""
    table = Table(game, settings, events)
    with capture_logs() as lines:
        found = asyncio.run(table.watched_by(viewer))
        if with_records:
            found.records = asyncio.run(table.records(viewer))
    found.lines = list(lines)
    return found


class Table:
    """A room in which a game is played, event by event."""

    def __init__(self, game: str, settings: Settings, events: Sequence[Event]) -> None:
        self._feed = ListeningFeed()
        self._harness = RoomHarness(rules=rules_for(game, settings), feed=self._feed)
        self._throws = [event[1] for event in events if event[0] == "throw"]
        self._moves = [event[1] for event in events if event[0] == "move"]
        self._players: list[Person] = []

    async def watched_by(self, viewer: int | None) -> Seen:
        """Plays the game; returns what this viewer received."""
        actor, spectator = self._harness.room_actor, Person(None)
        task = asyncio.create_task(actor.run())
        actor.post(Subscribe(spectator.viewer, 0))
        with injected(self._throws):
            names = NAMES[: len(actor.room.seats)]
            self._players = await self._harness.seat_players(*names)
            for move in self._moves:
                await self._play(move)
        watcher = spectator if viewer is None else self._players[viewer]
        found = await self._collected(watcher, NAMES[viewer] if viewer is not None else None)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        found.published = self._feed.published if viewer is None else []
        return found

    async def records(self, viewer: int | None) -> list[bytes]:
        """What this viewer may read from the database."""
        account = None if viewer is None else f"acc-{NAMES[viewer]}"
        return await records(self._harness.room_actor.room, self._harness.log.stored, account)

    async def _play(self, move: str) -> None:
        """All seats send engine analysis that depends on all they know, and the mover sends its
        move."""
        self._harness.advance(MOVE_MS)
        room = self._harness.room_actor.room
        assert room.turn is not None
        mover, secret = self._players[room.turn], _secret(room, room.turn)
        for seat in range(len(room.seats)):
            self._analyse(room, seat)
        ponder = p.PonderReport(hit=secret % 2 == 0, nodes=int(secret), depth_gain=0)
        report = p.EngineReport(
            depth=3, nodes=int(secret), value=secret, unit="points", ponder=ponder
        )
        command = self._harness.send(mover, p.Move, ply=room.ply, move=move, engine=report)
        while (await mover.until("ack"))["id"] != command:
            pass

    def _analyse(self, room: Room, seat: int) -> None:
        """Sends analysis of the seat's engine, which depends on all that the seat knows."""
        info = p.Info(
            game=room.id,
            ply=room.ply,
            mode="thinking" if seat == room.turn else "pondering",
            value=_secret(room, seat),
            nodes=int(_secret(room, seat)),
        )
        now_ms = self._harness.clock.ms()
        self._harness.room_actor.audience.relay(self._players[seat].viewer, info, now_ms)

    async def _collected(self, watcher: Person, name: str | None) -> Seen:
        """What the watcher received, and what two more connections of the same person receive: one
        that has no events, and one that has half of them."""
        actor = self._harness.room_actor
        found = Seen()
        found.frames, found.presence = await _received(watcher)
        late, resumed = Person(name), Person(name)
        for person, since in ((late, 0), (resumed, actor.room.seq // 2)):
            actor.post(Subscribe(person.viewer, since))
            await person.until("presence")
        found.late, _ = await _received(late)
        found.resumed, _ = await _received(resumed)
        return found


def _secret(room: Room, seat: int) -> float:
    """A number that depends on everything that this seat knows."""
    return float(hash(room.position(seat)) % 1_000_003)


async def _received(person: Person) -> tuple[list[dict[str, Any]], set[str]]:
    """The received frames other than `presence`, and the `presence` frames."""
    while not person.has_read_all():
        await person.next()
    presence = {p.encode(frame) for frame in person.received if frame["type"] == "presence"}
    return [frame for frame in person.received if frame["type"] != "presence"], presence


@contextmanager
def injected(throws: Sequence[tuple[int, ...]]) -> Iterator[None]:
    """Replaces the values of the throws, but not the commitment to them."""
    remaining = iter(throws)
    with patch.object(dice.ThrowInputs, "throw", lambda self, k, due: next(remaining)):
        yield

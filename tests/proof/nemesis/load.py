"""Players that use the SDK to play game after game during all faults, and record every
acknowledgement, every move that they receive, and every pause."""

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TypeVar

from websockets.asyncio.client import ClientConnection

import zeitnot_client as sdk
import zeitnot_protocol as p
from zeitnot_client.connection import Connection
from zeitnot_client.exceptions import BadMessage, HttpRefused, Refused, Unreachable
from zeitnot_client.room import Room, monotonic_ms
from zeitnot_client.session import Session
from zeitnot_client.session_events import (
    Acked,
    Disconnected,
    Dropped,
    Durable,
    EventReceived,
    Rejected,
    Relocated,
    Rewound,
    SessionEvent,
    YourTurn,
)

from ..killtest.journal import Acknowledged, Journal
from ..killtest.turn_start import Start
from .clocks import Pause
from .router import Router

GAME = "othello"
CONTROL = p.Control(kind="sudden_death", base_ms=3_600_000)
LONG_THOUGHT_PROBABILITY = 0.1
MAX_THOUGHT_S = 1.0
RETRY_S = 0.1
ARRIVAL_S = 0.5  # a move has arrived if its connection stays open this long after it

T = TypeVar("T")


@dataclass
class Diary:
    """The records of all players. `received`: the moves that they received, by game."""

    journal: Journal
    pauses: list[Pause] = field(default_factory=list)
    received: dict[str, list[str]] = field(default_factory=dict)


class RoutedConnection(Connection):
    """A connection that knows which node the router has chosen for it."""

    node = ""

    def __init__(self, url: str, headers: Mapping[str, str], router: Router) -> None:
        super().__init__(url, headers, direct=True)
        self._router = router

    async def _open(self) -> ClientConnection:
        connection = await super()._open()
        self.node = self._router.node_of(connection.local_address[1])
        return connection


class Table:
    """Two players, who play one game after another."""

    def __init__(self, router: Router, diary: Diary, rng: random.Random) -> None:
        self.router, self.diary, self.rng = router, diary, rng
        self.url = f"http://127.0.0.1:{router.port}"
        self.game: str | None = None  # None: not created yet
        self.acknowledged = 0  # commands, of all its games
        self.sent_s: dict[int, float] = {}  # when the move of each ply was first sent
        self.ready_s: list[float] = []  # when each player was ready
        self.maybe_lost = set[int]()  # plies whose connection broke when they were sent
        self.seq = 0  # of the last event that one of the players received
        self._start = Start(0, 0)  # when the clock of the present turn started
        self._paused = Start(0, 0)  # when that clock stopped

    async def play(self) -> None:
        """Plays until it is cancelled."""
        async with sdk.Client(self.url) as first, sdk.Client(self.url) as second:
            players = [Player(self, client) for client in (first, second)]
            for player in players:
                player.account = (await persistently(player.client.http.session)).account
            seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="open")]
            new = p.NewGame(game_type=GAME, control=CONTROL, seats=seats, listed=False)
            while True:
                self.game = None
                self.game = game = (await persistently(lambda: first.http.create_game(new))).id
                self.seq, self.sent_s, self.ready_s, self.maybe_lost = 0, {}, [], set()
                self.diary.received[game] = []
                await asyncio.gather(*(player.play(game) for player in players))

    def record(self, event: p.RoomEvent) -> None:
        """Records an event when the first of the players receives it."""
        if event.seq <= self.seq:
            return
        self.seq, now_s = event.seq, time.monotonic()
        match event:
            case p.Started():
                self._start = Start(max(self.ready_s), now_s)
            case p.Moved():
                self.diary.received[event.game].append(event.move)
                self._start = Start(self.sent_s[event.ply], now_s)
            case p.Paused(elapsed_ms=elapsed_ms, reason=reason):
                ply = len(self.diary.received[event.game])
                pause = Pause(
                    event.game,
                    event.seq,
                    reason,
                    elapsed_ms,
                    self._start,
                    now_s,
                    self.sent_s.get(ply),
                    ply not in self.maybe_lost,
                )
                self.diary.pauses.append(pause)
                self._paused = Start(self._start.earliest + elapsed_ms / 1000, now_s)
            case p.Resumed():
                self._start = Start(self._paused.earliest, now_s)

    def note_lost(self) -> None:
        """Records a broken connection: moves that were sent just before may be lost."""
        since_s = time.monotonic() - ARRIVAL_S
        self.maybe_lost |= {ply for ply, sent_s in self.sent_s.items() if sent_s >= since_s}


class Player:
    """One of the two players of a table."""

    def __init__(self, table: Table, client: sdk.Client) -> None:
        self.table, self.client = table, client
        self.account = ""

    async def play(self, game: str) -> None:
        """Plays a game to its end."""
        url = self.client.address.room(game)
        connection = RoutedConnection(url, self.client.http.headers, self.table.router)
        room = Room(connection, Session(game, secrets.token_bytes), monotonic_ms)
        async with aclosing(aiter(room)) as session_events:
            async for session_event in session_events:
                await self._react(room, session_event, connection)
                if isinstance(session_event, EventReceived) and isinstance(
                    session_event.event, p.Finished
                ):
                    return

    async def _react(
        self, room: Room, session_event: SessionEvent, connection: RoutedConnection
    ) -> None:
        if isinstance(session_event, Disconnected | Relocated):
            self.table.note_lost()
        match session_event:
            case YourTurn(ply, legal):
                await self._move(room, ply, legal)
            case EventReceived(event):
                self.table.record(event)
            case Acked(command, ack):
                self._acknowledged(command, ack, connection.node)
            case Rejected(command, error) if command is not None:
                self._add_fault(f"{command} was refused: {error.code}, {error.message}")
            case Dropped(command) if not isinstance(command, p.Sit | p.Ready):
                self._add_fault(f"the client dropped {command}")
            case Rewound():
                self._add_fault(f"{room.state.game}: the server has fewer events than it has sent")
        await self._take_part(room, session_event)

    async def _take_part(self, room: Room, session_event: SessionEvent) -> None:
        """Sends the commands other than moves: to sit down, be ready, and resume."""
        try:
            await room.take_part(session_event)
        except Refused as refused:
            self._add_fault(f"no seat: {refused}")
        if room.synced and room.state.phase == "adjourned" and not room.waiting_for(p.ResumeWish):
            await room.resume()
        if room.waiting_for(p.Ready) and len(self.table.ready_s) < 2:
            self.table.ready_s.append(time.monotonic())

    async def _move(self, room: Room, ply: int, legal: tuple[str, ...]) -> None:
        rng = self.table.rng
        if rng.random() < LONG_THOUGHT_PROBABILITY:
            await asyncio.sleep(rng.uniform(0, MAX_THOUGHT_S))
        self.table.sent_s.setdefault(ply, time.monotonic())
        await room.move(rng.choice(legal))

    def _acknowledged(self, command: Durable, ack: p.Ack, node: str) -> None:
        ply = move = None
        if isinstance(command, p.Move):
            ply, move = command.ply, command.move
        entry = Acknowledged(
            ack.game, self.account, ack.id, ack.seq, ply, move, time.monotonic(), node
        )
        self.table.diary.journal.add(entry)
        self.table.acknowledged += 1

    def _add_fault(self, fault: str) -> None:
        self.table.diary.journal.add_fault(f"{self.account}: {fault}")


async def persistently(call: Callable[[], Awaitable[T]]) -> T:
    """Repeats a request until a node answers it; returns the result."""
    while True:
        try:
            return await call()
        except HttpRefused as refused:
            if refused.status < 500 and refused.code != "relocated":
                raise
        except (Unreachable, BadMessage):
            pass
        await asyncio.sleep(RETRY_S)

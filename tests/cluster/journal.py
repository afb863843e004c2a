"""A player that keeps a journal: the duration of each move by the player's clock, and when there
was no connection."""

import asyncio
import itertools
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.connection import Connection
from zeitnot_client.room import Room
from zeitnot_client.session_events import (
    Acked,
    CommitmentChanged,
    Disconnected,
    Dropped,
    EventReceived,
    OutOfStep,
    Rejected,
    Rewound,
    Synced,
    YourTurn,
)

PASS = "pass"
RECONNECT_S = 2.0


class LateClient(Client):
    """A client that waits for RECONNECT_S before it reconnects."""

    def _connection(self, url: str) -> Connection:
        return Connection(
            url,
            self.http.headers,
            direct=self.address.loopback,
            delays=lambda: itertools.repeat(RECONNECT_S),
        )


@dataclass(frozen=True, slots=True)
class Span:
    """The time between two instants of the player's clock, in ms."""

    begin: float
    end: float

    @property
    def length(self) -> float:
        """Its length in ms."""
        return self.end - self.begin

    def without(self, gaps: list["Span"]) -> float:
        """Its length without `gaps`, which must not overlap each other, in ms."""
        common = (min(self.end, gap.end) - max(self.begin, gap.begin) for gap in gaps)
        return self.length - sum(max(0.0, ms) for ms in common)


@dataclass(slots=True)
class Ply:
    """One move: when the turn began, when the move was chosen, and when it was acknowledged as
    event `seq`."""

    turn_ms: float
    decided_ms: float = 0.0
    acked_ms: float = 0.0
    move: str = ""
    seq: int = 0

    def thought(self, gaps: list[Span]) -> float:
        """The time from turn to choice, without `gaps`, in ms."""
        return Span(self.turn_ms, self.decided_ms).without(gaps)

    def took(self, gaps: list[Span]) -> float:
        """The time from turn to acknowledgement, without `gaps`, in ms."""
        return Span(self.turn_ms, self.acked_ms).without(gaps)


async def no_thinking() -> None:
    """Does not think."""


@dataclass
class Player:
    """Plays moves drawn by `rng`, each after `think`. It resigns on the first of its turns on which
    `should_resign` returns True. As a spectator it only watches."""

    client: Client
    game: str
    think: Callable[[], Awaitable[None]] = no_thinking
    should_resign: Callable[[], bool] = lambda: False
    spectator: bool = False
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    plies: dict[int, Ply] = field(default_factory=dict)
    gaps: list[Span] = field(default_factory=list)
    events: list[p.RoomEvent] = field(default_factory=list)
    faults: list[object] = field(default_factory=list)
    """Unexpected events other than lost connections."""

    async def run(self) -> None:
        """Plays until the game has ended."""
        room = self.client.room(self.game)
        lost_ms: float | None = None
        async with asyncio.TaskGroup() as thoughts, aclosing(aiter(room)) as session_events:
            async for session_event in session_events:
                if not self.spectator:
                    await room.take_part(session_event)
                match session_event:
                    case EventReceived(event):
                        self.events.append(event)
                        if isinstance(event, p.Finished):
                            return
                    case YourTurn(ply, legal) if ply not in self.plies:
                        self.plies[ply] = Ply(now_ms())
                        thoughts.create_task(self._think(room, ply, legal))
                    case Acked(p.Move(ply=ply, move=move), ack):
                        record = self.plies[ply]
                        record.acked_ms, record.move, record.seq = now_ms(), move, ack.seq
                    case Disconnected():
                        lost_ms = now_ms()
                    case Synced() if lost_ms is not None:
                        self.gaps.append(Span(lost_ms, now_ms()))
                        lost_ms = None
                    case Rejected() | Dropped() | Rewound() | OutOfStep() | CommitmentChanged():
                        self.faults.append(session_event)

    async def _think(self, room: Room, ply: int, legal: tuple[str, ...]) -> None:
        await self.think()
        self.plies[ply].decided_ms = now_ms()
        if self.should_resign():
            del self.plies[ply]
            await room.resign()
        else:
            await room.move(self.rng.choice([move for move in legal if move != PASS] or legal))


def now_ms() -> float:
    """The player's clock."""
    return time.monotonic() * 1000

"""A room for coroutines: a Session on a Connection."""

import threading
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Literal

import zeitnot_protocol as p

from .connection import Connection, Signal
from .exceptions import Refused
from .fault_reports import FaultReports
from .session import Session
from .session_events import (
    Durable,
    EventReceived,
    OutOfStep,
    Rejected,
    Relocated,
    SessionEvent,
    Synced,
    YourTurn,
)
from .state import RoomState
from .turn_clock import TurnClock, turn_clock

PLAYED_ELSEWHERE = "played_elsewhere"


def monotonic_ms() -> int:
    """The client's own clock, in milliseconds."""
    return time.monotonic_ns() // 1_000_000


class Room:
    """A room, made by `Client.room`. Iterate over it to connect and get its events; any task may
    send commands meanwhile.

    A command returns when it has been handed to the connection, or queued if there is none; its
    outcome comes as `Acked`, `Rejected` or `Dropped`. The iteration survives outages and ends with
    `close`. It raises Closed when the server closes the connection for good (no such game, a bad
    token), Unreachable after `patience_s`, BadMessage for a message that cannot be read, and
    Refused with the code `played_elsewhere` when another process of the same bot has taken over.
    """

    def __init__(
        self,
        connection: Connection,
        session: Session,
        now_ms: Callable[[], int],
        fault_reports: FaultReports | None = None,
    ) -> None:
        self._connection = connection
        self._session = session
        self.now_ms = now_ms
        self._fault_reports = fault_reports

    @property
    def state(self) -> RoomState:
        """The room's state as last received."""
        return self._session.state

    @property
    def synced(self) -> bool:
        """Whether all missed events have arrived."""
        return self._session.synced

    @property
    def settled(self) -> bool:
        """Whether all commands have been answered."""
        return self._session.settled

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many messages of types unknown to this client were skipped, by type."""
        return self._session.skipped

    def report_fault(self, kind: p.FaultKind, detail: str, command: str = "") -> None:
        """Reports what your engine did wrong in the present position to the bot's owner, in the
        background. `detail`: what happened; `command`: how to reproduce it."""
        if self._fault_reports is not None:
            self._fault_reports.send(self.state, kind, detail, command)

    def waiting_for(self, kind: type[Durable]) -> bool:
        """Whether a command of this kind is still unanswered."""
        return self._session.waiting_for(kind)

    async def __aiter__(self) -> AsyncGenerator[SessionEvent, None]:
        """Connects and yields the events so far, `Synced`, and then all later events."""
        async with aclosing(aiter(self._connection)) as signals:
            async for signal in signals:
                for session_event in self._receive(signal):
                    if (
                        isinstance(session_event, Rejected)
                        and session_event.error.code == PLAYED_ELSEWHERE
                    ):
                        raise Refused(PLAYED_ELSEWHERE, session_event.error.message)
                    yield session_event
                    match session_event:
                        case OutOfStep():
                            await self._connection.reconnect()
                        case Relocated(node, url):
                            await self._connection.follow(node, url)
                await self._flush()

    def _receive(self, signal: Signal | str) -> list[SessionEvent]:
        match signal:
            case Signal.UP:
                self._session.connected()
                return []
            case Signal.DOWN:
                return self._session.disconnected()
            case str():
                return self._session.receive(signal, self.now_ms())

    async def _flush(self) -> None:
        for frame in self._session.to_send():
            await self._connection.send(frame)

    async def close(self) -> None:
        """Closes the room's socket, which ends the iteration. You keep your seat."""
        await self._connection.close()

    async def sit(self, seat: int | None = None) -> None:
        """Takes a seat. None: the one reserved for you, otherwise the first free one."""
        self._session.sit(seat)
        await self._flush()

    async def leave(self) -> None:
        """Gives up the seat, before the start."""
        self._session.leave()
        await self._flush()

    async def ready(self) -> None:
        """Marks your seat as ready to start, with a random salt for the throws."""
        self._session.ready()
        await self._flush()

    async def move(self, move: str, engine: p.EngineReport | None = None) -> None:
        """Plays a move, one of `state.legal`. `engine`: how it was found."""
        self._session.move(move, engine)
        await self._flush()

    async def resign(self) -> None:
        """Resigns."""
        self._session.resign()
        await self._flush()

    async def draw(self, action: Literal["offer", "accept", "decline"]) -> None:
        """Offers a draw, or answers another seat's offer."""
        self._session.draw(action)
        await self._flush()

    async def takeback(self, action: Literal["ask", "accept", "decline"]) -> None:
        """Asks to take back your last move, or answers such a request."""
        self._session.takeback(action)
        await self._flush()

    async def adjourn(self, action: Literal["offer", "accept", "decline"]) -> None:
        """Offers an adjournment, or answers such an offer."""
        self._session.adjourn(action)
        await self._flush()

    async def resume(self) -> None:
        """Says that you are ready to resume an adjourned game."""
        self._session.resume()
        await self._flush()

    async def abort(self) -> None:
        """Ends the game without a result, which is possible until every seat has moved. Before the
        start only the creator and invited players can end it; for others it gives up the seat."""
        self._session.abort()
        await self._flush()

    async def claim(self) -> None:
        """Claims a win in a game without a clock, after an opponent has not moved for three
        days."""
        self._session.claim()
        await self._flush()

    async def rematch(self) -> None:
        """Asks for a rematch with the seats swapped. When all have asked, `state.next_game` is its
        id."""
        self._session.rematch()
        await self._flush()

    async def drop_rematch(self) -> None:
        """Withdraws your request for a rematch, or declines that of others. An older server does
        not know this, and refuses it (`unknown_message`)."""
        self._session.drop_rematch()
        await self._flush()

    async def chat(self, text: str) -> None:
        """Sends a line of chat, 1 to 400 characters, to everybody in the room. There is no
        `Acked`."""
        self._session.chat(text)
        await self._flush()

    async def info(self, info: p.Info) -> None:
        """Sends an engine's analysis to the room, at most four times a second. There is no `Acked`,
        and without a connection it is dropped."""
        self._session.info(info)
        await self._flush()

    async def take_part(self, session_event: SessionEvent, seat: int | None = None) -> None:
        """Does what a player does before the start: takes a seat, then is ready.

        Call it with every event. `seat`: as in `sit`. Raises Refused if there is no seat.
        """
        match session_event:
            case Rejected(command=p.Sit(), error=error):
                raise Refused(error.code, error.message)
        state = self.state
        if state.phase != "open" or not self.synced:
            return
        if state.you is None:
            if isinstance(session_event, Synced) and not self._session.asked(p.Sit):
                await self.sit(seat)
        elif state.seats[state.you].salt is None and not self._session.asked(p.Ready):
            await self.ready()

    async def turns(self, seat: int | None = None) -> AsyncGenerator["Turn", None]:
        """Takes a seat, is ready, and yields each of your turns until the game has ended.

        Raises Refused if the server refuses a move or a seat, and what iterating raises.
        """
        async with aclosing(aiter(self)) as session_events:
            async for session_event in session_events:
                await self.take_part(session_event, seat)
                match session_event:
                    case YourTurn(ply, legal):
                        yield Turn(self, ply, legal)
                    case Rejected(error=error) if error.code not in _TRANSIENT:
                        raise Refused(error.code, error.message)
                    case EventReceived(event=p.Finished()):
                        return


# The game has moved on or ended meanwhile, or it is paused and will resume without the client.
_TRANSIENT = {"wrong_state", "wrong_ply", "not_your_turn", "read_only"}


@dataclass(frozen=True, slots=True)
class Turn:
    """Your turn; answer it with `await turn.move(...)`. `ply`: how many plies have been played;
    `legal`: all legal moves; `state`: the room's state when the turn began, which never changes.

    `ended`: set when no move is wanted any more, because of a takeback or the game's end, for
    example. A program that thinks in a thread should then stop; its move would be ignored.
    """

    room: Room
    ply: int
    legal: tuple[str, ...]
    ended: threading.Event = field(default_factory=threading.Event, compare=False, repr=False)
    state: RoomState = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "state", self.room.state)

    @property
    def game_type(self) -> str:
        """The game's id, such as `othello`."""
        return self.state.room.game_type if self.state.room else ""

    @property
    def settings(self) -> p.Settings:
        """The game's settings, by name."""
        return self.state.room.settings if self.state.room else {}

    @property
    def position(self) -> str:
        """The position in the game's notation."""
        return self.state.position or ""

    @property
    def seat(self) -> int:
        """Your seat, from 0."""
        return self.state.you or 0

    @property
    def clock(self) -> TurnClock:
        """The clock of this turn at this moment."""
        return turn_clock(self.room.state, self.room.now_ms())

    @property
    def remaining_ms(self) -> int | None:
        """How long this turn may still last, in ms: until the flag falls, including all overtime
        periods, or until a free first turn must end; None: unlimited."""
        return self.clock.flag_in_ms

    async def move(self, move: str, engine: p.EngineReport | None = None) -> None:
        """Plays a move, one of `legal`. `engine`: how it was found."""
        await self.room.move(move, engine)

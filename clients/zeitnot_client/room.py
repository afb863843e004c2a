"""One room as a coroutine sees it: a Session on a Connection."""

import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Literal

import zeitnot_protocol as p

from .connection import Connection, Signal
from .exceptions import Refused
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
    """A room as `Client.room` returns it. Iterate over it for its events; commands may be given
    from any task meanwhile. A command returns when it has been handed to the connection, or queued
    if there is none; its outcome comes as `Acked`, `Rejected` or `Dropped`. The iteration survives
    outages, and ends with `close`. It raises Closed where the server ends it for good (no such
    game, a bad token), Unreachable after `patience_s`, BadMessage for what cannot be read, and
    Refused with the code `played_elsewhere` where another process of the same bot plays on.
    """

    def __init__(self, connection: Connection, session: Session, now_ms: Callable[[], int]) -> None:
        self._connection = connection
        self._session = session
        self.now_ms = now_ms

    @property
    def state(self) -> RoomState:
        """The room's state as last received."""
        return self._session.state

    @property
    def synced(self) -> bool:
        """Whether everything missed has arrived."""
        return self._session.synced

    @property
    def settled(self) -> bool:
        """Whether every command has been answered."""
        return self._session.settled

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many messages of types unknown to this client were skipped, by type."""
        return self._session.skipped

    def waiting_for(self, kind: type[Durable]) -> bool:
        """Whether a command of this kind has not been answered yet."""
        return self._session.waiting_for(kind)

    async def __aiter__(self) -> AsyncGenerator[SessionEvent, None]:
        """Connects, and yields what happens: the events so far, `Synced`, and then all others."""
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
        """Leaves the room's socket; the iteration ends. A seat taken stays taken."""
        await self._connection.close()

    async def sit(self, seat: int | None = None) -> None:
        """Takes a seat; None: the one reserved, or else the first that is free."""
        self._session.sit(seat)
        await self._flush()

    async def ready(self) -> None:
        """Ready to start, with a random salt made here, for the throws."""
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
        """Offers a draw, or answers the offer of another seat."""
        self._session.draw(action)
        await self._flush()

    async def takeback(self, action: Literal["ask", "accept", "decline"]) -> None:
        """Offers to take back one's own last move, or answers such an offer."""
        self._session.takeback(action)
        await self._flush()

    async def adjourn(self, action: Literal["offer", "accept", "decline"]) -> None:
        """Offers an adjournment, or answers such an offer."""
        self._session.adjourn(action)
        await self._flush()

    async def resume(self) -> None:
        """Ready to resume an adjourned game."""
        self._session.resume()
        await self._flush()

    async def abort(self) -> None:
        """Ends the game without a result, until every seat has moved. Before the start only its
        maker and those invited end it; who has joined gives up the seat."""
        self._session.abort()
        await self._flush()

    async def claim(self) -> None:
        """Wins a game without a clock in which another has been to move for three days."""
        self._session.claim()
        await self._flush()

    async def rematch(self) -> None:
        """Asks for another game with the seats swapped; once all ask, `state.next_game` is its
        id."""
        self._session.rematch()
        await self._flush()

    async def chat(self, text: str) -> None:
        """Sends a line of chat, 1 to 400 characters, to all in the room. It has no `Acked`."""
        self._session.chat(text)
        await self._flush()

    async def info(self, info: p.Info) -> None:
        """Sends an engine's analysis to the room, four times a second at most; it has no `Acked`,
        and is dropped while there is no connection."""
        self._session.info(info)
        await self._flush()

    async def take_part(self, session_event: SessionEvent, seat: int | None = None) -> None:
        """What a player does before the start: sits down on arrival, and is ready once seated.

        To be called with every event; `seat` as in `sit`. Raises Refused if there is no seat.
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
        """Sits down, is ready, and yields each of one's own turns until the game has ended.

        Raises Refused when the server refuses a move or a seat, and what iterating raises.
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


# Meanwhile the game went on or ended; or it is paused, and will resume without the client.
_TRANSIENT = {"wrong_state", "wrong_ply", "not_your_turn", "read_only"}


@dataclass(frozen=True, slots=True)
class Turn:
    """One's own turn: answer it with `await turn.move(...)`. `ply`: how many plies have been
    played; `legal`: all legal moves."""

    room: Room
    ply: int
    legal: tuple[str, ...]

    @property
    def game_type(self) -> str:
        """The game's id, as `othello`."""
        return self.room.state.room.game_type if self.room.state.room else ""

    @property
    def settings(self) -> p.Settings:
        """The game's settings, by name."""
        return self.room.state.room.settings if self.room.state.room else {}

    @property
    def position(self) -> str:
        """The position in the game's notation."""
        return self.room.state.position or ""

    @property
    def seat(self) -> int:
        """One's own seat, from 0."""
        return self.room.state.you or 0

    @property
    def clock(self) -> TurnClock:
        """The turn's clock at this moment."""
        return turn_clock(self.room.state, self.room.now_ms())

    @property
    def remaining_ms(self) -> int | None:
        """How long this turn may last from now, in ms: until the flag falls, with all periods that
        follow, or until a free first turn must end; None: unlimited."""
        return self.clock.flag_in_ms

    async def move(self, move: str, engine: p.EngineReport | None = None) -> None:
        """Plays a move, one of `legal`. `engine`: how it was found."""
        await self.room.move(move, engine)

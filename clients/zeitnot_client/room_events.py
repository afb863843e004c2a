"""The events of a room for a bot, which leaves when nothing more is to be expected there."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import zeitnot_protocol as p

from .exceptions import Closed
from .idle import IdleRooms
from .room import Room
from .session_events import EventReceived, SessionEvent, Synced

LINGER_S = 600.0  # how long a finished game's room is kept open for a rematch
LINGER_OPEN_S = 3600.0  # how long the room of a game that does not start is kept open


class RoomEventsUntilDone:
    """The events of a room, until a rematch is agreed on, nobody asks for one within `linger_s`,
    the game does not start within `open_s`, or the bot waits in too many newer rooms (`idle`).

    `async with RoomEventsUntilDone(room) as events: async for event in events: …`
    """

    def __init__(
        self,
        room: Room,
        idle: IdleRooms | None = None,
        linger_s: float = LINGER_S,
        open_s: float = LINGER_OPEN_S,
    ) -> None:
        self._room = room
        self._idle = idle or IdleRooms()
        self._linger_s = linger_s
        self._open_s = open_s
        self._leaving: asyncio.Task[None] | None = None
        self._session_events = self._iterate()

    async def __aenter__(self) -> AsyncGenerator[SessionEvent, None]:
        return self._session_events

    async def __aexit__(self, *_: object) -> None:
        self._leave_in(None)
        await self._session_events.aclose()
        self._idle.discard(self._room)
        await self._room.close()

    async def _iterate(self) -> AsyncGenerator[SessionEvent, None]:
        self._leave_in(self._open_s)
        async with aclosing(self._session_events_of_room()) as session_events:
            async for session_event in session_events:
                yield session_event
                match session_event:
                    case Synced() if self._room.state.phase == "open":
                        self._idle.add(self._room)
                    case EventReceived(event=p.Started()):
                        self._leave_in(None)
                        self._idle.discard(self._room)
                    case EventReceived(event=p.Finished()):
                        self._leave_in(self._linger_s)
                        self._idle.add(self._room)
                    case EventReceived(event=p.Rematch(next=str())):
                        return

    async def _session_events_of_room(self) -> AsyncGenerator[SessionEvent, None]:
        """The room's events. It is not an error if the room is closed after its game."""
        try:
            async with aclosing(aiter(self._room)) as session_events:
                async for session_event in session_events:
                    yield session_event
        except Closed:
            if self._room.state.phase != "finished":
                raise

    def _leave_in(self, seconds: float | None) -> None:
        """Leaves the room after this time; None: never."""
        if self._leaving is not None:
            self._leaving.cancel()
        self._leaving = None if seconds is None else asyncio.create_task(self._leave(seconds))

    async def _leave(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._room.close()

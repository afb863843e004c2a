"""The client of a Zeitnot server for asyncio programs: bots, tools, other clients.

    from zeitnot_client import Client, Turn, run_bot
    from zeitnot_client import protocol as p
    from zeitnot_client.session_events import EventReceived, YourTurn

- `run_bot` runs a complete bot that calls your function for each move
  ([tutorial](../tutorial/your-first-bot.md)).
- `Client.play` and `Room.turns` take a seat in one game and yield your turns.
- Iterating over `Client.room(game)` yields everything that happens in a room, for players and
  spectators.
- `Session` does the same without sockets and asyncio.

All of them reconnect after an outage, ask for what they have missed, and send unanswered commands
again. `p` has the messages and HTTP bodies of [the protocol](protocol.md) as typed structs with
default values. Seats and plies count from 0. Times that end in `_ms` are whole milliseconds; those
that end in `_s` are seconds. Moves and positions are texts in the
[notation of the game](games.md). You need no account beforehand: `Client.http.session` creates a
guest, and `Client.http.register_bot` a bot.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bot import run_bot
    from .client import Client
    from .exceptions import (
        BadAddress,
        BadMessage,
        BadToken,
        Closed,
        HttpRefused,
        Refused,
        Unreachable,
        ZeitnotError,
    )
    from .hooks import Hooks
    from .invitations import Decline
    from .log import show_log
    from .room import Room, Turn
    from .session import Session
    from .state import RoomState

__all__ = [
    "BadAddress",
    "BadMessage",
    "BadToken",
    "Client",
    "Closed",
    "Decline",
    "Hooks",
    "HttpRefused",
    "Refused",
    "Room",
    "RoomState",
    "Session",
    "Turn",
    "Unreachable",
    "ZeitnotError",
    "run_bot",
    "show_log",
]

_MODULE_OF = {
    "Client": "client",
    "Hooks": "hooks",
    "Decline": "invitations",
    "Room": "room",
    "RoomState": "state",
    "Session": "session",
    "Turn": "room",
    "run_bot": "bot",
    "show_log": "log",
}


# Names are loaded on first use, so that the server can import parts of this package without
# importing sockets.
def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_MODULE_OF.get(name, 'exceptions')}", __name__), name)

"""The client of a Zeitnot server for asyncio programs: bots, tools, other clients.

    from zeitnot_client import Client, Turn, run_bot
    from zeitnot_client import protocol as p
    from zeitnot_client.session_events import EventReceived, YourTurn

- `run_bot` is a whole bot; it calls your function for each move
  ([tutorial](../tutorial/your-first-bot.md)).
- `Client.play` and `Room.turns` take a seat in one game and yield your turns.
- Iterating over `Client.room(game)` gives all that happens in a room, for players and spectators.
- `Session` is the same without sockets and without asyncio.

All of them connect again after an outage, ask for what they have missed, and send again what was
not answered. `p` has the messages and HTTP bodies of [the protocol](protocol.md), as typed structs
with their defaults filled in. Seats and plies count from 0; times that end in `_ms` are whole
milliseconds, those in `_s` seconds; moves and positions are texts in the
[notation of the game](games.md). A guest or a bot needs no account made beforehand:
`Client.http.session` and `Client.http.register_bot` make one.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bot import run_bot
    from .client import Client
    from .exceptions import (
        BadAddress,
        BadMessage,
        Closed,
        HttpRefused,
        Refused,
        Unreachable,
        ZeitnotError,
    )
    from .log import show_log
    from .room import Room, Turn
    from .session import Session
    from .state import RoomState

__all__ = [
    "BadAddress",
    "BadMessage",
    "Client",
    "Closed",
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

_HOME = {
    "Client": "client",
    "Room": "room",
    "RoomState": "state",
    "Session": "session",
    "Turn": "room",
    "run_bot": "bot",
    "show_log": "log",
}


# Names are loaded when first asked for, so that importing a part of it, as the server does, does
# not import sockets.
def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOME.get(name, 'exceptions')}", __name__), name)

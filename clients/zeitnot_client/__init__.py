"""The Zeitnot client: the wire's messages, a sans-I/O session, an asyncio and a terminal client.

    from zeitnot_client import Client, Turn, run_bot

Names are loaded when first asked for, so that importing a part of it, as the server does, does not
import sockets.
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
]

_HOME = {
    "Client": "client",
    "Room": "room",
    "RoomState": "state",
    "Session": "session",
    "Turn": "room",
    "run_bot": "bot",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOME.get(name, 'exceptions')}", __name__), name)

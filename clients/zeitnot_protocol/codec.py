"""Messages to text frames and back."""

from typing import Any, Generic, TypeVar

import msgspec

from .commands import RoomIn
from .events import RoomOut
from .lobby import LobbyIn, LobbyOut

# Reading JSON from a disk or a stranger: too deep nesting is refused like any other bad text.

T = TypeVar("T")


class Decoder(Generic[T]):
    """As msgspec.json.Decoder, for JSON of any depth."""

    def __init__(self, kind: Any) -> None:
        """`kind`: what it reads, as T, which may be a union."""
        self._decode = msgspec.json.Decoder(kind).decode

    def decode(self, text: str | bytes) -> T:
        """The decoded value. Raises msgspec.DecodeError, also for text nested too deeply."""
        try:
            found: T = self._decode(text)
        except RecursionError:
            raise msgspec.DecodeError("nested too deeply") from None
        return found


_encoder = msgspec.json.Encoder()
_room_in: msgspec.json.Decoder[RoomIn] = msgspec.json.Decoder(RoomIn)
_room_out: msgspec.json.Decoder[RoomOut] = msgspec.json.Decoder(RoomOut)
_lobby_in: msgspec.json.Decoder[LobbyIn] = msgspec.json.Decoder(LobbyIn)
_lobby_out: msgspec.json.Decoder[LobbyOut] = msgspec.json.Decoder(LobbyOut)


def encode(message: Any) -> str:
    """The text frame of a message or body."""
    return _encoder.encode(message).decode()


def decode_room_in(frame: str | bytes) -> RoomIn:
    """Reads a frame sent to a room. Raises msgspec.DecodeError (its ValidationError included)."""
    return _room_in.decode(frame)


def decode_room_out(frame: str | bytes) -> RoomOut:
    """Reads a frame sent by a room. Raises msgspec.DecodeError."""
    return _room_out.decode(frame)


def decode_lobby_in(frame: str | bytes) -> LobbyIn:
    """Reads a frame sent to the lobby. Raises msgspec.DecodeError."""
    return _lobby_in.decode(frame)


def decode_lobby_out(frame: str | bytes) -> LobbyOut:
    """Reads a frame sent by the lobby. Raises msgspec.DecodeError."""
    return _lobby_out.decode(frame)

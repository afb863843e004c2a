"""Encodes messages as text frames, and decodes them."""

from typing import Any

import msgspec

from . import whole_numbers
from .commands import RoomIn
from .events import RoomOut
from .lobby import LobbyIn, LobbyOut

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
    try:  # without another call for each frame
        return _room_in.decode(frame)
    except msgspec.ValidationError as error:
        return whole_numbers.decode_refused(_room_in, frame, error)


def decode_room_out(frame: str | bytes) -> RoomOut:
    """Reads a frame sent by a room. Raises msgspec.DecodeError."""
    return _room_out.decode(frame)


def decode_lobby_in(frame: str | bytes) -> LobbyIn:
    """Reads a frame sent to the lobby. Raises msgspec.DecodeError."""
    try:  # without another call for each frame
        return _lobby_in.decode(frame)
    except msgspec.ValidationError as error:
        return whole_numbers.decode_refused(_lobby_in, frame, error)


def decode_lobby_out(frame: str | bytes) -> LobbyOut:
    """Reads a frame sent by the lobby. Raises msgspec.DecodeError."""
    return _lobby_out.decode(frame)

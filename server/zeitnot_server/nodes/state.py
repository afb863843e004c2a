"""What a node tells the others of itself, once a second and when something changes; pure.

It is bounded, whatever connects to the node: its bots (`bots.posted`), and as many open games and
positions as a lobby lists. That is a
few kilobytes, mostly; at the bounds less than two hundred, compressed.
"""

import zlib

import msgspec

import zeitnot_protocol as p

from ..bots.posted import PostedBot

MOVED = 200  # rooms
MAX_BYTES = 4 << 20  # of a state, decompressed
_LEVEL = 1  # of compression, the fastest


class BadState(ValueError):
    """What a node has told cannot be read: it is of another version, perhaps."""


class PostedRoom(msgspec.Struct, frozen=True):
    """An open game in which somebody waits. `creator`, `address`: by which the places for open
    games are shared out."""

    game: p.GameSummary
    creator: str = msgspec.field(name="maker")
    address: str


class Position(msgspec.Struct, frozen=True, array_like=True):
    """How far a game in progress is. `turn`, `turn_ends_at`, `absences_end_at`: as in GameTurn;
    nodes of older versions do not tell them."""

    game: str
    moves: int
    position: str
    turn: int | None = None
    turn_ends_at: int | None = None
    absences_end_at: list[int | None] = []


class NodeState(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one node tells. `open`: of its own rooms that its lobby lists; `positions`: of these,
    and of MOVED rooms in which somebody has moved, left or come back just now, whose players may be
    at any node."""

    bots: list[PostedBot] = []
    open: list[PostedRoom] = []
    positions: list[Position] = []


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(NodeState)


def encode(state: NodeState) -> bytes:
    """As it is posted."""
    return zlib.compress(_encoder.encode(state), _LEVEL)


def decode(posted: bytes) -> NodeState:
    """What was posted; nothing yet is an empty state. Raises BadState."""
    if not posted:
        return NodeState()
    try:
        plain = zlib.decompressobj()
        return _decoder.decode(plain.decompress(posted, MAX_BYTES))
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
        raise BadState(str(bad)) from None

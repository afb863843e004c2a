"""The state that a node publishes to its peers, once a second and when it changes; pure.

Its size does not depend on the number of clients: it has the node's bots (`bots.posted`), and at
most as many open games and positions as a lobby lists. That is usually a few kilobytes, and less
than two hundred at the bounds, compressed.
"""

import zlib

import msgspec

import zeitnot_protocol as p

from ..bots.posted import PostedBot

MAX_MOVED_ROOMS = 200  # rooms
MAX_ANSWERS = 200
MAX_PEOPLE = 500
MAX_SEEKS = 500
MAX_PAIRED = 200
MAX_BYTES = 4 << 20  # of a state, decompressed
_LEVEL = 1  # of compression, the fastest


class BadState(ValueError):
    """A node's state cannot be decoded, perhaps because it has another version."""


class PostedRoom(msgspec.Struct, frozen=True):
    """An open game with a waiting player. `creator`, `address`: open games are listed fairly by
    these."""

    game: p.GameSummary
    creator: str = msgspec.field(name="maker")
    address: str


class Position(msgspec.Struct, frozen=True, array_like=True):
    """The latest position of a game in progress. `turn`, `turn_ends_at`, `absences_end_at`: as in
    GameTurn; older versions do not send them."""

    game: str
    moves: int
    position: str
    turn: int | None = None
    turn_ends_at: int | None = None
    absences_end_at: list[int | None] = []


class PostedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot's answer to an invitation, for the node that has the room. `reason`, `text`: as in
    `decline`; reason null: the bot accepts, and `version` is that of its program."""

    game: str
    account: str
    version: str = ""
    reason: str | None = None
    text: str = ""


class PostedPerson(msgspec.Struct, frozen=True, array_like=True):
    """A person in the lobby. `bots_may_ask`: who takes challenges by bots; older versions post only
    those."""

    account: str
    name: str
    bots_may_ask: bool = True


class PostedSeek(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person who looks for an opponent. `number`: of the seek, unique among all nodes; `terms`:
    the game and its terms (`WaitingPeople` without the number of people), as JSON in which equal
    terms are equal texts; `since`: since when they wait, Unix ms; the others as in `Seek`."""

    number: str
    account: str
    name: str
    game_type: str
    terms: str
    since: int
    seat: int | None = None
    most_gap: int | None = None


class PostedPaired(msgspec.Struct, frozen=True, array_like=True):
    """The seek with this number has led to this game, in which `seat` is reserved for its
    account."""

    number: str
    account: str
    game: str
    seat: int


class NodeState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of one node. `open`: its open rooms that its lobby lists. `positions`: those of its
    listed rooms, and of the last MAX_MOVED_ROOMS rooms in which a player has moved, left or come
    back; their players may be connected to any node. `answers`: the newest MAX_ANSWERS for rooms
    of other nodes. `people`: the newest MAX_PEOPLE in its lobby. `online`: the accounts of people
    with an open socket (`lobby.online`). `seeks`: of this node's sockets; `paired`: seeks of any
    node that this node has just paired."""

    bots: list[PostedBot] = []
    open: list[PostedRoom] = []
    positions: list[Position] = []
    answers: list[PostedAnswer] = []
    people: list[PostedPerson] = []
    online: list[str] = []
    seeks: list[PostedSeek] = []
    paired: list[PostedPaired] = []


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(NodeState)


def encode(state: NodeState) -> bytes:
    """Encodes a state for `Nodes.post`."""
    return zlib.compress(_encoder.encode(state), _LEVEL)


def decode(posted: bytes) -> NodeState:
    """Decodes a posted state; no bytes are an empty state. Raises BadState."""
    if not posted:
        return NodeState()
    try:
        decompressor = zlib.decompressobj()
        return _decoder.decode(decompressor.decompress(posted, MAX_BYTES))
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
        raise BadState(str(bad)) from None

"""What a node tells the others of itself, once a second and when something changes; pure.

It is bounded, whatever connects to the node: BOTS bots, PROCESSES processes of all of them, GIVEN
games that these have been given, and as many open games and positions as a lobby lists. That is a
few kilobytes, mostly; at the bounds less than two hundred, compressed.
"""

import zlib
from collections.abc import Sequence

import msgspec

import zeitnot_protocol as p

from ..bots.versions import Claim

BOTS = 400
PROCESSES = 1_000
GIVEN = 5_000
MOVED = 200  # rooms
MAX_BYTES = 4 << 20  # of a state, decompressed
_LEVEL = 1  # of compression, the fastest


class BadState(ValueError):
    """What a node has told cannot be read: it is of another version, perhaps."""


class PostedProcess(msgspec.Struct, frozen=True, omit_defaults=True):
    """A process of a bot: see `assignment.Process`. `load`: the points of the games that it has."""

    plays: list[str]
    levels: int = 0
    most_points: int | None = None
    several_seats: bool = False
    takes_all: bool = False
    load: int = 0


class PostedBot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot that is connected to the node. `view`: its row, of its processes there; `address`: as
    it is counted; `given`: the numbers of the games that its processes there have been given;
    `claims`: see `bots.versions`."""

    account: str
    view: p.BotView
    processes: list[PostedProcess]
    address: str = ""
    given: dict[str, int] = {}
    claims: list[Claim] = []


class PostedRoom(msgspec.Struct, frozen=True):
    """An open game in which somebody waits. `maker`, `address`: by which open games are shared
    out."""

    game: p.GameSummary
    maker: str
    address: str


class Position(msgspec.Struct, frozen=True, array_like=True):
    """How far a game in progress is. `turn`, `turn_ends_at`: as in GameTurn; nodes of older
    versions do not tell them."""

    game: str
    moves: int
    position: str
    turn: int | None = None
    turn_ends_at: int | None = None


class NodeState(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one node tells. `open`: of its own rooms that its lobby lists; `positions`: of these,
    and of MOVED rooms in which somebody has moved just now, whose players may be at any node."""

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


def bounded(bots: Sequence[PostedBot]) -> list[PostedBot]:
    """The first of these bots as far as the bounds allow. A bot loses the oldest of the games that
    it has been given; then another node may give them too, and who got it last plays."""
    kept, processes, given = list[PostedBot](), PROCESSES, GIVEN
    for bot in bots[:BOTS]:
        if len(bot.processes) > processes:
            continue
        newest = sorted(bot.given.items(), key=lambda game: game[1], reverse=True)[:given]
        kept.append(msgspec.structs.replace(bot, given=dict(newest)))
        processes -= len(bot.processes)
        given -= len(newest)
    return kept

"""Which node gives a game to one of a bot's processes, if they are connected to several; pure.

Each node finds the same answer without asking another: the bot's games are spread over the nodes by
rendezvous hashing (Thaler and Ravishankar, "Using name-based mappings to increase hit rates",
1998), weighted by how much the bot's processes at each node take (the logarithmic method of
Schindelhauer and Schomaker, "Weighted distributed hash tables", 2005). When a node goes, its games
alone move.
"""

import math
from collections.abc import Mapping, Sequence
from hashlib import blake2b

from .assignment import DEFAULT_CAPACITY, POINTS, Process, Wanted

Loaded = tuple[Process, int]
"""A process, and the points of the games that it has."""


def node_for(game: str, wanted: Wanted, nodes: Mapping[str, Sequence[Loaded]]) -> str | None:
    """The node whose processes should get this game. `nodes`: the bot's processes at each. Nodes
    where one can take it now come first, then those where one takes all, then those where one could
    take it later; None: there is none."""
    for fits in (_has_room, _is_unlimited, _can_play):
        sizes = {
            node: sum(_size(process) for process, load in own if fits(process, load, wanted))
            for node, own in nodes.items()
        }
        if able := {node: size for node, size in sizes.items() if size > 0}:
            return max(able, key=lambda node: (_score(node, game, able[node]), node))
    return None


def _has_room(process: Process, load: int, wanted: Wanted) -> bool:
    return process.can_play(wanted) and process.has_room(load, wanted)


def _is_unlimited(process: Process, load: int, wanted: Wanted) -> bool:
    return process.unlimited


def _can_play(process: Process, load: int, wanted: Wanted) -> bool:
    return process.can_play(wanted)


def _size(process: Process) -> int:
    return max(1, POINTS * DEFAULT_CAPACITY if process.capacity is None else process.capacity)


def _score(node: str, game: str, weight: int) -> float:
    digest = blake2b(f"{node}\0{game}".encode(), digest_size=8).digest()
    hashed = (int.from_bytes(digest) + 0.5) / 2**64  # between 0 and 1
    return -weight / math.log(hashed)

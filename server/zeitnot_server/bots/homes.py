"""Which node assigns a game to one of a bot's processes, if they are connected to several; pure.

Each node finds the same answer without asking another: the bot's games are distributed over the
nodes by rendezvous hashing (Thaler and Ravishankar, "Using name-based mappings to increase hit
rates", 1998), weighted by the capacity of the bot's processes at each node (the logarithmic method
of Schindelhauer and Schomaker, "Weighted distributed hash tables", 2005). When a node goes, only
its games move.
"""

import math
from collections.abc import Mapping, Sequence
from hashlib import blake2b

from .assignment import DEFAULT_CAPACITY, POINTS_PER_GAME, Process, Requirements

Loaded = tuple[Process, int]
"""A process, and its load in points."""


def node_for(
    game: str, required: Requirements, nodes: Mapping[str, Sequence[Loaded]]
) -> str | None:
    """The node that should assign this game. `nodes`: the bot's processes at each node. Nodes with
    a process that can take the game now come first, then those with an unlimited process, then
    those with a process that could take it later; None: there is no such node."""
    for fits in (_has_room, _is_unlimited, _can_play):
        weights = {
            node: sum(_weight(process) for process, load in local if fits(process, load, required))
            for node, local in nodes.items()
        }
        if able := {node: weight for node, weight in weights.items() if weight > 0}:
            return max(able, key=lambda node: (_score(node, game, able[node]), node))
    return None


def _has_room(process: Process, load: int, required: Requirements) -> bool:
    return process.can_play(required) and process.has_room(load, required)


def _is_unlimited(process: Process, load: int, required: Requirements) -> bool:
    return process.unlimited


def _can_play(process: Process, load: int, required: Requirements) -> bool:
    return process.can_play(required)


def _weight(process: Process) -> int:
    return max(
        1, POINTS_PER_GAME * DEFAULT_CAPACITY if process.capacity is None else process.capacity
    )


def _score(node: str, game: str, weight: int) -> float:
    digest = blake2b(f"{node}\0{game}".encode(), digest_size=8).digest()
    hashed = (int.from_bytes(digest) + 0.5) / 2**64  # between 0 and 1
    return -weight / math.log(hashed)

"""What all other nodes have told, as the lobby here shows it; pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

import zeitnot_protocol as p

from ..bots.posted import PostedBot
from .state import NodeState, Position, PostedRoom


@dataclass(frozen=True, slots=True)
class RemoteState:
    """`bots`: by account and node; `open`: the games in which somebody waits; `positions`: of games
    in progress, by id."""

    bots: Mapping[str, Mapping[str, PostedBot]] = field(default_factory=dict)
    open: tuple[PostedRoom, ...] = ()
    positions: Mapping[str, Position] = field(default_factory=dict)

    def as_posted(self, row: p.GameSummary) -> p.GameSummary:
        """The row with the position that its node has told, if that is newer."""
        posted = self.positions.get(row.id)
        if posted is None or posted.moves <= row.moves:
            return row
        return msgspec.structs.replace(row, moves=posted.moves, position=posted.position)


NO_PEERS = RemoteState()
"""There are no other nodes."""


def merge(states: Mapping[str, NodeState]) -> RemoteState:
    """What these nodes, by name, have told together. If two tell of one game, the one with more
    moves counts: the other one is about to lose it, or has just got it."""
    bots = dict[str, dict[str, PostedBot]]()
    rooms, positions = dict[str, PostedRoom](), dict[str, Position]()
    for node, state in sorted(states.items()):
        for bot in state.bots:
            bots.setdefault(bot.account, {})[node] = bot
        rooms |= {room.game.id: room for room in state.open}
        for told in state.positions:
            known = positions.get(told.game)
            if known is None or known.moves < told.moves:
                positions[told.game] = told
    return RemoteState(bots, tuple(rooms.values()), positions)

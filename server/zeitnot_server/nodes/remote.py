"""The merged state of all other nodes, as this node's lobby shows it; pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

import zeitnot_protocol as p

from ..bots.posted import PostedBot
from .state import (
    NodeState,
    Position,
    PostedAnswer,
    PostedPaired,
    PostedPerson,
    PostedRoom,
    PostedSeek,
)


@dataclass(frozen=True, slots=True)
class RemoteState:
    """`bots`: by account and node; `open`: games with a waiting player; `positions`: of games in
    progress, by id; `answers`: to invitations; `people`: in the lobby; `online`: accounts with an
    open socket; `seeks`: of people who look for an opponent; `paired`: the seeks that have led to
    a game."""

    bots: Mapping[str, Mapping[str, PostedBot]] = field(default_factory=dict)
    open: tuple[PostedRoom, ...] = ()
    positions: Mapping[str, Position] = field(default_factory=dict)
    answers: frozenset[PostedAnswer] = frozenset()
    people: tuple[PostedPerson, ...] = ()
    online: frozenset[str] = frozenset()
    seeks: tuple[PostedSeek, ...] = ()
    paired: frozenset[PostedPaired] = frozenset()

    def as_posted(self, row: p.GameSummary) -> p.GameSummary:
        """The row with the position that its node has posted, if that is newer."""
        posted = self.positions.get(row.id)
        if posted is None or posted.moves <= row.moves:
            return row
        return msgspec.structs.replace(row, moves=posted.moves, position=posted.position)


NO_PEERS = RemoteState()
"""The state without other nodes."""


def merge(states: Mapping[str, NodeState]) -> RemoteState:
    """Merges the states of these nodes, by name. If two nodes have posted the same game, the
    position with more moves counts: the other node is about to lose the room, or has just taken it
    over."""
    bots = dict[str, dict[str, PostedBot]]()
    rooms, positions = dict[str, PostedRoom](), dict[str, Position]()
    answers = frozenset(answer for state in states.values() for answer in state.answers)
    for node, state in sorted(states.items()):
        for bot in state.bots:
            bots.setdefault(bot.account, {})[node] = bot
        rooms |= {room.game.id: room for room in state.open}
        for posted in state.positions:
            known = positions.get(posted.game)
            if known is None or known.moves < posted.moves:
                positions[posted.game] = posted
    people = tuple(each for _, state in sorted(states.items()) for each in state.people)
    return RemoteState(
        bots,
        tuple(rooms.values()),
        positions,
        answers,
        people,
        online=frozenset(account for state in states.values() for account in state.online),
        seeks=tuple(seek for _, state in sorted(states.items()) for seek in state.seeks),
        paired=frozenset(each for state in states.values() for each in state.paired),
    )

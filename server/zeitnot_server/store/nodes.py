"""Several servers on one database: which of them has which room.

A node is one process of the server. It has a lease, which it renews all the time, and each room
belongs to the lease of one node at most. Whoever needs a room claims it; a claim takes the room
from a lease that has ended. Each commit checks its node's own lease, so a node that has been
stopped for longer than its lease writes nothing when it goes on.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol


class Node(NamedTuple):
    """A node as others know it: its name, its run, and the URL under which clients may reach it
    directly; None: through the balancer, by its name."""

    name: str
    run: int
    url: str | None = None


@dataclass(frozen=True, slots=True)
class OtherNode:
    """Another node with a lease, and what it has posted last (`Nodes.post`)."""

    node: Node
    state: bytes


class Changes(NamedTuple):
    """Games that have changed. `until`: where to ask from next time; `more`: there may be more at
    once."""

    games: Sequence[str]
    until: str
    more: bool = False


class Nodes(Protocol):
    """The nodes of this database. Each method raises ReadFailed or WriteFailed, as it reads or
    writes."""

    @property
    def this(self) -> Node:
        """This node; it has its lease from `Runs.begin` on."""

    @property
    def several(self) -> bool:
        """Whether there may be other nodes. If not, every claim succeeds, and nothing is ever
        posted or changed by others."""

    @property
    def in_doubt(self) -> bool:
        """Whether, at the last look (`others`), a node had not renewed its lease for some time, so
        that the next look should come soon."""

    async def claim(self, game: str) -> Node | None:
        """Takes this room for this node, unless another one with a lease has it: returns that
        node. None: this node has the room, or there is no such game."""

    async def release(self, games: Collection[str]) -> None:
        """Gives these rooms up; nothing of theirs may be committed afterwards without a claim."""

    async def elsewhere(self, games: Collection[str]) -> Collection[str]:
        """Those of these games whose rooms another node with a lease has. It claims nothing, and
        ends no lease."""

    async def post(self, state: bytes) -> None:
        """What this node tells all others of itself, until it posts again."""

    async def others(self) -> Sequence[OtherNode]:
        """The other nodes with a lease. Ends the leases of those that have not renewed them."""

    async def stopped(self, runs: Collection[int]) -> Collection[int]:
        """Those of these runs that have given their lease up themselves: their nodes were told to
        stop. Known until the node's next run begins."""

    async def running(self) -> Sequence[str]:
        """The names of the other nodes that renew their leases, for a node that has no lease yet.
        Where leases are left of nodes that do not, it takes as long as a lease lasts."""

    async def leads(self) -> bool:
        """Whether this node does what one has to do for all: it has the oldest lease."""

    async def synchronous(self) -> bool | None:
        """Whether a commit waits until it is on the disk of a second machine; None: there can be
        none."""

    async def changes(self, since: str | None) -> Changes:
        """The games whose rows or seats any node has written since `Changes.until`; a game may be
        repeated, none is missed. None: no games, only where to begin."""


class OneNode:
    """The only node of its database."""

    several = in_doubt = False

    def __init__(self, name: str = "main") -> None:
        self.this = Node(name, 0)

    async def claim(self, game: str) -> Node | None:
        return None

    async def release(self, games: Collection[str]) -> None:
        pass

    async def elsewhere(self, games: Collection[str]) -> Collection[str]:
        return ()

    async def post(self, state: bytes) -> None:
        pass

    async def others(self) -> Sequence[OtherNode]:
        return ()

    async def stopped(self, runs: Collection[int]) -> Collection[int]:
        return ()

    async def running(self) -> Sequence[str]:
        return ()

    async def leads(self) -> bool:
        return True

    async def synchronous(self) -> bool | None:
        return None

    async def changes(self, since: str | None) -> Changes:
        return Changes((), "")

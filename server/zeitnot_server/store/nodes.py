"""Several servers (nodes) on one database: which node has which room.

A node is a server process with a lease, which it keeps renewing. Each room belongs to the lease of
at most one node. A node that needs a room claims it; a claim takes the room from a lease that has
ended. Each commit checks its node's lease, so a node that was frozen for longer than its lease
writes nothing when it continues.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol


class Node(NamedTuple):
    """A node as others know it: its name, its run, and the URL at which clients reach it directly;
    None: through the balancer, by its name."""

    name: str
    run: int
    url: str | None = None


@dataclass(frozen=True, slots=True)
class OtherNode:
    """Another node with a lease, and its last posted state (`Nodes.post`)."""

    node: Node
    state: bytes


class Changes(NamedTuple):
    """Games that have changed. `until`: the argument of the next call; `more`: call again at
    once."""

    games: Sequence[str]
    until: str
    more: bool = False


class Nodes(Protocol):
    """The nodes of this database. Each method raises ReadFailed or WriteFailed, as it reads or
    writes."""

    @property
    def this(self) -> Node:
        """This node, which has its lease from `Runs.begin` on."""

    @property
    def is_cluster(self) -> bool:
        """Whether there may be other nodes. If not, every claim succeeds, and no other process
        posts states or changes games."""

    @property
    def has_suspects(self) -> bool:
        """Whether a node had not renewed its lease for some time when `others` was last called, so
        that it should be called again soon."""

    async def claim(self, game: str) -> Node | None:
        """Takes a room for this node, unless another node with a lease has it: then returns that
        node. None: this node has the room, or there is no such game."""

    async def release(self, games: Collection[str]) -> None:
        """Gives these rooms up. Committing to them requires a new claim."""

    async def remote_rooms(self, games: Collection[str]) -> Collection[str]:
        """Those of these games whose rooms belong to another node with a lease. Claims nothing, and
        ends no lease."""

    async def post(self, state: bytes) -> None:
        """Publishes this node's state to all others, until the next call."""

    async def others(self) -> Sequence[OtherNode]:
        """The other nodes with a lease. Ends the leases of those that have not renewed them."""

    async def stopped(self, runs: Collection[int]) -> Collection[int]:
        """Those of these runs that have given up their lease because their nodes were stopped on
        purpose. Known until the node's next run begins."""

    async def running(self) -> Sequence[str]:
        """The names of the other nodes that renew their leases, for a node without a lease. If dead
        nodes have left leases, this takes as long as a lease lasts."""

    async def is_leader(self) -> bool:
        """Whether this node, as the one with the oldest lease, does the work that one node does for
        all."""

    async def synchronous(self) -> bool | None:
        """Whether a commit waits until it is on the disk of a second machine; None: not
        supported."""

    async def changes(self, since: str | None) -> Changes:
        """The games whose rows or seats any node has written since this `Changes.until`. A game may
        be repeated, but none is missed. `since` None: no games, only where to begin."""


class OneNode:
    """The only node of its database."""

    is_cluster = has_suspects = False

    def __init__(self, name: str = "main") -> None:
        self.this = Node(name, 0)

    async def claim(self, game: str) -> Node | None:
        return None

    async def release(self, games: Collection[str]) -> None:
        pass

    async def remote_rooms(self, games: Collection[str]) -> Collection[str]:
        return ()

    async def post(self, state: bytes) -> None:
        pass

    async def others(self) -> Sequence[OtherNode]:
        return ()

    async def stopped(self, runs: Collection[int]) -> Collection[int]:
        return ()

    async def running(self) -> Sequence[str]:
        return ()

    async def is_leader(self) -> bool:
        return True

    async def synchronous(self) -> bool | None:
        return None

    async def changes(self, since: str | None) -> Changes:
        return Changes((), "")

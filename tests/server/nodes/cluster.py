"""Several nodes in one process: they share one SQLite store, and a table of leases in memory."""

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from typing import Any, cast

from zeitnot_server.app import serving
from zeitnot_server.events.bus import Events
from zeitnot_server.feed import NullFeed
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.limits.table import Limits
from zeitnot_server.stopping import Server, Stop
from zeitnot_server.store import Commit, Node, Run, Store, WriteFailed
from zeitnot_server.store.nodes import Changes, OtherNode
from zeitnot_server.store.sqlite.store import SqliteStore

MAX_CHANGES = 20  # in one answer of `FakeNodes.changes`


class Cluster:
    """The leases by run, oldest first, and the run that owns each room. `posts`: the last state
    that each run has posted; `stopped`: runs that were stopped, not killed; `written`: the room of
    each commit; `may_release`: nodes that release rooms wait until it is set."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.leases: dict[int, Node] = {}
        self.owners: dict[str, int] = {}
        self.posts: dict[int, bytes] = {}
        self.stopped: set[int] = set()
        self.synchronous: bool | None = False
        self.written: list[str] = []
        self.may_release = asyncio.Event()
        self.may_release.set()

    def end_lease(self, run: int) -> None:
        """Ends the lease and frees the rooms of a node, as if it had died or had released them."""
        self.leases.pop(run, None)
        self.owners = {game: owner for game, owner in self.owners.items() if owner != run}

    def owner(self, game: str) -> str | None:
        """The name of the node that has this room."""
        run = self.owners.get(game)
        return None if run is None else self.leases[run].name


class FakeNodes:
    """The table of leases as one node sees it; implements `store.nodes.Nodes`."""

    is_cluster = True
    has_suspects = False

    def __init__(self, cluster: Cluster, name: str, url: str | None) -> None:
        self._cluster = cluster
        self.this = Node(name, 0, url)

    async def claim(self, game: str) -> Node | None:
        await asyncio.sleep(0)
        if self.this.run not in self._cluster.leases:
            raise WriteFailed("the lease of this node has ended")
        run = self._cluster.owners.setdefault(game, self.this.run)
        return None if run == self.this.run else self._cluster.leases[run]

    async def release(self, games: Collection[str]) -> None:
        await self._cluster.may_release.wait()
        for game in games:
            if self._cluster.owners.get(game) == self.this.run:
                del self._cluster.owners[game]

    async def remote_rooms(self, games: Collection[str]) -> Collection[str]:
        return {
            game for game in games if self._cluster.owners.get(game) not in (None, self.this.run)
        }

    async def post(self, state: bytes) -> None:
        self._cluster.posts[self.this.run] = state

    async def others(self) -> Sequence[OtherNode]:
        posts = self._cluster.posts
        leases = self._cluster.leases.items()
        return [OtherNode(n, posts.get(run, b"")) for run, n in leases if run != self.this.run]

    async def stopped(self, runs: Collection[int]) -> Collection[int]:
        return self._cluster.stopped & {*runs}

    async def running(self) -> Sequence[str]:
        return [other.node.name for other in await self.others()]

    async def synchronous(self) -> bool | None:
        return self._cluster.synchronous

    async def is_leader(self) -> bool:
        return next(iter(self._cluster.leases), None) == self.this.run

    async def changes(self, since: str | None) -> Changes:
        written = self._cluster.written
        begin = len(written) if since is None else int(since)
        end = min(begin + MAX_CHANGES, len(written))
        return Changes(written[begin:end], str(end), more=end < len(written))


class NodeRuns:
    """The runs of the store; each has a lease from `begin` to `end`."""

    def __init__(self, cluster: Cluster, nodes: FakeNodes) -> None:
        self._cluster, self._nodes = cluster, nodes

    async def begin(self) -> Run:
        run = await self._cluster.store.runs.begin()
        self._nodes.this = self._nodes.this._replace(run=run.number)
        self._cluster.leases[run.number] = self._nodes.this
        return run

    async def save_heartbeat(self, run: int, ms: int) -> None:
        await self._cluster.store.runs.save_heartbeat(run, ms)

    async def end(self, run: int, ms: int) -> None:
        await self._cluster.store.runs.save_heartbeat(run, ms)
        self._cluster.end_lease(run)
        self._cluster.stopped.add(run)

    async def last_alive_ms(self, run: int) -> int:
        return await self._cluster.store.runs.last_alive_ms(run)

    async def lasted(self, run: int, room: str, since_ms: int) -> int:
        return await self._cluster.store.runs.lasted(run, room, since_ms)


class NodeLog:
    """The log of the store; fails if a node writes to a room of another node."""

    def __init__(self, cluster: Cluster, nodes: FakeNodes) -> None:
        self._cluster, self._nodes = cluster, nodes

    async def commit(self, commit: Commit) -> None:
        run, owners = self._nodes.this.run, self._cluster.owners
        if run not in self._cluster.leases:
            raise WriteFailed("the lease of this node has ended")
        for room in commit.created:
            owners.setdefault(room.id, run)
        assert owners.get(commit.room.id) == run, f"{commit.room.id} is not this node's"
        await self._cluster.store.log.commit(commit)
        self._cluster.written.append(commit.room.id)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cluster.store.log, name)


class NodeStore:
    """The shared store as one node uses it."""

    def __init__(self, cluster: Cluster, name: str, url: str | None = None) -> None:
        self._cluster = cluster
        self.nodes = FakeNodes(cluster, name, url)
        self.runs = NodeRuns(cluster, self.nodes)
        self.log = NodeLog(cluster, self.nodes)
        self.events = Events()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cluster.store, name)


def store_of(cluster: Cluster, name: str, url: str | None = None) -> Store:
    """The store of a node."""
    return cast(Store, NodeStore(cluster, name, url))


@dataclass
class FakeStop:
    """A `Stop` without signals."""

    how: str | None = None
    failed: bool = False


@dataclass
class RunningNode:
    """A node that listens at `host`."""

    game_server: GameServer
    server: Server
    host: str
    cluster: Cluster
    stop: FakeStop

    @property
    def run(self) -> int:
        """The number of its run."""
        return self.game_server.clock.run

    async def die(self) -> None:
        """Ends the node as SIGKILL would: its sockets and its lease end, and it writes no more."""
        await self.cluster.store.runs.save_heartbeat(self.run, self.game_server.clock.ms())
        self.cluster.end_lease(self.run)
        for listening in self.server.servers:
            listening.close()
        for connection in list(self.server.server_state.connections):
            connection.transport.abort()
        await self.game_server.registry.close()


@contextlib.asynccontextmanager
async def node(
    cluster: Cluster, name: str, *, direct: bool = False, drain_seconds: int = 0
) -> AsyncIterator[RunningNode]:
    """A node with this name. `direct`: it sends its own URL to others."""
    listener = socket.create_server(("127.0.0.1", 0))
    host = f"127.0.0.1:{listener.getsockname()[1]}"
    store = store_of(cluster, name, f"http://{host}" if direct else None)
    run = await store.runs.begin()
    clock = AdjustedClock(run.number, time.monotonic_ns, time.time_ns)
    game_server = GameServer(store, clock, NullFeed())
    await game_server.start()
    stop, ready = FakeStop(), asyncio.Event()
    server = Server(
        *(serving(game_server, Limits()), game_server, cast(Stop, stop), ready.set, drain_seconds)
    )
    task = asyncio.create_task(server.serve([listener]))
    await ready.wait()
    try:
        yield RunningNode(game_server, server, host, cluster, stop)
    finally:
        stop.how, stop.failed = "the end of the test", True
        await task
        await game_server.close()


@contextlib.asynccontextmanager
async def balancer(first: RunningNode, **others: RunningNode) -> AsyncIterator[str]:
    """The address of a load balancer. It relays a request with `node=NAME` in its query to that
    node of `others`, if it answers, and all other requests to `first`."""

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            line = head.split(b"\r\n")[0].decode()
            requested = [node for name, node in others.items() if f"node={name} " in line]
            node_reader, node_writer = await _connected([*requested, first])
            node_writer.write(head)
            await asyncio.gather(_copy(reader, node_writer), _copy(node_reader, writer))

    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def _connected(
    nodes: list[RunningNode],
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the first of these nodes that answers."""
    *preferred, last = nodes
    for node in preferred:
        with contextlib.suppress(OSError):
            return await asyncio.open_connection(*node.host.split(":"))
    return await asyncio.open_connection(*last.host.split(":"))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
    writer.close()

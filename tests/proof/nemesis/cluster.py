"""The system under test: PostgreSQL with fsync, a broker, three nodes with proxies to both, and a
router in front of the nodes."""

import asyncio
import contextlib
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql.migrate import upgrade_async

from ...feed.conftest import Broker
from ...postgres import Cluster
from .evidence import prepare
from .node import Node
from .proxy import Proxy
from .router import Router

NAMES = ("a", "b", "c")
DURABLE = {"fsync": "on", "synchronous_commit": "on", "track_commit_timestamp": "on"}
DATABASE = "postgres"


class System:
    """All processes of a trial. `database_links`, `broker_links`: the proxies of each node."""

    def __init__(self, folder: Path, postgres: Cluster, broker: Broker) -> None:
        self.postgres, self.broker = postgres, broker
        self.database_links = {name: Proxy(postgres.port) for name in NAMES}
        self.broker_links = {name: Proxy(broker.port) for name in NAMES}
        self.nodes: dict[str, Node] = {}
        self._folder = folder

    async def start(self) -> None:
        """Starts everything; returns when all nodes are ready."""
        await self.broker.start()
        await asyncio.to_thread(self.postgres.start)
        await upgrade_async(Address(self.postgres.url(DATABASE)))
        await prepare(self.postgres.url(DATABASE))
        for name in NAMES:
            await self.database_links[name].start()
            await self.broker_links[name].start()
            self.nodes[name] = Node(name, self._folder / name, self._settings(name))
        self.router = Router({name: node.port for name, node in self.nodes.items()})
        await asyncio.gather(*(node.start() for node in self.nodes.values()))
        await self.router.start()
        async with asyncio.timeout(60):
            while len(self.router.up) < len(NAMES):  # noqa: ASYNC110  there is no event
                await asyncio.sleep(0.05)

    def _settings(self, name: str) -> dict[str, str]:
        port = self.database_links[name].port
        return {
            "NODE": name,
            "DB": f"postgresql://zeitnot@127.0.0.1:{port}/{DATABASE}",
            "MQTT": f"mqtt://127.0.0.1:{self.broker_links[name].port}",
        }

    async def kill_database(self) -> None:
        """Kills every process of the database server with SIGKILL."""
        self.postgres.signal(signal.SIGKILL)
        await asyncio.to_thread(self.postgres.kill)

    async def restart_database(self) -> None:
        """Starts the database server, which recovers; returns when it answers."""
        await asyncio.to_thread(self.postgres.start)

    async def close(self) -> None:
        """Ends everything."""
        await asyncio.gather(*(node.close() for node in self.nodes.values()))
        if hasattr(self, "router"):
            await self.router.close()
        for proxy in (*self.database_links.values(), *self.broker_links.values()):
            await proxy.close()
        await self.broker.close()


@contextlib.asynccontextmanager
async def running_system(folder: Path) -> AsyncIterator[System]:
    """Runs a system. `folder`: for the logs and files of the nodes."""
    home = await asyncio.to_thread(_make_home, folder)
    postgres = await asyncio.to_thread(Cluster, home / "postgresql", DURABLE)
    system = System(folder, postgres, Broker(folder))
    try:
        await system.start()
        yield system
    finally:
        await system.close()
        postgres.signal(signal.SIGCONT)
        await asyncio.to_thread(postgres.stop)
        shutil.rmtree(home, ignore_errors=True)


def _make_home(folder: Path) -> Path:
    """Makes `folder`, and one for PostgreSQL, which may run as another user."""
    folder.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp(prefix="nemesis-"))
    home.chmod(0o755)
    return home

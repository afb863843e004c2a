"""PostgreSQL with a synchronous standby, run from docker-compose.cluster.yml.

Tests that use this module test that file and the scripts that it starts. `Standby` of `postgres.py`
has different settings and is for tests of the server.
"""

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from cluster import programs
from cluster.compose import Compose, read
from cluster.places import HERE, Places
from cluster.processes import Cluster

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docker-compose.cluster.yml"
SECRETS = {name: "secret" for name in ("ZEITNOT_BOT_TOKEN", "DB_PASSWORD", "REPLICATION_PASSWORD")}
PRIMARY, STANDBY, PORT = "postgres", "standby", 5432


def postgresql_is_installed() -> bool:
    return shutil.which("initdb", path=programs.search_path()) is not None


@dataclass
class Pair:
    """A running primary and its standby. A process that ends is not restarted."""

    cluster: Cluster
    places: Places

    def url(self, name: str) -> str:
        """The database's URL on the primary or on the standby."""
        port = self.places.port(name, PORT)
        return f"postgresql://zeitnot:{SECRETS['DB_PASSWORD']}@{HERE}:{port}/zeitnot"

    @property
    def url_of_both(self) -> str:
        """The URL with both hosts, of which a client uses the one that accepts writes."""
        hosts = ",".join(f"{HERE}:{self.places.port(name, PORT)}" for name in (PRIMARY, STANDBY))
        rest = f"zeitnot?host={hosts}&target_session_attrs=primary"
        return f"postgresql://zeitnot:{SECRETS['DB_PASSWORD']}@/{rest}"

    async def sql(self, name: str, *statements: str) -> list[str]:
        """Runs statements; returns a line for each row. Raises CalledProcessError."""
        process = await self.psql(name)
        output, _ = await process.communicate("".join(f"{s};\n" for s in statements).encode())
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode or 0, statements, output)
        return output.decode().splitlines()

    async def psql(self, name: str) -> asyncio.subprocess.Process:
        """Starts a `psql` that reads statements, each a transaction, and writes rows."""
        options = ("--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-v", "ON_ERROR_STOP=1")
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(
            *("psql", *options, self.url(name)),
            env={**os.environ, "PATH": programs.search_path()},
            stdin=pipe,
            stdout=pipe,
            stderr=asyncio.subprocess.DEVNULL,
        )

    async def promote(self) -> None:
        """Promotes the standby; returns when it accepts writes. Runs pg_ctl as the server's user,
        because the role zeitnot may not promote it."""
        service = next(s for s in self.cluster.services if s.name == STANDBY)
        environment = {**os.environ, "PATH": programs.search_path()}
        data = self.places.environment(service)["PGDATA"]
        process = await asyncio.create_subprocess_exec(
            *("pg_ctl", "--pgdata", data, "--wait", "--silent", "promote"),
            env=environment,
            user=programs.user_of(service),
        )
        assert await process.wait() == 0


def _accessible_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="zeitnot-"))
    folder.chmod(0o711)
    return folder


@contextlib.asynccontextmanager
async def primary_and_standby() -> AsyncIterator[Pair]:
    """Starts a primary and its standby, in a folder that PostgreSQL's user can reach, and removes
    them afterwards."""
    folder = _accessible_folder()
    full = read(FILE, SECRETS)
    compose = Compose([s for s in full.services if s.name in (PRIMARY, STANDBY)], ())
    places = Places(compose, ROOT, folder, {})
    cluster = Cluster(compose, places, programs.search_path(), lambda line: None)
    try:
        await cluster.start()
        yield Pair(cluster, places)
    finally:
        for name in cluster.running():
            await cluster.kill(name)  # faster than stopping them, and their data is deleted anyway
        await cluster.stop()
        shutil.rmtree(folder)

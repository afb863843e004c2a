"""Counters of the work of nodes and database so far. A measurement is the difference of two
readings."""

import asyncio
import re
import shutil
import subprocess
import urllib.request
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import asyncpg

from zeitnot_server.database import Place
from zeitnot_server.store.address import Address

from ..databases import Database
from ..rig import ServerProcess, bytes_written, cpu_seconds

_DATABASE = """SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn,
pg_table_size('event'), pg_indexes_size('event'),
(SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())"""


@dataclass(frozen=True)
class Counters:
    """`…_cpu`: processor time in seconds. `transactions`, `rows`: of the nodes' commits.
    `database_commits`: all transactions of the database, including those that only read. The others
    are bytes. Counters with a default are not read for SQLite."""

    nodes_cpu: float
    database_cpu: float
    load_cpu: float
    balancer_cpu: float
    transactions: float
    rows: float
    written: float
    wal: float = 0
    table: float = 0
    indices: float = 0
    database_commits: float = 0
    database_wire: float = 0

    def __sub__(self, earlier: Self) -> Self:
        names = [field.name for field in fields(self)]
        return type(self)(*(getattr(self, name) - getattr(earlier, name) for name in names))


def read(
    servers: Sequence[ServerProcess],
    database: Database,
    place: Place,
    loads: Iterable[int],
    balancer: Iterable[int],
) -> Counters:
    """The counters now. `loads`, `balancer`: process ids."""
    pids = database.pids()
    metrics = [_metrics(server) for server in servers]
    return Counters(
        sum(server.cpu_seconds() for server in servers),
        cpu_seconds(pids),
        cpu_seconds(loads),
        cpu_seconds(balancer),
        sum(_value(text, "zeitnot_writer_batch_rows_count") for text in metrics),
        sum(_value(text, "zeitnot_writer_batch_rows_sum") for text in metrics),
        bytes_written([*pids, *(server.pid for server in servers)]),
        *(() if not isinstance(place, Address) else _of_postgresql(place)),
    )


def _metrics(server: ServerProcess) -> str:
    url = f"http://127.0.0.1:{server.port}/metrics"
    with urllib.request.urlopen(url, timeout=30) as answer:
        text: str = answer.read().decode()
        return text


def _value(metrics: str, name: str) -> float:
    found = re.search(rf"^{name} (\S+)$", metrics, re.MULTILINE)
    if found is None:
        raise RuntimeError(f"no {name} in a server's metrics")
    return float(found[1])


def _of_postgresql(address: Address) -> list[float]:
    async def ask() -> Any:
        connection = await asyncpg.connect(address.url)
        try:
            return await connection.fetchrow(_DATABASE)
        finally:
            await connection.close()

    row = asyncio.run(ask())
    port = int(re.search(r":(\d+)/", address.url)[1])  # type: ignore[index]
    return [*(float(value) for value in row), _wire(port)]


def _wire(port: int) -> float:
    """Bytes of all open connections to this port, in both directions, as the kernel counts them; 0
    where `ss` is not installed."""
    if shutil.which("ss") is None:
        return 0.0
    arguments = ["ss", "-tinHO", "state", "established", f"sport = :{port}"]
    text = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    return float(sum(map(int, re.findall(r"bytes_(?:sent|received):(\d+)", text))))

"""One run: a database with games, servers on it, and a load generator for each server."""

import asyncio
import contextlib
import os
import statistics
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from zeitnot_server.database import Place

from ..databases import Database
from ..rig import Result, ServerProcess, prepare, zeitnot
from . import counters
from .balancer import balancing
from .counters import Counters
from .generators import Generators, generators
from .layout import Layout

LETTERS = "abcdefghijklmnop"


@dataclass(frozen=True)
class Configuration:
    """`nodes` servers on one database."""

    database: Database
    nodes: int

    @property
    def name(self) -> str:
        if not self.is_cluster:
            return "one SQLite process"
        return f"{self.nodes} PostgreSQL node{'s' if self.nodes > 1 else ''}"

    @property
    def is_cluster(self) -> bool:
        return self.database.name != "SQLite"


@dataclass(frozen=True)
class Options:
    """`rooms`: of each server; `balanced`: through HAProxy; `program`: the load generator."""

    program: Path
    folder: Path
    layout: Layout
    rooms: int
    seconds: float
    balanced: bool = False


@dataclass(frozen=True)
class Figures:
    """The figures of one run. `spent`: the work done while playing; `rss_mib`: of each server, with
    its rooms; `ack_ms`: of the slowest server; `wire`: bytes on the players' sockets."""

    moves: int
    rate: float
    spent: Counters
    seconds: float
    ack_ms: dict[str, float]
    wire: int
    load_busy: float
    rss_mib: float
    errors: int


def run(configuration: Configuration, options: Options) -> Figures:
    """Plays as fast as acknowledgements arrive, with ends, books and rematches."""
    with _playing(configuration, options) as (servers, place, loads, balancer):
        rss = statistics.mean(server.rss_mib() for server in servers)

        def count() -> Counters:
            return counters.read(servers, configuration.database, place, loads.pids, balancer)

        before = count()
        loads.begin()
        results = loads.results()
        spent = count() - before
    configuration.database.drop(place)
    return _figures(results, spent, rss)


def room_kib(configuration: Configuration, options: Options, rooms: int) -> float:
    """The memory in KiB that a server needs for a room with two connected players who do not move:
    the growth by `rooms` rooms, after a tenth as many are open."""
    few = max(1, rooms // 10)
    place, (plan,) = _plans(configuration, options, few + rooms)
    games = plan.read_text().splitlines(keepends=True)
    with ExitStack() as stack:
        (server,) = _servers(configuration, options, place, stack)
        sizes: list[float] = []
        for name, part in (("few", games[:few]), ("many", games[few:])):
            loads = stack.enter_context(generators(options.program))
            file = options.folder / f"{name}.plan"
            file.write_text("".join(part))
            loads.add(server.port, file, 1.0, options.layout.loads[0], "")
            loads.wait_until_all_are_in()
            sizes.append(server.rss_mib())
    configuration.database.drop(place)
    return 1024 * (sizes[1] - sizes[0]) / len(games[few:])


_Playing = tuple[list[ServerProcess], Place, Generators, list[int]]


@contextlib.contextmanager
def _playing(configuration: Configuration, options: Options) -> Iterator[_Playing]:
    """Yields when all players are seated and no move has been made."""
    place, plans = _plans(configuration, options, options.rooms * configuration.nodes)
    with ExitStack() as stack:
        servers = _servers(configuration, options, place, stack)
        loads = stack.enter_context(generators(options.program))
        ports, pids = [server.port for server in servers], list[int]()
        if options.balanced:
            named = dict(zip(LETTERS, ports, strict=False))
            before_nodes = balancing(named, options.folder, options.layout.database)
            port, pid = stack.enter_context(before_nodes)
            ports, pids = [port] * len(ports), [pid]
        for at, (port, plan) in enumerate(zip(ports, plans, strict=True)):
            query = f"?node={LETTERS[at]}" if options.balanced else ""
            loads.add(port, plan, options.seconds, options.layout.loads[at], query)
        loads.wait_until_all_are_in()
        yield servers, place, loads, pids


def _plans(
    configuration: Configuration, options: Options, games: int
) -> tuple[Place, Sequence[Path]]:
    """A new database, and a plan for each server. The games have no lease yet: the server to which
    the players connect takes it."""
    place = configuration.database.new()
    lines = asyncio.run(prepare(place, options.folder, games)).splitlines(keepends=True)
    plans = []
    for at in range(configuration.nodes):
        plans.append(options.folder / f"{LETTERS[at]}.plan")
        plans[-1].write_text("".join(lines[at :: configuration.nodes]))
    return place, plans


def _servers(
    configuration: Configuration, options: Options, place: Place, stack: ExitStack
) -> list[ServerProcess]:
    servers = []
    for name, cores in zip(LETTERS, options.layout.servers[: configuration.nodes], strict=False):
        folder = options.folder / name
        folder.mkdir(exist_ok=True)
        node = name if configuration.is_cluster else None
        servers.append(stack.enter_context(zeitnot(place, folder, node, cores)))
    return servers


def _figures(results: Sequence[Result], spent: Counters, rss_mib: float) -> Figures:
    seconds = max(result["seconds"] for result in results)
    return Figures(
        moves=sum(result["moves"] for result in results),
        rate=sum(result["moves"] / result["seconds"] for result in results),
        spent=spent,
        seconds=seconds,
        ack_ms={q: max(result["ack_ms"][q] for result in results) for q in ("p50", "p99")},
        wire=sum(result["received"] + result["sent"] for result in results),
        load_busy=spent.load_cpu / seconds / len(results),
        rss_mib=rss_mib,
        errors=sum(result["errors"] for result in results),
    )


def machine() -> str:
    """How many processors, and how much else they have to do."""
    one, five, _ = os.getloadavg()
    cores = len(os.sched_getaffinity(0))
    return f"{cores} processors; load average {one:.1f} in the last minute, {five:.1f} in five"

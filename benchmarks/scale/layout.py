"""Which processors each part of the measurement runs on."""

from collections.abc import Sequence
from dataclasses import dataclass

Cores = tuple[int, ...]


@dataclass(frozen=True)
class Layout:
    """Processors of each server, of each load generator, and of the database, whose processors a
    balancer uses too. `disjoint`: no two of them share a processor, which a claim requires."""

    servers: tuple[Cores, ...]
    loads: tuple[Cores, ...]
    database: Cores
    disjoint: bool

    def __str__(self) -> str:
        if not self.disjoint:
            return "all parts share all processors"
        return (
            f"{len(self.servers[0])} for each server, {len(self.loads[0])} for each load generator,"
            f" {len(self.database)} for the database"
        )


def layout(cores: Sequence[int], nodes: int) -> Layout:
    """The layout for at most `nodes` nodes. All configurations use it, so that a single server gets
    as many processors as each of several. A server gets two if two more are left for each node, one
    for its load generator and one for the database, since SQLite's writer and its copier are
    threads of the server, while PostgreSQL's processes use the database's processors."""
    per_server = 2 if len(cores) >= 4 * nodes else 1
    if len(cores) < (per_server + 2) * nodes:
        everything = tuple(cores)
        return Layout((everything,) * nodes, (everything,) * nodes, everything, disjoint=False)
    rest = cores[per_server * nodes :]
    return Layout(
        servers=tuple(tuple(cores[per_server * n : per_server * (n + 1)]) for n in range(nodes)),
        loads=tuple((core,) for core in rest[:nodes]),
        database=tuple(rest[nodes:]),
        disjoint=True,
    )

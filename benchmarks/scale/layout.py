"""Which processors each part of the measurement runs on."""

from collections.abc import Sequence
from dataclasses import dataclass

Cores = tuple[int, ...]


@dataclass(frozen=True)
class Layout:
    """Processors of each server, of each load generator, and of the database, which a balancer uses
    too. `apart`: no two parts share one, which a claim needs."""

    servers: tuple[Cores, ...]
    loads: tuple[Cores, ...]
    database: Cores
    apart: bool

    def __str__(self) -> str:
        if not self.apart:
            return "all parts share all processors"
        return (
            f"{len(self.servers[0])} for each server, {len(self.loads[0])} for each load generator,"
            f" {len(self.database)} for the database"
        )


def layout(cores: Sequence[int], nodes: int) -> Layout:
    """A plan for at most so many nodes, the same for every configuration, so that one process gets
    no more and no less than each of several. Two processors a server where that leaves as many for
    the database as there are nodes: SQLite's writer and its copier are threads of the server, while
    PostgreSQL's processes have their own."""
    each = 2 if len(cores) >= 4 * nodes else 1
    if len(cores) < (each + 2) * nodes:
        everything = tuple(cores)
        return Layout((everything,) * nodes, (everything,) * nodes, everything, apart=False)
    rest = cores[each * nodes :]
    return Layout(
        servers=tuple(tuple(cores[each * n : each * (n + 1)]) for n in range(nodes)),
        loads=tuple((core,) for core in rest[:nodes]),
        database=tuple(rest[nodes:]),
        apart=True,
    )

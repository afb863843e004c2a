"""The table of a measurement, and what may be claimed from it."""

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.table import Table

from .layout import Layout
from .run import Figures

CLAIM_CORES, CLAIM_NODES, CLAIM_RATIO = 16, 4, 2.0
MAX_LOAD = 0.8
"""The share of a processor's time above which a load generator may be the bottleneck itself."""
Found = Mapping[str, Sequence[Figures]]
Value = Callable[[Figures], float]


def table(found: Found, title: str) -> Table:
    """A column for each configuration; medians of the rounds."""
    table_ = Table(title=title)
    table_.add_column("what")
    for name in found:
        table_.add_column(name, justify="right")
    for what, cells in _rows(found):
        table_.add_row(what, *cells)
    return table_


def _rows(found: Found) -> Iterator[tuple[str, list[str]]]:
    runs = list(found.values())
    yield "moves a second", [_spread([f.rate for f in figures], "{:,.0f}") for figures in runs]
    for name, first in list(found.items())[:2]:
        yield f"  to {name}", [_spread(ratios(figures, first), "{:.2f}") for figures in runs]
    for what, form, value in _LINES:
        yield what, [form.format(statistics.median(map(value, figures))) for figures in runs]
    yield "errors", [f"{sum(f.errors for f in figures)}" for figures in runs]


def _per_move(name: str, factor: float = 1.0) -> Value:
    return lambda f: factor * getattr(f.spent, name) / max(1, f.moves)


_LINES: Sequence[tuple[str, str, Value]] = (
    ("acknowledgement, median", "{:.1f} ms", lambda f: f.ack_ms["p50"]),
    ("  99 %", "{:.1f} ms", lambda f: f.ack_ms["p99"]),
    ("processor time a move: servers", "{:,.0f} µs", _per_move("nodes_cpu", 1e6)),
    ("  database", "{:,.0f} µs", _per_move("database_cpu", 1e6)),
    ("  balancer", "{:,.0f} µs", _per_move("balancer_cpu", 1e6)),
    ("  load", "{:,.0f} µs", _per_move("load_cpu", 1e6)),
    ("processors busy: all servers", "{:.2f}", lambda f: f.spent.nodes_cpu / f.seconds),
    ("  database", "{:.2f}", lambda f: f.spent.database_cpu / f.seconds),
    ("  each load generator", "{:.2f}", lambda f: f.load_busy),
    ("commits' transactions a second", "{:,.0f}", lambda f: f.spent.transactions / f.seconds),
    ("  rows in each", "{:.1f}", lambda f: f.spent.rows / max(1, f.spent.transactions)),
    (
        "  the database's transactions, all",
        "{:,.0f} /s",
        lambda f: f.spent.database_commits / f.seconds,
    ),
    ("bytes a move: players' sockets", "{:,.0f}", lambda f: f.wire / max(1, f.moves)),
    ("  sockets of the database", "{:,.0f}", _per_move("database_wire")),
    ("  log (WAL)", "{:,.0f}", _per_move("wal")),
    ("  table of events", "{:,.0f}", _per_move("table")),
    ("  its indices", "{:,.0f}", _per_move("indices")),
    ("  written to disk", "{:,.0f}", _per_move("written")),
    ("memory of a server with its rooms", "{:,.0f} MiB", lambda f: f.rss_mib),
)


def ratios(figures: Sequence[Figures], base: Sequence[Figures]) -> list[float]:
    """The ratios of the rates, round by round."""
    return [ours.rate / max(1e-9, other.rate) for ours, other in zip(figures, base, strict=True)]


def _spread(values: Sequence[float], form: str) -> str:
    median = form.format(statistics.median(values))
    if len(values) == 1:
        return median
    return f"{median} ({form.format(min(values))} to {form.format(max(values))})"


def verdict(
    one: Sequence[Figures], most: Sequence[Figures], nodes: int, layout: Layout, cores: int
) -> str:
    """Says whether `most`, the runs of `nodes` nodes, support the claim when compared with `one`,
    those of one SQLite process. `cores`: how many processors there are."""
    claim = f"{CLAIM_NODES} nodes play {CLAIM_RATIO:g} times the moves of one SQLite process"
    if nodes != CLAIM_NODES or cores < CLAIM_CORES or not layout.disjoint:
        needed = f"{CLAIM_NODES} nodes on {CLAIM_CORES} processors"
        return f"No claim: that {claim} needs {needed}; here are {nodes} on {cores}."
    busiest = max(figures.load_busy for figures in (*one, *most))
    if busiest > MAX_LOAD:
        return f"No claim: a load generator was busy {busiest:.0%} of the time."
    ratio = statistics.median(ratios(most, one))
    return f"That {claim}: {'shown' if ratio >= CLAIM_RATIO else 'not reached'}, {ratio:.2f} times."

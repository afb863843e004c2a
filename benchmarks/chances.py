"""The cost of expectiminimax in EinStein from the default set-up, depth by depth.

    python -m benchmarks.chances depths [DEPTH]    nodes, processor time and memory, to DEPTH (7)
    python -m benchmarks.chances parts             nodes with one heuristic left out, to depth 5
    python -m benchmarks.chances threads [DEPTH]   one thread and two

Prints the Markdown tables of docs/measurements/chance.md, with the textbook's table as evaluation.
Nodes do not depend on the machine, with one thread; times are user CPU seconds. Depth counts
throw+move pairs, and a search to a depth counts all iterations up to it; plain expectiminimax
counts only that depth.
"""

import os
import sys
import time
from collections.abc import Iterator, Sequence

from zeitnot_engines._core import chance_heuristics
from zeitnot_engines.engine import Engine, Report
from zeitnot_engines.games import load

from .searches import table

EWN = load("ewn")
MAX_REFERENCE_DEPTH = 6  # 63 million nodes; each further depth takes twenty times as many


def measure_search(depth: int, **options: object) -> tuple[Report, float, Engine]:
    """Searches with an empty table; returns the report, the user CPU seconds, and the engine."""
    engine = Engine(EWN, evaluation="table", **options)  # type: ignore[arg-type]
    started = os.times().user
    report = engine.search(EWN.start(), depth=depth)
    return report, os.times().user - started, engine


def reference_nodes(depth: int) -> int:
    """Nodes of plain expectiminimax: without any heuristic, and the last iteration only."""
    counts = [
        measure_search(d, without=chance_heuristics(), hash_mb=0)[0].nodes if d else 0
        for d in (depth - 1, depth)
    ]
    return counts[1] - counts[0]


def depth_rows(max_depth: int) -> Iterator[Sequence[str]]:
    """A row for each depth, compared with plain expectiminimax, with a table that never fills."""
    for depth in range(1, max_depth + 1):
        hash_mb = 64 if depth <= MAX_REFERENCE_DEPTH else 512
        report, seconds, engine = measure_search(depth, hash_mb=hash_mb)
        used = engine.filled() / 1000 * hash_mb
        reference, share = "", ""
        if depth <= MAX_REFERENCE_DEPTH:
            count = reference_nodes(depth)
            reference, share = f"{count:,}", f"{report.nodes / count:.3f}"
        memory = f"{used:.1f} MB" if used else "under 0.1 MB"
        yield str(depth), f"{report.nodes:,}", reference, share, f"{seconds:.2f} s", memory


def ablation_rows() -> Iterator[Sequence[str]]:
    """A row for each heuristic left out."""
    all_nodes = measure_search(5, hash_mb=64)[0].nodes
    yield "nothing", f"{all_nodes:,}", ""
    for part in (part for part in chance_heuristics() if part != "filter"):  # EinStein has none
        count = measure_search(5, hash_mb=64, without=[part])[0].nodes
        yield part, f"{count:,}", f"{count / all_nodes:.2f}"
    count = measure_search(5, hash_mb=64, without=["star1", "star2"])[0].nodes
    yield "star1 and star2", f"{count:,}", f"{count / all_nodes:.2f}"


def thread_rows(depth: int) -> Iterator[Sequence[str]]:
    """A row for one thread and for two; two gain nothing on a single processor."""
    for count in (1, 2):
        started = time.perf_counter()
        report, seconds, _ = measure_search(depth, hash_mb=256, threads=count)
        wall = time.perf_counter() - started
        yield str(count), f"{report.nodes:,}", f"{seconds:.2f} s", f"{wall:.2f} s"


def main(kind: str, depth: int) -> None:
    """Prints the requested table."""
    if kind == "depths":
        head = ["depth", "nodes", "plain", "share", "user CPU", "table in use"]
        table(head, depth_rows(depth or 7))
    elif kind == "parts":
        table(["left out", "nodes", "ratio"], ablation_rows())
    else:
        table(["threads", "nodes", "user CPU", "time"], thread_rows(depth or 6))


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if not arguments or arguments[0] not in ("depths", "parts", "threads") or len(arguments) > 2:
        raise SystemExit(__doc__)
    main(arguments[0], int(arguments[1]) if len(arguments) == 2 else 0)

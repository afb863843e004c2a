"""Searches for a person at a terminal, with progress on stderr, until Ctrl-C."""

import sys
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.text import Text

from zeitnot_client.plurals import counted

from ..engine import Engine, Report, Search, StopToken, has_value
from ..games import History
from ..interrupts import INTERRUPTS, RESULT_GRACE_S
from ..laboratory import RAW

LINE_EVERY_S = 10.0
TICK_S = 0.1


class Interrupted(Exception):
    """Ctrl-C was pressed; `report` is the best answer so far."""

    def __init__(self, report: Report) -> None:
        super().__init__("interrupted")
        self.report = report


def think(
    engine: Engine,
    state: History,
    *,
    console: Console | None = None,
    clock: Callable[[], float] = time.monotonic,
    **limits: Any,
) -> Report:
    """Runs `engine.search(state, **limits)` with progress on stderr: a line that is rewritten on a
    terminal, elsewhere a line every ten seconds. Raises Interrupted on Ctrl-C, and what the search
    raises."""
    console = console or Console(stderr=True)
    show_progress = _on_terminal if console.is_terminal else _in_lines
    stop = StopToken()
    with INTERRUPTS.handled(stop.stop, RESULT_GRACE_S) as interrupted:
        search = Search(engine, state, stop=stop, **limits)
        try:
            show_progress(search, console, clock)
        finally:
            search.stop()
        report = search.result()
    if interrupted.done():
        raise Interrupted(report)
    return report


def summary(report: Report, method: str = "") -> str:
    """One line: depth, best move, value, cost."""
    best = f"{report.best}  " if report.best else ""
    value = f"{value_text(report.value, report.unit)}  " if has_value(report, method) else ""
    nodes = counted(report.nodes, "node", "nodes")
    cost = f"{nodes}  {report.nps} nodes/s  {report.seconds:.1f} s"
    return f"{depth_text(report)}  {best}{value}{cost}"


def depth_text(report: Report) -> str:
    """`depth 9/21`: nine plies, and 21 plies to the deepest node."""
    deepest = f"/{report.seldepth}" if report.seldepth > report.depth else ""
    return f"depth {report.depth}{deepest}"


def value_text(value: float, unit: str) -> str:
    """A value with its unit, such as `-1.25 discs`; centipawns in pawns, such as `+0.35`; a raw
    value without a unit, such as `-4.06481`."""
    if unit == RAW:
        return f"{round(value, 5) + 0.0:+.5f}".rstrip("0").rstrip(".")
    if unit == "win_probability":
        return f"{100 * value:.2f} %"
    if unit == "centipawns":
        return f"{value / 100:+.2f}"
    return f"{value:.2f} {unit}" if unit == "tricks" else f"{value:+.2f} {unit}"


def _on_terminal(search: Search[Report], console: Console, clock: Callable[[], float]) -> None:
    with Live(console=console, transient=True, refresh_per_second=10) as live:
        while not search.wait(TICK_S):
            if search.latest is not None:
                live.update(Text(summary(search.latest)))


def _in_lines(search: Search[Report], console: Console, clock: Callable[[], float]) -> None:
    last = clock()
    while not search.wait(TICK_S):
        if clock() - last >= LINE_EVERY_S:
            last = clock()
            text = summary(search.latest) if search.latest else "searching"
            print(text, file=console.file or sys.stderr, flush=True)
